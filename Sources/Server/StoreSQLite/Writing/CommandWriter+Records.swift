import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: RecordCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .put(let record): try put(record)
    case .erase(let user, let collection, let id):
      try eraseRecords(
        "user = (SELECT key FROM users WHERE id = ?) AND collection = ? AND id = ?", .id(user),
        .text(collection.rawValue), .text(id))
    case .eraseAll(let user, let collection):
      try eraseRecords(
        "user = (SELECT key FROM users WHERE id = ?) AND collection = ?", .id(user), .text(collection.rawValue))
    case .eraseExpired:
      try eraseRecords("expiresAt IS NOT NULL AND expiresAt <= ?", .time(time))
    }
    return .done
  }

  /// Keeps a private record. Refuses with `notFound` what would outlive its sources: a message that is gone or was edited after the record was made,
  /// a conversation that its user is no longer in, or whose intelligence was switched off.
  private func put(_ record: PrivateRecord) throws {
    let tokens = try Rules.Records.tokens(of: record)
    let owner = try account(record.user).number
    let positions = try Set(record.sources.map { try sourcePosition($0, of: record) })
    var conversations = Set(positions.map(MessageRows.conversation))
    for conversation in record.conversations { conversations.insert(try self.conversation(conversation).key) }
    for conversation in conversations { try checkSource(conversation, of: owner) }
    try save(record, owner: owner, tokens: tokens, positions: positions, conversations: conversations)
  }

  /// Erases the records that match; `condition` is over the table's columns.
  func eraseRecords(_ condition: String, _ values: SQLiteValue...) throws {
    let statement = try connection.statement("SELECT key FROM records WHERE \(condition)")
    statement.bind(values)
    var keys: [Int64] = []
    while try statement.step() { keys.append(SQLiteRow(statement).integer("key")) }
    statement.reset()
    if !keys.isEmpty { try markErased() }
    for key in keys { try connection.run("DELETE FROM records WHERE key = ?", .integer(key)) }
  }

  /// The user has lost the conversation: whatever of theirs holds its content falls.
  func eraseRecords(of user: UserID, about cached: CachedConversation) throws {
    try eraseRecords(
      """
      user = (SELECT key FROM users WHERE id = ?)
      AND key IN (SELECT record FROM recordConversations WHERE conversation = ?)
      """, .id(user), .integer(cached.key))
  }

  private func save(
    _ record: PrivateRecord, owner: Int64, tokens: Int, positions: Set<Int64>, conversations: Set<Int64>
  ) throws {
    // Replaced as a whole, so that the former body is overwritten.
    try eraseRecords(
      "user = ? AND collection = ? AND id = ?", .integer(owner), .text(record.collection.rawValue), .text(record.id))
    try connection.run(
      """
      INSERT INTO records (user, collection, id, createdAt, expiresAt, tokens, body) VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .integer(owner), .text(record.collection.rawValue), .text(record.id), .time(record.createdAt),
      .time(record.expiresAt), .integer(Int64(tokens)), .bytes(record.body))
    let key = try connection.integer(
      "SELECT key FROM records WHERE user = ? AND collection = ? AND id = ?", .integer(owner),
      .text(record.collection.rawValue), .text(record.id))
    for position in positions {
      try connection.run(
        "INSERT INTO recordSources (position, record) VALUES (?, ?)", .integer(position), .integer(key))
    }
    for conversation in conversations {
      try connection.run(
        "INSERT INTO recordConversations (conversation, record) VALUES (?, ?)", .integer(conversation), .integer(key))
    }
  }

  private func sourcePosition(_ message: MessageID, of record: PrivateRecord) throws -> Int64 {
    let found = try connection.first(
      "SELECT position, deletedAt, editedAt FROM messages WHERE id = ?", .id(message)
    ) {
      (
        position: $0.integer("position"),
        source: RecordSource(isDeleted: !$0.isNull("deletedAt"), editedAt: $0.optionalTime("editedAt"))
      )
    }
    try Rules.Records.check(found?.source, of: record)
    guard let found else { throw Refusal.notFound }
    return found.position
  }

  private func checkSource(_ conversation: Int64, of owner: Int64) throws {
    let isOn = try connection.first(
      """
      SELECT c.isIntelligenceOff = 0 AS isOn FROM members m JOIN conversations c ON c.key = m.conversation
      WHERE m.conversation = ? AND m.user = ? AND m.leftAt IS NULL
      """, .integer(conversation), .integer(owner)
    ) { $0.flag("isOn") }
    try Rules.Records.check(isMember: isOn != nil, isIntelligenceOn: isOn ?? false)
  }
}
