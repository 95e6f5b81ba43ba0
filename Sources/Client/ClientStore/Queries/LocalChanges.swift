import Domain

/// What the outbox holds for the messages of one conversation: pending sends, and the changes that
/// wait for committed ones.
struct LocalChanges {
  /// Sends in the order in which they were written.
  private(set) var pending: [PendingMessage] = []
  private var changes: [MessageID: Change] = [:]
  private(set) var hasFailed = false

  /// What waits for one message.
  struct Change {
    /// The newest text that waits.
    var text: String?
    var isDeleted = false
    var isWaiting = false
    var failure: Refusal?
  }

  init(_ records: some Sequence<OutboxRecord>) {
    for record in records {
      if record.isFailed { hasFailed = true }
      if record.kind == .send { pending.append(record.pending) } else { add(record) }
    }
  }

  subscript(_ message: MessageID) -> Change? { changes[message] }

  private mutating func add(_ record: OutboxRecord) {
    var change = changes[record.message] ?? Change()
    if record.isFailed {
      change.failure = record.failure
    } else {
      change.isWaiting = true
      if record.kind == .delete { change.isDeleted = true } else { change.text = record.text }
    }
    changes[record.message] = change
  }
}
