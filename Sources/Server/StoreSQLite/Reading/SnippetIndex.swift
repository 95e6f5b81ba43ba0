import ServerCore

/// A few messages in an index of their own, in memory, to cut snippets of what is known to match.
///
/// The store's index would go through what it holds of the words once more, and of the beginning of
/// a word through every match before it gives the first.
struct SnippetIndex {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    // The tokenizer as the store's index has it, so that both cut alike.
    try connection.execute(
      "CREATE VIRTUAL TABLE search USING fts5(text, columnsize=0, tokenize='placed remove_diacritics 2'); BEGIN")
  }

  func add(_ text: String, of ordinal: Int64, in conversation: Int64) throws {
    try connection.run(
      "INSERT INTO search (rowid, text) VALUES (?, ?)", .integer(ordinal), .text(PlacedText.of(text, in: conversation)))
  }

  /// Snippets by ordinal, of those that `match` finds.
  func snippets(_ match: String) throws -> [Int64: String] {
    let found = try connection.all(
      "SELECT rowid AS ordinal, \(SearchSnippet.column) AS snippet FROM search WHERE search MATCH ?", .text(match)
    ) { ($0.integer("ordinal"), PlacedText.stripped($0.text("snippet"))) }
    return Dictionary(found) { first, _ in first }
  }
}
