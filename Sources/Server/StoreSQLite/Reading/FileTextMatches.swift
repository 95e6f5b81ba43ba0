import Domain
import ServerCore

/// A message that is found by what stands in one of its files.
struct FileTextMatch {
  let place: FileTextPlace
  let conversation: Int64
}

extension SearchScan {
  /// At most `limit` messages below the ordinal `cursor`, newest first; of each, its first file
  /// that has all of the words.
  func newestTexts(_ limit: Int, before cursor: Int64) throws -> [(ordinal: Int64, found: FileTextMatch)] {
    guard !expression.isEmpty else { return [] }
    let found = try newest(
      limit * AttachmentRules.maximumCount, in: .fileTexts, before: cursor,
      .init(columns: "fileSearch.rowid AS place, m.position AS position")
    ) { row in
      let place = FileTextPlace(rawValue: row.integer("place"))
      return (
        place.ordinal, FileTextMatch(place: place, conversation: MessageRows.conversation(row.integer("position")))
      )
    }
    let first = Dictionary(found) { $0.place.rawValue < $1.place.rawValue ? $0 : $1 }
    return first.sorted { $0.key > $1.key }.prefix(limit).map { (ordinal: $0.key, found: $0.value) }
  }

  /// What stands around the words in each file. `words` is at most 64: FTS5 knows no longer
  /// snippet.
  func textSnippets(of matches: [FileTextMatch], words: Int) throws -> [FileTextPlace: FileSnippet] {
    guard !matches.isEmpty else { return [:] }
    var snippets: [FileTextPlace: FileSnippet] = [:]
    let statement = try SQLiteStatement(
      connection: connection.handle,
      sql: """
        SELECT f.name AS name, snippet(fileSearch, 0, char(2), char(3), '…', \(words)) AS snippet
        FROM fileSearch JOIN fileTexts t ON t.place = fileSearch.rowid JOIN files f ON f.key = t.file
        WHERE fileSearch MATCH ? AND fileSearch.rowid = ?
        """)
    defer { statement.finalize() }
    for match in matches {
      statement.bind(expression.match(in: [match.conversation], isAny: true), at: 1)
      statement.bind(match.place.rawValue, at: 2)
      if try statement.step() {
        let row = SQLiteRow(statement)
        snippets[match.place] = FileSnippet(
          name: row.text("name"), snippet: PlacedText.stripped(row.text("snippet")))
      }
      statement.reset()
    }
    return snippets
  }

  /// The messages as results of a search.
  func results(of matches: [FileTextMatch]) throws -> [FileTextPlace: SearchResult] {
    let snippets = try textSnippets(of: matches, words: SearchSnippet.words)
    var results: [FileTextPlace: SearchResult] = [:]
    for match in matches {
      results[match.place] = try connection.first(
        """
        SELECT \(MessageRows.columns), c.id AS conversation FROM \(MessageRows.source)
        JOIN conversations c ON c.key = m.position >> 32 WHERE m.ordinal = ?
        """, .integer(match.place.ordinal)
      ) { row in
        let message = try MessageRows.whole(row, on: connection)
        let found = snippets[match.place]
        return SearchResult(
          conversation: try row.id("conversation"), message: message, snippet: found?.snippet ?? message.text,
          file: found?.name)
      }
    }
    return results
  }
}
