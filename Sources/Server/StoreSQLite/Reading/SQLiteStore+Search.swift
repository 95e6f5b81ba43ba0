import Domain
import GRDBSQLite
import ServerCore

extension SQLiteStore {
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
      let snippet = terms.terms.isEmpty ? "substr(m.text, 1, 160)" : SearchSnippet.column
      let matches: [(ordinal: Int64, found: SearchMatch)] = try scan.newest(
        limit + 1, before: place,
        .init(
          columns: "\(MessageRows.columns), m.ordinal AS ordinal, \(snippet) AS snippet, c.id AS conversation",
          joins: "JOIN conversations c ON c.key = m.position >> 32")
      ) { row in
        let message = try MessageRows.whole(row, on: connection)
        let found = FoundMessage(
          ordinal: row.integer("ordinal"), key: MessageRows.conversation(row.integer(MessageColumn.position)),
          attachments: message.attachments)
        let snippet = PlacedText.stripped(row.text("snippet"))
        let result = SearchResult(conversation: try row.id("conversation"), message: message, snippet: snippet)
        return (found.ordinal, .message(found, result))
      }
      let known = Set(matches.map(\.ordinal))
      let texts = try scan.newestTexts(limit + 1, before: place).filter { !known.contains($0.ordinal) }
        .map { (ordinal: $0.ordinal, found: SearchMatch.text($0.found)) }
      let page = SearchTerms.page((matches + texts).sorted { $0.ordinal > $1.ordinal }, limit: limit)
      return (try scan.results(of: page.results), page.next)
    }
  }

  /// Brings the index up to date and runs `body` on a connection of the searches' own, for as long
  /// as a search may take.
  func searching<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    do {
      try indexPending()
    } catch {
      throw Refusal(.internal, "The server could not bring its search index up to date.")
    }
    return try read(forSearch: true) { connection in
      do {
        return try connection.within(options.searchDeadline) { try body(connection) }
      } catch let failure as SQLiteFailure where failure.code & 0xFF == SQLITE_INTERRUPT {
        throw Refusal(.overloaded, "The search took too long. Add a word or a filter.", retryAfter: 1)
      }
    }
  }
}

/// A message that a search has found, by its own words or by what stands in a file of it.
enum SearchMatch {
  case message(FoundMessage, SearchResult)
  case text(FileTextMatch)
}

extension SearchScan {
  /// With the snippet of a file where the message's own text has no match.
  fileprivate func results(of matches: [SearchMatch]) throws -> [SearchResult] {
    var unmarked: [FoundMessage] = []
    var texts: [FileTextMatch] = []
    for match in matches {
      switch match {
      case .message(let found, let result):
        if !SearchSnippet.isMarked(result.snippet) { unmarked.append(found) }
      case .text(let text): texts.append(text)
      }
    }
    let files = try fileSnippets(of: unmarked)
    let found = try results(of: texts)
    return matches.compactMap { match in
      switch match {
      case .text(let text): return found[text.place]
      case .message(let message, let result):
        guard let file = files[message.ordinal] else { return result }
        return SearchResult(
          conversation: result.conversation, message: result.message, snippet: file.snippet, file: file.name)
      }
    }
  }
}

enum SearchSnippet {
  /// Words of one, about.
  static let words = 24
  /// Found words stand between U+0002 and U+0003.
  static let column = "snippet(search, 0, char(2), char(3), '…', \(words))"

  static func isMarked(_ snippet: String) -> Bool { snippet.utf8.contains(2) }
}
