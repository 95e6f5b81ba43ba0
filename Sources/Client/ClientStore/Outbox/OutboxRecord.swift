import Domain
import GRDB

/// The outbox table: what the user was promised and the server has not yet acknowledged.
///
/// A send whose text was changed while nobody knows whether the server has it keeps its place with
/// the new text and the edit's id. Should the server's row then show the former text, the entry
/// turns into that edit: nothing typed is lost in any order of events.
struct OutboxRecord {
  enum Kind: String {
    case send, edit, delete
  }

  let id: Int64
  let conversation: ConversationID
  let message: MessageID
  let kind: Kind
  let createdAt: Timestamp
  let attempts: Int
  let isFailed: Bool
  let failure: Refusal?
  let editID: EditID?
  let replyTo: MessageID?
  let text: String
  let fileCount: Int
  /// Of a send, in their order.
  var files: [OutgoingFileRecord] = []

  private static let columns = """
    id, conversation, message, kind, createdAt, attempts, isFailed, failureCode, failureDetail, failureRetryAfter,
    editID, replyTo, text, fileCount
    """

  func entry(at now: Timestamp) throws -> OutboxEntry {
    OutboxEntry(
      id: id, conversation: conversation, operation: try operation, attempts: attempts,
      state: isFailed ? .failed : .waiting, failure: failure,
      missing: files.filter { !$0.isComplete(at: now) }.map(\.attachment))
  }

  var pending: PendingMessage {
    PendingMessage(
      id: message, conversation: conversation, text: text, replyTo: replyTo, createdAt: createdAt,
      status: isFailed ? .failed : .sending, failure: failure, attachments: files.map(\.attachment))
  }

  private var operation: OutboxOperation {
    get throws {
      switch kind {
      case .send: return .send(pending)
      case .delete: return .delete(message: message, conversation: conversation)
      case .edit:
        guard let editID else { throw ClientStoreError.corrupted("editID") }
        return .edit(message: message, conversation: conversation, editID: editID, text: text)
      }
    }
  }

  // MARK: - Reading

  static func all(_ db: Database) throws -> [OutboxRecord] {
    try read("ORDER BY id", [], db)
  }

  static func all(of conversation: ConversationID, _ db: Database) throws -> [OutboxRecord] {
    try read("WHERE conversation = ? ORDER BY id", [conversation.blob], db)
  }

  static func all(of message: MessageID, _ db: Database) throws -> [OutboxRecord] {
    try read("WHERE message = ? ORDER BY id", [message.blob], db)
  }

  static func find(_ id: Int64, _ db: Database) throws -> OutboxRecord? {
    try read("WHERE id = ?", [id], db).first
  }

  private static func read(
    _ clause: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [OutboxRecord] {
    var records = try db.map("SELECT \(columns) FROM outbox \(clause)", arguments, decode)
    for index in records.indices where records[index].fileCount > 0 {
      records[index].files = try OutgoingFileRecord.all(of: records[index].message, db)
    }
    return records
  }

  static func hasEntries(in conversation: ConversationID, _ db: Database) throws -> Bool {
    try db.row("SELECT 1 FROM outbox WHERE conversation = ? LIMIT 1", [conversation.blob]) != nil
  }

  // MARK: - Writing

  static func insert(_ operation: OutboxOperation, at time: Timestamp, _ db: Database) throws {
    let values: (kind: Kind, createdAt: Timestamp, editID: EditID?, replyTo: MessageID?, text: String, files: Int)
    switch operation {
    case .send(let pending):
      values = (.send, pending.createdAt, nil, pending.replyTo, pending.text, pending.attachments.count)
    case .edit(_, _, let editID, let text): values = (.edit, time, editID, nil, text, 0)
    case .delete: values = (.delete, time, nil, nil, "", 0)
    }
    try db.run(
      """
      INSERT INTO outbox (conversation, message, kind, createdAt, editID, replyTo, text, fileCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        operation.conversation.blob, operation.message.blob, values.kind.rawValue, values.createdAt.milliseconds,
        values.editID?.blob, values.replyTo?.blob, values.text, values.files,
      ])
  }

  /// Takes the entry out, and its files with it.
  func delete(_ db: Database) throws {
    try takeOut(db)
    if fileCount > 0 { try OutgoingFileRecord.delete(of: message, db) }
  }

  private func takeOut(_ db: Database) throws {
    try db.run("DELETE FROM outbox WHERE id = ?", [id])
  }

  /// Changes the text of a send that the server may or may not have.
  func changeText(to text: String, editID: EditID, _ db: Database) throws {
    try db.run("UPDATE outbox SET text = ?, editID = ? WHERE id = ?", [text, editID.blob, id])
  }

  func recordFailure(_ refusal: Refusal, isFinal: Bool, _ db: Database) throws {
    try db.run(
      """
      UPDATE outbox SET attempts = attempts + 1, isFailed = ?, failureCode = ?, failureDetail = ?,
        failureRetryAfter = ? WHERE id = ?
      """,
      [
        isFinal, isFinal ? refusal.code.rawValue : nil, isFinal ? refusal.detail : nil,
        isFinal ? refusal.retryAfter : nil, id,
      ])
  }

  /// Queues the entry again behind everything that waits, under a new id.
  func requeue(_ db: Database) throws {
    try takeOut(db)
    try Self.insert(try operation, at: createdAt, db)
    if kind == .send, let editID {
      try db.run("UPDATE outbox SET editID = ? WHERE id = ?", [editID.blob, db.lastInsertedRowID])
    }
  }

  /// Fails everything that waits in a conversation that is gone.
  static func failAll(in conversation: ConversationID, with refusal: Refusal, _ db: Database) throws {
    try db.run("DELETE FROM outbox WHERE conversation = ? AND kind = 'delete'", [conversation.blob])
    try db.run(
      """
      UPDATE outbox SET isFailed = 1, failureCode = ?, failureDetail = ?, failureRetryAfter = NULL
      WHERE conversation = ? AND isFailed = 0
      """,
      [refusal.code.rawValue, refusal.detail, conversation.blob])
  }

  /// Takes out what the server's row proves to be done, however the row came: answer, delta, window
  /// or page.
  static func settle(
    with message: Message, in conversation: ConversationID, user: UserID, _ db: Database
  ) throws {
    for record in try all(of: message.id, db) where record.conversation == conversation {
      switch record.kind {
      case .send where message.sender == user: try record.settleSend(with: message, db)
      case .edit where message.edits.contains(where: { $0.id == record.editID }): try record.delete(db)
      case .delete where message.isDeleted: try record.delete(db)
      default: continue
      }
    }
  }

  private func settleSend(with message: Message, _ db: Database) throws {
    try delete(db)
    guard let editID, message.text != text, !message.isDeleted, !message.edits.contains(where: { $0.id == editID })
    else { return }
    try Self.insert(
      .edit(message: self.message, conversation: conversation, editID: editID, text: text), at: createdAt, db)
  }

  private static func decode(_ row: Row) throws -> OutboxRecord {
    let code = try (row[7] as String?).map { raw in
      guard let code = ErrorCode(rawValue: raw) else { throw ClientStoreError.corrupted("failureCode") }
      return code
    }
    return OutboxRecord(
      id: row[0], conversation: try row.identifier(1), message: try row.identifier(2), kind: try row.value(3, "kind"),
      createdAt: row.timestamp(4), attempts: row[5], isFailed: row[6],
      failure: code.map { Refusal($0, row[8] ?? "", retryAfter: row[9]) }, editID: try row.optionalIdentifier(10),
      replyTo: try row.optionalIdentifier(11), text: row[12], fileCount: row[13])
  }
}
