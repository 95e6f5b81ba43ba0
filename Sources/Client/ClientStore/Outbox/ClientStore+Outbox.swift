import Domain
import GRDB

extension ClientStore {
  /// Writes what the user did, on disk when this returns; it shows at once.
  ///
  /// Editing a message that is still pending changes it where it stands, deleting one takes it out;
  /// whether the server has it already is settled by whatever arrives. Throws `notFound` for an
  /// unknown conversation or message, `forbidden` for an edit of someone else's, `gone` for an edit
  /// of a deleted one.
  package func enqueue(_ operation: OutboxOperation) throws {
    try writeDurably { db in
      let now = clock.now
      let operation = try operation.moved(to: FormerConversation.resolve(operation.conversation, db))
      switch operation {
      case .send(let pending):
        guard try ConversationRecord.find(pending.conversation, db) != nil else { throw Refusal.notFound }
        try OutboxRecord.insert(operation, at: now, db)
      case .edit(let message, let conversation, let editID, let text):
        if let send = try Self.pendingSend(message, in: conversation, db) {
          return try send.changeText(to: text, editID: editID, db)
        }
        try Self.checkEdit(message, in: conversation, db)
        try OutboxRecord.insert(operation, at: now, db)
      case .delete(let message, let conversation):
        try Self.enqueueDeletion(message, in: conversation, at: now, db)
      }
    }
  }

  /// All entries in the order in which they were written.
  package func outbox() throws -> [OutboxEntry] {
    let now = clock.now
    return try read { try OutboxRecord.all($0).map { try $0.entry(at: now) } }
  }

  /// The server has done what the entry asked: takes it out and applies the answer. The answer's
  /// rows are applied even when they are beyond a gap, so that the message never vanishes from the
  /// screen.
  package func acknowledge(_ entry: Int64, with delta: FeedDelta) throws -> ApplyResult {
    try removingFiles(of: delta) { db in
      let result = try FeedWriter(db).apply(delta, isAnswer: true)
      try OutboxRecord.find(entry, db)?.delete(db)
      return result
    }
  }

  /// Counts a refusal of this very entry. `isTerminal`, or the third, makes the entry wait for the
  /// user. A deletion of what does not exist is done.
  package func recordFailure(_ entry: Int64, _ refusal: Refusal, isTerminal: Bool) throws {
    try writeDurably { db in
      guard let record = try OutboxRecord.find(entry, db) else { return }
      if record.kind == .delete, refusal.code == .notFound || refusal.code == .gone { return try record.delete(db) }
      let isFinal = isTerminal || record.attempts + 1 >= Limits.maximumSendAttempts
      try record.recordFailure(refusal, isFinal: isFinal, db)
    }
  }

  /// Puts what failed of this message back into the queue, behind what already waits. The server is
  /// asked again for each of its files.
  package func retry(_ message: MessageID) throws {
    try writeDurably { db in
      try OutgoingFileRecord.forgetCompletion(of: message, db)
      for record in try OutboxRecord.all(of: message, db) where record.isFailed { try record.requeue(db) }
    }
  }

  /// Gives up what failed of this message, and its files.
  package func discard(_ message: MessageID) throws {
    try writeDurably { db in
      for record in try OutboxRecord.all(of: message, db) where record.isFailed { try record.delete(db) }
    }
  }

  // MARK: - Rules

  private static func pendingSend(
    _ message: MessageID, in conversation: ConversationID, _ db: Database
  ) throws -> OutboxRecord? {
    try OutboxRecord.all(of: message, db).first { $0.kind == .send && $0.conversation == conversation }
  }

  private static func checkEdit(_ id: MessageID, in conversation: ConversationID, _ db: Database) throws {
    guard let message = try MessageRecord.find(id, in: conversation, db) else { throw Refusal.notFound }
    guard message.sender == (try AccountRecord.user(db)) else {
      throw Refusal(.forbidden, "Only the author may edit a message.")
    }
    let isBeingDeleted = try OutboxRecord.all(of: id, db).contains { $0.kind == .delete && !$0.isFailed }
    guard !message.isDeleted, !isBeingDeleted else { throw Refusal(.gone, "The message has been deleted.") }
  }

  /// A pending send gives way to the deletion under a new entry: should the server have the message
  /// after all, it is deleted there, else the answer `notFound` ends it.
  private static func enqueueDeletion(
    _ message: MessageID, in conversation: ConversationID, at now: Timestamp, _ db: Database
  ) throws {
    let entries = try OutboxRecord.all(of: message, db).filter { $0.conversation == conversation }
    let stored = try MessageRecord.find(message, in: conversation, db)
    guard stored != nil || !entries.isEmpty else { throw Refusal.notFound }
    for entry in entries { try entry.delete(db) }
    if stored?.isDeleted == true { return }
    try OutboxRecord.insert(.delete(message: message, conversation: conversation), at: now, db)
  }
}
