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
      let found = try scan.newest(
        limit + 1, before: place,
        .init(
          columns: "\(MessageRows.columns), m.ordinal AS ordinal, \(snippet) AS snippet, c.id AS conversation",
          joins: "JOIN conversations c ON c.key = m.position >> 32")
      ) { row in
        var messages = [try MessageRows.message(row)]
        try MessageRows.addEdits(
          to: &messages, conversation: MessageRows.conversation(row.integer(MessageColumn.position)), on: connection)
        let snippet = PlacedText.stripped(row.text("snippet"))
        return (
          row.integer("ordinal"),
          SearchResult(conversation: try row.id("conversation"), message: messages[0], snippet: snippet)
        )
      }
      return SearchTerms.page(found, limit: limit)
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

enum SearchSnippet {
  /// Found words stand between U+0002 and U+0003.
  static let column = "snippet(search, 0, char(2), char(3), '…', 24)"
}
