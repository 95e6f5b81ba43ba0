import Domain
import ServerCore

extension PostgresStore {
  /// Messages of the asker's present conversations only: the filter is part of the query.
  package func search(
    _ query: SearchQuery, for asker: UserID, limit: Int, before: String?
  ) throws -> (results: [SearchResult], next: String?) {
    let limit = min(max(limit, 1), Limits.maximumPage)
    let terms = SearchTerms(query)
    guard terms.finds else { return ([], nil) }
    let place = try SearchTerms.place(before)
    return try searching { connection in
      guard let scan = try SearchScan(query, for: asker, on: connection) else { return ([], nil) }
      let matches = try scan.newest(
        limit + 1, before: place,
        .init(
          columns: "\(MessageRows.columns), m.ordinal AS ordinal, c.id AS conversation",
          joins: "JOIN conversations c ON c.key = m.position >> 32")
      ) { row in (row.integer("ordinal"), try Self.result(row, terms.terms, on: connection)) }
      let known = Set(matches.map(\.ordinal))
      let texts = try scan.newestTexts(limit + 1, before: place, on: connection)
        .filter { !known.contains($0.ordinal) }
      return SearchTerms.page((matches + texts).sorted { $0.ordinal > $1.ordinal }, limit: limit)
    }
  }

  /// With the snippet of a file where the message's own text has no match.
  private static func result(
    _ row: PostgresRow, _ terms: [SearchTerms.Term], on connection: PostgresConnection
  ) throws -> SearchResult {
    let message = try MessageRows.whole(row, on: connection)
    let conversation: ConversationID = try row.id("conversation")
    guard !terms.isEmpty else {
      return SearchResult(conversation: conversation, message: message, snippet: String(message.text.prefix(160)))
    }
    let own = MarkedSnippet(of: message.text, terms, words: SearchSnippet.words)
    guard own.marks == 0, let file = FileSnippet(message.attachments, terms) else {
      return SearchResult(conversation: conversation, message: message, snippet: own.text)
    }
    return SearchResult(conversation: conversation, message: message, snippet: file.snippet, file: file.name)
  }

  package func keywordMatches(_ query: SearchQuery, for asker: UserID, limit: Int) throws -> [PlacedMessage] {
    guard !SearchTerms(query).matchesNothing else { return [] }
    return try searching { connection in
      guard let scan = try SearchScan(query, for: asker, on: connection) else { return [] }
      guard scan.terms.isEmpty else { return try KeywordRanking(scan).best(max(0, limit)) }
      let newest = try scan.newest(
        max(0, limit), .init(columns: "\(PlacedRows.columns), m.ordinal AS ordinal", joins: PlacedRows.joins)
      ) { ($0.integer("ordinal"), try PlacedRows.placed($0, on: connection)) }
      return newest.map(\.found)
    }
  }

  /// Runs `body` on a connection of the searches' own, for as long as a search may take.
  private func searching<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
    do {
      return try searchers.read { connection in
        let milliseconds = options.searchDeadline.components.seconds * 1_000
        try connection.queue("SET LOCAL statement_timeout = \(max(1, milliseconds))")
        return try body(connection)
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as PostgresFailure where failure.kind == .timeout {
      throw Refusal(.overloaded, "The search took too long. Add a word or a filter.", retryAfter: 1)
    } catch {
      throw PostgresPool.refusal(error)
    }
  }
}

enum SearchSnippet {
  /// Words of one.
  static let words = 24
}

/// Why a message was found whose own text has no match.
struct FileSnippet {
  /// The file's.
  let name: String
  let snippet: String

  init(name: String, snippet: String) {
    self.name = name
    self.snippet = snippet
  }

  /// Of the file that has most of the words in its name and description; `nil` when none has any.
  init?(_ attachments: [Attachment], _ terms: [SearchTerms.Term]) {
    var best: (marks: Int, file: FileSnippet)?
    for attachment in attachments {
      let snippet = MarkedSnippet(of: attachment.words, terms, words: SearchSnippet.words)
      guard snippet.marks > best?.marks ?? 0 else { continue }
      best = (snippet.marks, FileSnippet(name: attachment.name, snippet: snippet.text))
    }
    guard let best else { return nil }
    self = best.file
  }
}

extension SearchScan {
  /// At most `limit` messages below the ordinal `cursor`, newest first; of each, its first file
  /// that has all of the words.
  fileprivate func newestTexts(
    _ limit: Int, before cursor: Int64, on connection: PostgresConnection
  ) throws -> [(ordinal: Int64, found: SearchResult)] {
    guard !terms.isEmpty else { return [] }
    let found = try newest(
      limit * AttachmentRules.maximumCount, in: .fileTexts, before: cursor,
      .init(columns: "m.ordinal AS ordinal, f.number AS number, f.key AS file")
    ) { ($0.integer("ordinal"), (number: $0.integer("number"), file: $0.integer("file"))) }
    let first = Dictionary(found.map { ($0.ordinal, $0.found) }) { $0.number < $1.number ? $0 : $1 }
    return try first.sorted { $0.key > $1.key }.prefix(limit).compactMap { ordinal, place in
      try result(ordinal, of: place.file).map { (ordinal, $0) }
    }
  }

  private func result(_ ordinal: Int64, of file: Int64) throws -> SearchResult? {
    let snippet = try fileText(file).map { file in
      FileSnippet(
        name: file.name, snippet: MarkedSnippet(of: file.text, terms, words: SearchSnippet.words).text)
    }
    return try connection.first(
      """
      SELECT \(MessageRows.columns), c.id AS conversation FROM \(MessageRows.source)
      JOIN conversations c ON c.key = m.position >> 32 WHERE m.ordinal = ?
      """, .integer(ordinal)
    ) { row in
      let message = try MessageRows.whole(row, on: connection)
      return SearchResult(
        conversation: try row.id("conversation"), message: message, snippet: snippet?.snippet ?? message.text,
        file: snippet?.name)
    }
  }

  /// What a file is searched by: its name, its description and what stands in it.
  func fileText(_ file: Int64) throws -> (name: String, text: String)? {
    try connection.first(
      """
      SELECT f.name AS name, f.alt AS alt, t.text AS text FROM files f JOIN fileTexts t ON t.file = f.key WHERE
        f.key = ?
      """,
      .integer(file)
    ) { row in
      let parts = [row.text("name"), row.optionalText("alt"), row.text("text")].compactMap(\.self)
      return (name: parts[0], text: parts.joined(separator: "\n"))
    }
  }
}
