import Domain
import ServerCore

/// Ranks the messages that hold any of a query's words by `KeywordScore`.
struct KeywordRanking {
  /// Each match is read again, so there is a limit to them; beyond it the newest count.
  private static let maximumRanked = 2_000

  private struct Candidate {
    let ordinal: Int64
    let conversation: Int64
    let hits: [UInt8]
    let length: Double
    var score = 0.0
  }

  private var scan: SearchScan
  /// In how many messages each term stands.
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
      counts.append(try one.count(upTo: Self.maximumRanked + 1))
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
    return ranked.compactMap { candidate in
      guard let found = messages[candidate.ordinal] else { return nil }
      return PlacedMessage(
        conversation: found.conversation, message: found.message, snippet: snippets[candidate.ordinal],
        keywordScore: candidate.score, signals: found.signals)
    }
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
    var all = try scan.newest(
      Self.maximumRanked, isAny: true,
      .init(columns: CandidateColumn.columns(terms: holding.count))
    ) { row in
      let candidate = Candidate(
        ordinal: row.integer(CandidateColumn.ordinal),
        conversation: MessageRows.conversation(row.integer(CandidateColumn.position)),
        hits: row.bytes(CandidateColumn.hits), length: Double(row.integer(CandidateColumn.length)))
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

  static func columns(terms: Int) -> String {
    allCases.map { column in
      switch column {
      case .ordinal, .position: "m.\(column)"
      case .hits: "hits(search, \(terms))"
      case .length: "length(m.text)"
      }
    }.joined(separator: ", ")
  }
}
