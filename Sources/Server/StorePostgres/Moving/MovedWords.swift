import Domain
import ServerCore

/// Brings in messages and texts of files with the words by which they are found.
struct MovedWords {
  let connection: PostgresConnection

  /// Messages have the words of their files, which stand there before them.
  func addMessages(_ rows: [MovedRow], to table: MovedTable) throws {
    let names = try fileNames(of: rows)
    let columns = MovedDatabase.list(table.columns[...])
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    for row in rows {
      guard case .integer(let position) = row[0], case .text(let text) = row[row.count - 1] else { continue }
      let words = PlacedWords(conversation: MessageRows.conversation(position))
      let files = names[position, default: []].joined(separator: "\n")
      try connection.queue(
        "INSERT INTO messages (\(columns), words) OVERRIDING SYSTEM VALUE VALUES (\(places), ?::text::tsvector)",
        row.map(PostgresValue.init) + [.text(words.vector(text, files))])
    }
  }

  /// Those of files that a message has are found.
  func addTexts(_ rows: [MovedRow], to table: MovedTable) throws {
    for row in rows {
      guard case .integer(let file) = row[0], case .text(let text) = row[2] else { continue }
      let owner = try connection.first(
        "SELECT position, name, alt FROM files WHERE key = ? AND position IS NOT NULL AND kind = 'file'",
        .integer(file)
      ) { row in (position: row.integer("position"), name: Self.words(row)) }
      let vector = owner.map { owner in
        PlacedWords(conversation: MessageRows.conversation(owner.position)).vector("\(owner.name)\n\(text)")
      }
      try connection.queue(
        "INSERT INTO fileTexts (file, length, text, words) VALUES (?, ?, ?, ?::text::tsvector)",
        row.map(PostgresValue.init) + [.optional(vector)])
    }
  }

  /// What each message's files are found by, in their order.
  private func fileNames(of messages: [MovedRow]) throws -> [Int64: [String]] {
    guard case .integer(let first) = messages.first?[0], case .integer(let last) = messages.last?[0] else { return [:] }
    let found = try connection.all(
      """
      SELECT position, name, alt FROM files
      WHERE position IS NOT NULL AND position >= ? AND position <= ? ORDER BY position, number
      """, .integer(first), .integer(last)
    ) { row in (position: row.integer("position"), name: Self.words(row)) }
    return found.reduce(into: [:]) { $0[$1.position, default: []].append($1.name) }
  }

  /// As `Attachment.words` says.
  private static func words(_ row: PostgresRow) -> String {
    let name = row.text("name")
    return row.optionalText("alt").map { "\(name)\n\($0)" } ?? name
  }
}
