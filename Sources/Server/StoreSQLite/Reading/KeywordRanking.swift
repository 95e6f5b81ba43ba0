import Domain
import ServerCore

/// Ranks the messages that hold any of a query's words by `KeywordScore`: a file is ranked by what
/// stands in it like a message of its own, and a message by the best of itself and its files.
struct KeywordRanking {
  /// Each match is read again, so there is a limit to them; beyond it the newest count.
  private static let maximumRanked = 2_000

  /// Texts of files are long: of those of the best only is a passage read.
  private static let maximumPassages = 24
  private static let wordsOfPassage = 64

  private struct Candidate {
    let ordinal: Int64
    let conversation: Int64
    let hits: [UInt8]
    let length: Double
    var score = 0.0
    /// The best of its files by what stands in them, if any has one of the words.
    var text: FileTextPlace?
  }

  private var scan: SearchScan
  /// In how many messages and texts of files each term stands.
  private let holding: [Int]

  /// Leaves out words that stand in so many messages that they tell nothing, if others are left.
  init(_ scan: SearchScan) throws {
    self.scan = scan
    guard scan.expression.count > 1 else {
      // One weight changes no order, and counting would go through all that the index holds of the
      // word.
      holding = [0]
      return
    }
    var counts: [Int] = []
    for place in 0..<scan.expression.count {
      var one = scan
      one.expression = scan.expression.term(place)
      counts.append(
        try one.count(in: .messages, upTo: Self.maximumRanked + 1)
          + one.count(in: .fileTexts, upTo: Self.maximumRanked + 1))
    }
    var kept = Array(counts.indices)
    if !scan.expression.hasPhrases {
      let telling = kept.filter { counts[$0] <= Self.maximumRanked }
      if !telling.isEmpty { kept = telling }
    }
    self.scan.expression = scan.expression.keeping(kept)
    holding = kept.map { counts[$0] }
  }

  /// Best matches first.
  func best(_ limit: Int) throws -> [PlacedMessage] {
    let ranked = Array(try candidates().sorted { ($0.score, $0.ordinal) > ($1.score, $1.ordinal) }.prefix(limit))
    guard !ranked.isEmpty else { return [] }
    let messages = try messages(ranked)
    let snippets = try snippets(ranked, messages)
    let files = try scan.fileSnippets(
      of: ranked.compactMap { candidate in
        guard snippets[candidate.ordinal] == nil, let message = messages[candidate.ordinal]?.message else { return nil }
        return FoundMessage(
          ordinal: candidate.ordinal, key: candidate.conversation, attachments: message.attachments)
      })
    let passages = try passages(ranked)
    return ranked.compactMap { candidate in
      guard let found = messages[candidate.ordinal] else { return nil }
      let own = snippets[candidate.ordinal]
      let passage = candidate.text.flatMap { passages[$0] }
      let file = files[candidate.ordinal] ?? passage
      let unmarked = passage.map { FilePassage(file: $0.name, text: $0.snippet.filter { !"\u{2}\u{3}".contains($0) }) }
      return PlacedMessage(
        conversation: found.conversation, message: found.message, snippet: own ?? file?.snippet,
        file: own == nil ? file?.name : nil, passage: unmarked, keywordScore: candidate.score,
        signals: found.signals)
    }
  }

  private func passages(_ ranked: [Candidate]) throws -> [FileTextPlace: FileSnippet] {
    let matches = ranked.prefix(Self.maximumPassages).compactMap { candidate in
      candidate.text.map { FileTextMatch(place: $0, conversation: candidate.conversation) }
    }
    return try scan.textSnippets(of: matches, words: Self.wordsOfPassage)
  }

  /// The messages by ordinal, of the asker's present conversations as everywhere.
  private func messages(_ ranked: [Candidate]) throws -> [Int64: PlacedMessage] {
    var messages: [Int64: PlacedMessage] = [:]
    for candidate in ranked {
      messages[candidate.ordinal] = try scan.connection.first(
        """
        SELECT \(PlacedRows.columns) FROM \(PlacedRows.source)
        WHERE m.ordinal = ? AND m.deletedAt IS NULL AND m.position >> 32 IN (\(SQLiteStore.presentConversations))
        """, .integer(candidate.ordinal), .id(scan.asker)
      ) { try PlacedRows.placed($0, on: scan.connection) }
    }
    return messages
  }

  private func snippets(_ ranked: [Candidate], _ messages: [Int64: PlacedMessage]) throws -> [Int64: String] {
    let index = try SnippetIndex()
    for candidate in ranked {
      guard let text = messages[candidate.ordinal]?.message.text else { continue }
      try index.add(text, of: candidate.ordinal, in: candidate.conversation)
    }
    return try scan.narrowed(to: Set(ranked.map(\.conversation))).matches(isAny: true)
      .reduce(into: [:]) { all, match in all.merge(try index.snippets(match)) { first, _ in first } }
  }

  private func candidates() throws -> [Candidate] {
    var best = Dictionary(try candidates(in: .messages).map { ($0.ordinal, $0) }) { first, _ in first }
    let texts = Dictionary(try candidates(in: .fileTexts).map { ($0.ordinal, $0) }) { $0.score >= $1.score ? $0 : $1 }
    for (ordinal, text) in texts {
      guard var known = best[ordinal] else {
        best[ordinal] = text
        continue
      }
      known.text = text.text
      known.score = max(known.score, text.score)
      best[ordinal] = known
    }
    return Array(best.values)
  }

  private func candidates(in index: SearchScan.Index) throws -> [Candidate] {
    let place = index == .messages ? "NULL" : "t.place"
    var all = try scan.newest(
      Self.maximumRanked, in: index, isAny: true,
      .init(
        columns: CandidateColumn.columns(index, terms: holding.count) + ", \(place) AS place",
        joins: index == .messages ? "" : "JOIN fileTexts t ON t.place = fileSearch.rowid")
    ) { row in
      let candidate = Candidate(
        ordinal: row.integer(CandidateColumn.ordinal),
        conversation: MessageRows.conversation(row.integer(CandidateColumn.position)),
        hits: row.bytes(CandidateColumn.hits), length: Double(row.integer(CandidateColumn.length)),
        text: index == .messages ? nil : FileTextPlace(rawValue: row.integer("place")))
      return (candidate.ordinal, candidate)
    }.map(\.found)
    let score = KeywordScore(
      holding: holding, of: scan.places.reduce(0) { $0 + $1.messages }, lengths: all.map(\.length))
    for index in all.indices { all[index].score = score.score(hits: all[index].hits, length: all[index].length) }
    return all
  }
}

private enum CandidateColumn: Int32, SQLiteColumn, CaseIterable {
  case ordinal, position, hits, length

  func index(in row: SQLiteRow) -> Int32 { rawValue }

  static func columns(_ index: SearchScan.Index, terms: Int) -> String {
    allCases.map { column in
      switch column {
      case .ordinal, .position: "m.\(column)"
      case .hits: "hits(\(index.table), \(terms))"
      case .length where index == .fileTexts: "t.length"
      case .length:
        """
        length(m.text) + CASE m.attachmentCount WHEN 0 THEN 0 ELSE (
          SELECT coalesce(sum(length(f.name) + coalesce(length(f.alt) + 1, 0)), 0) FROM files f
          WHERE f.position = m.position)
        END
        """
      }
    }.joined(separator: ", ")
  }
}
