import Domain
import Foundation
import GRDB

/// The message table: committed messages by conversation and seq.
enum MessageRecord {
  private static let columns =
    "id, seq, rev, sender, text, createdAt, replyTo, editCount, editedAt, edits, deletedAt, deletedBy, attachments"

  /// Keeps the row unless a newer one of the same message is stored.
  static func upsert(_ message: Message, in conversation: ConversationID, _ db: Database) throws {
    // A server that was restored from a backup may give a message another place.
    try db.run(
      "DELETE FROM message WHERE id = ? AND conversation = ? AND seq <> ? AND rev < ?",
      [message.id.blob, conversation.blob, message.seq, message.rev])
    let edits = message.edits.isEmpty ? nil : try JSONEncoder().encode(message.edits)
    let attachments = message.attachments.isEmpty ? nil : try JSONEncoder().encode(message.attachments)
    try db.run(
      """
      INSERT INTO message (conversation, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation, seq) DO UPDATE SET rev = excluded.rev, text = excluded.text,
        editCount = excluded.editCount, editedAt = excluded.editedAt, edits = excluded.edits,
        deletedAt = excluded.deletedAt, deletedBy = excluded.deletedBy, attachments = excluded.attachments
      WHERE excluded.rev > message.rev
      """,
      [
        conversation.blob, message.id.blob, message.seq, message.rev, message.sender.blob, message.text,
        message.createdAt.milliseconds, message.replyTo?.blob, message.editCount, message.editedAt?.milliseconds,
        edits, message.deletedAt?.milliseconds, message.deletedBy?.blob, attachments,
      ])
  }

  /// The newest `limit` messages with `seq >= start`, oldest first.
  static func newest(
    _ limit: Int, of conversation: ConversationID, from start: Int64, _ db: Database
  ) throws -> [Message] {
    let newestFirst = try db.map(
      "SELECT \(columns) FROM message WHERE conversation = ? AND seq >= ? ORDER BY seq DESC LIMIT ?",
      [conversation.blob, start, limit], decode)
    return newestFirst.reversed()
  }

  static func find(_ id: MessageID, in conversation: ConversationID, _ db: Database) throws -> Message? {
    try db.map(
      "SELECT \(columns) FROM message WHERE id = ? AND conversation = ?", [id.blob, conversation.blob], decode
    )
    .first
  }

  static func lastSeq(of conversation: ConversationID, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(seq) FROM message WHERE conversation = ?"), arguments: [conversation.blob])
      ?? 0
  }

  /// The files of those of the messages that the device holds with files.
  static func files(of ids: [MessageID], in conversation: ConversationID, _ db: Database) throws -> [AttachmentID] {
    try ids.flatMap { try find($0, in: conversation, db)?.attachments.map(\.id) ?? [] }
  }

  /// The files of all messages that the device holds.
  static func files(of conversation: ConversationID, _ db: Database) throws -> [AttachmentID] {
    try db.map(
      "SELECT \(columns) FROM message WHERE conversation = ? AND attachments IS NOT NULL", [conversation.blob], decode
    )
    .flatMap { $0.attachments.map(\.id) }
  }

  private static func decode(_ row: Row) throws -> Message {
    let edits = try (row[9] as Data?).map { try JSONDecoder().decode([MessageEdit].self, from: $0) } ?? []
    let attachments = try (row[12] as Data?).map { try JSONDecoder().decode([Attachment].self, from: $0) } ?? []
    return Message(
      id: try row.identifier(0), seq: row[1], rev: row[2], sender: try row.identifier(3), text: row[4],
      createdAt: row.timestamp(5), replyTo: try row.optionalIdentifier(6), editCount: row[7],
      editedAt: row.optionalTimestamp(8), edits: edits, deletedAt: row.optionalTimestamp(10),
      deletedBy: try row.optionalIdentifier(11), attachments: attachments)
  }
}
