import Domain
import Foundation
import ServerCore

extension CommandWriter {
  private static let maximumRecordID = 200
  private static let maximumRecordBytes = 1 << 20

  /// Keeps a private record. Refuses with `notFound` what would outlive its sources: a message that is gone or was edited after the record was made,
  /// a conversation that its user is no longer in, or whose intelligence was switched off.
  func put(_ record: PrivateRecord) throws -> Applied {
    guard !record.id.isEmpty, record.id.utf8.count <= Self.maximumRecordID else {
      throw Refusal(.invalid, "A record's id has 1 to \(Self.maximumRecordID) bytes.")
    }
    guard record.body.count <= Self.maximumRecordBytes else { throw Refusal(.tooLarge, "The record is too large.") }
    let tokens = try Self.tokens(of: record)
    let owner = try connection.first("SELECT key FROM users WHERE id = ? AND deletedAt IS NULL", .id(record.user)) {
      $0.integer(0)
    }
    guard let owner else { throw Refusal.notFound }
    let positions = try Set(record.sources.map { try sourcePosition($0, of: record) })
    var conversations = Set(positions.map(MessageRows.conversation))
    for conversation in record.conversations {
      let key = try connection.first("SELECT key FROM conversations WHERE id = ?", .id(conversation)) { $0.integer(0) }
      guard let key else { throw Refusal.notFound }
      conversations.insert(key)
    }
    for conversation in conversations { try checkSource(conversation, of: owner) }
    try save(record, owner: owner, tokens: tokens, positions: positions, conversations: conversations)
    return .nothing
  }

  /// Erases the records that match; `condition` is over the table's columns.
  func eraseRecords(_ condition: String, _ values: SQLiteValue...) throws {
    let statement = try connection.statement("SELECT key FROM records WHERE \(condition)")
    statement.bind(values)
    var keys: [Int64] = []
    while try statement.step() { keys.append(SQLiteRow(statement.handle).integer(0)) }
    statement.reset()
    if !keys.isEmpty { try markErased() }
    for key in keys { try connection.run("DELETE FROM records WHERE key = ?", .integer(key)) }
  }

  /// The user has lost the conversation: whatever of theirs holds its content falls.
  func eraseRecords(of user: Int64, about state: ConversationState) throws {
    try eraseRecords(
      "user = ? AND key IN (SELECT record FROM recordConversations WHERE conversation = ?)", .integer(user),
      .integer(state.key))
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
    ) { (position: $0.integer(0), isDeleted: !$0.isNull(1), editedAt: $0.optionalTime(2)) }
    guard let found, !found.isDeleted, found.editedAt.map({ $0 <= record.createdAt }) ?? true else {
      throw Refusal.notFound
    }
    return found.position
  }

  private func checkSource(_ conversation: Int64, of owner: Int64) throws {
    let isThere = try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM members m JOIN conversations c ON c.key = m.conversation
        WHERE m.conversation = ? AND m.user = ? AND m.leftAt IS NULL AND c.isIntelligenceOff = 0)
      """, .integer(conversation), .integer(owner))
    guard isThere != 0 else { throw Refusal.notFound }
  }

  private static func tokens(of record: PrivateRecord) throws -> Int {
    guard record.collection == .ledger || record.collection == .indexing else { return 0 }
    do {
      let entry = try JSONDecoder().decode(LedgerEntry.self, from: Data(record.body))
      return entry.inputTokens + entry.outputTokens
    } catch {
      throw Refusal(.invalid, "That is not an entry of a ledger.")
    }
  }
}
