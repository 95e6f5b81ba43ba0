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
    let hits: [UInt8]
    let length: Double
    var score = 0.0
    /// The best of its files by what stands in them, if any has one of the words.
    var file: Int64?
  }

  private var scan: SearchScan
  /// In how many messages and texts of files each term stands.
  private let holding: [Int]

  /// Leaves out words that stand in so many messages that they tell nothing, if others are left.
  init(_ scan: SearchScan) throws {
    self.scan = scan
    guard scan.terms.count > 1 else {
      // One weight changes no order, and counting would go through all that the index holds of the
      // word.
      holding = [0]
      return
    }
    let counts = try scan.terms.map { term in
      var one = scan
      one.terms = [term]
      return try one.count(in: .messages, upTo: Self.maximumRanked + 1)
        + one.count(in: .fileTexts, upTo: Self.maximumRanked + 1)
    }
    var kept = Array(counts.indices)
    if !scan.terms.contains(where: \.isPhrase) {
      let telling = kept.filter { counts[$0] <= Self.maximumRanked }
      if !telling.isEmpty { kept = telling }
    }
    self.scan.terms = kept.map { scan.terms[$0] }
    holding = kept.map { counts[$0] }
  }

  /// Best matches first.
  func best(_ limit: Int) throws -> [PlacedMessage] {
    let ranked = try candidates().sorted { ($0.score, $0.ordinal) > ($1.score, $1.ordinal) }.prefix(limit)
    var passages = 0
    return try ranked.compactMap { candidate in
      guard let found = try message(candidate.ordinal) else { return nil }
      let own = MarkedSnippet(of: found.message.text, scan.terms, words: SearchSnippet.words)
      var passage: FileSnippet?
      if let file = candidate.file, passages < Self.maximumPassages {
        passages += 1
        passage = try self.passage(file)
      }
      let file = own.marks > 0 ? nil : FileSnippet(found.message.attachments, scan.terms) ?? passage
      let unmarked = passage.map { FilePassage(file: $0.name, text: $0.snippet.filter { !"\u{2}\u{3}".contains($0) }) }
      return PlacedMessage(
        conversation: found.conversation, message: found.message,
        snippet: own.marks > 0 ? own.text : file?.snippet, file: file?.name, passage: unmarked,
        keywordScore: candidate.score, signals: found.signals)
    }
  }

  private func passage(_ file: Int64) throws -> FileSnippet? {
    try scan.fileText(file).map { file in
      FileSnippet(name: file.name, snippet: MarkedSnippet(of: file.text, scan.terms, words: Self.wordsOfPassage).text)
    }
  }

  /// Of the asker's present conversations, as everywhere.
  private func message(_ ordinal: Int64) throws -> PlacedMessage? {
    try scan.connection.first(
      """
      SELECT \(PlacedRows.columns) FROM \(PlacedRows.source)
      WHERE m.ordinal = ? AND m.deletedAt IS NULL AND m.position >> 32 IN (\(PostgresStore.presentConversations))
      """, .integer(ordinal), .id(scan.asker)
    ) { try PlacedRows.placed($0, on: scan.connection) }
  }

  private func candidates() throws -> [Candidate] {
    var best = Dictionary(try scored(messages()).map { ($0.ordinal, $0) }) { first, _ in first }
    let texts = Dictionary(try scored(fileTexts()).map { ($0.ordinal, $0) }) { $0.score >= $1.score ? $0 : $1 }
    for (ordinal, text) in texts {
      guard var known = best[ordinal] else {
        best[ordinal] = text
        continue
      }
      known.file = text.file
      known.score = max(known.score, text.score)
      best[ordinal] = known
    }
    return Array(best.values)
  }

  private func scored(_ found: [Candidate]) -> [Candidate] {
    let score = KeywordScore(
      holding: holding, of: scan.places.reduce(0) { $0 + $1.messages }, lengths: found.map(\.length))
    return found.map { candidate in
      var candidate = candidate
      candidate.score = score.score(hits: candidate.hits, length: candidate.length)
      return candidate
    }
  }

  private func messages() throws -> [Candidate] {
    try scan.newest(
      Self.maximumRanked, isAny: true,
      .init(
        columns: """
          m.ordinal AS ordinal, m.text AS text, coalesce((
            SELECT string_agg(f.name || coalesce(chr(10) || f.alt, ''), chr(10) ORDER BY f.number) FROM files f
            WHERE m.attachmentCount > 0 AND f.position = m.position), '') AS files
          """)
    ) { row in
      let texts = [row.text("text"), row.text("files")]
      let folded = texts.map(FoldedText.init)
      let hits = scan.terms.map { term in UInt8(clamping: folded.reduce(0) { $0 + $1.places(of: term).count }) }
      let length = texts.reduce(0) { $0 + $1.unicodeScalars.count }
      return (
        row.integer("ordinal"), Candidate(ordinal: row.integer("ordinal"), hits: hits, length: Double(length))
      )
    }.map(\.found)
  }

  /// Hits are counted in the index's own words: the texts are too long to be sent.
  private func fileTexts() throws -> [Candidate] {
    let hits = scan.terms.indices.map { "\(Self.hits(scan.terms[$0])) AS hits\($0)" }.joined(separator: ", ")
    return try scan.newest(
      Self.maximumRanked, in: .fileTexts, isAny: true,
      .init(columns: "m.ordinal AS ordinal, t.file AS file, t.length AS length, \(hits)")
    ) { row in
      let hits = scan.terms.indices.map { UInt8(clamping: row.integer("hits\($0)")) }
      return (
        row.integer("ordinal"),
        Candidate(
          ordinal: row.integer("ordinal"), hits: hits, length: Double(row.integer("length")), file: row.integer("file"))
      )
    }.map(\.found)
  }

  /// How often the word of a term that stands least often stands in the file `t`.
  private static func hits(_ term: SearchTerms.Term) -> String {
    let words = FoldedText(term.text).folded
    let counts = words.enumerated().map { number, word in
      let lexeme = "((m.position >> 32) || ':\(word)')"
      let condition =
        term.isPrefix && number == words.count - 1
        ? "starts_with(w.lexeme, \(lexeme))" : "w.lexeme = \(lexeme)"
      return "(SELECT coalesce(sum(cardinality(w.positions)), 0) FROM unnest(t.words) w WHERE \(condition))"
    }
    return counts.isEmpty ? "0" : "least(\(counts.joined(separator: ", ")))::bigint"
  }
}
