import Domain

/// The statements of the hot path, prepared once.
struct PostStatements {
  private let insertMessage: SQLiteStatement
  private let insertSearch: SQLiteStatement
  private let removeSearch: SQLiteStatement
  private let addMark: SQLiteStatement

  init(connection: SQLiteConnection) throws {
    insertMessage = try connection.statement(
      """
      INSERT INTO messages (position, id, sender, ordinal, postRev, createdAt, replyTo, text, attachmentCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """)
    insertSearch = try connection.statement(
      "INSERT INTO search (rowid, text, files) SELECT ordinal, text, files FROM searchable WHERE ordinal = ?")
    removeSearch = try connection.statement(
      """
      INSERT INTO search (search, rowid, text, files)
      SELECT 'delete', ordinal, text, files FROM searchable WHERE ordinal = ?
      """)
    addMark = try connection.statement("UPDATE searchProgress SET isStale = isStale + 1")
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
    insertMessage.bind(Int64(message.attachments.count), at: 9)
    try insertMessage.run()
  }

  /// Makes a message findable by what it has now.
  func index(_ ordinal: Int64) throws {
    insertSearch.bind(ordinal, at: 1)
    try insertSearch.run()
  }

  /// To be called before the words of a message that is indexed change: it is found by none of them
  /// any more. Their terms stay in the index until `SearchIndexer.purge`.
  func unindex(_ ordinal: Int64) throws {
    removeSearch.bind(ordinal, at: 1)
    try removeSearch.run()
    try markStale()
  }

  /// The index holds terms that are gone.
  func markStale() throws { try addMark.run() }
}
