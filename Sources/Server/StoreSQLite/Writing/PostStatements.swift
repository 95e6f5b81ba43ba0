import Domain

/// The statements of the hot path, prepared once.
struct PostStatements {
  private let insertMessage: SQLiteStatement
  private let insertSearch: SQLiteStatement
  private let removeSearch: SQLiteStatement
  private let markStale: SQLiteStatement

  init(connection: SQLiteConnection) throws {
    insertMessage = try connection.statement(
      """
      INSERT INTO messages (position, id, sender, ordinal, postRev, createdAt, replyTo, text)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """)
    insertSearch = try connection.statement("INSERT INTO search (rowid, text) VALUES (?, ?)")
    removeSearch = try connection.statement("INSERT INTO search (search, rowid, text) VALUES ('delete', ?, ?)")
    markStale = try connection.statement("UPDATE searchProgress SET isStale = isStale + 1")
  }

  func insert(
    _ message: Message, position: Int64, sender: Int64, ordinal: Int64
  ) throws {
    insertMessage.bind(position, at: 1)
    insertMessage.bind(message.id, at: 2)
    insertMessage.bind(sender, at: 3)
    insertMessage.bind(ordinal, at: 4)
    insertMessage.bind(message.rev, at: 5)
    insertMessage.bind(message.createdAt.milliseconds, at: 6)
    if let replyTo = message.replyTo {
      insertMessage.bind(replyTo, at: 7)
    } else {
      insertMessage.bindNull(at: 7)
    }
    insertMessage.bind(message.text, at: 8)
    try insertMessage.run()
  }

  /// Makes the text findable.
  func index(_ text: String, in conversation: Int64, ordinal: Int64) throws {
    insertSearch.bind(ordinal, at: 1)
    insertSearch.bind(PlacedText.of(text, in: conversation), at: 2)
    try insertSearch.run()
  }

  /// `text` must be what was indexed. It is no longer found; its terms stay in the index until
  /// `SearchIndexer.purge`.
  func unindex(_ text: String, in conversation: Int64, ordinal: Int64) throws {
    removeSearch.bind(ordinal, at: 1)
    removeSearch.bind(PlacedText.of(text, in: conversation), at: 2)
    try removeSearch.run()
    try markStale.run()
  }
}
