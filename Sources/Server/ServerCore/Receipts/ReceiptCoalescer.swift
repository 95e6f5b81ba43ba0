import Domain
import Foundation

/// Gathers watermarks so that a conversation commits them at most once an interval. What it holds
/// is lost in a crash, and may be.
package final class ReceiptCoalescer: Sendable {
  private let gateway: CommandGateway
  private let lock = NSLock()
  nonisolated(unsafe) private var pending: [ConversationID: [UserID: WatermarkChange]] = [:]

  package init(gateway: CommandGateway) {
    self.gateway = gateway
  }

  package func delivered(_ user: UserID, in conversation: ConversationID, seq: Int64) {
    change(user, in: conversation) { $0.delivered = max($0.delivered ?? 0, seq) }
  }

  /// An earlier "mark unread" that still waits is overridden.
  package func read(_ user: UserID, in conversation: ConversationID, seq: Int64) {
    change(user, in: conversation) {
      $0.read = max($0.read ?? 0, seq)
      $0.unreadFrom = nil
    }
  }

  /// The read watermark becomes `seq`, even if that lowers it.
  package func markUnread(_ user: UserID, in conversation: ConversationID, seq: Int64) {
    change(user, in: conversation) {
      $0.read = nil
      $0.unreadFrom = seq
    }
  }

  package func flush() {
    let due = lock.withLock {
      defer { pending = [:] }
      return pending
    }
    for (conversation, changes) in due.sorted(by: { $0.key < $1.key }) {
      let ordered = changes.values.sorted { $0.user < $1.user }
      gateway.submit(.member(.advanceWatermarks(conversation: conversation, ordered)))
    }
  }

  private func change(
    _ user: UserID, in conversation: ConversationID, _ body: (inout WatermarkChange) -> Void
  ) {
    lock.withLock { body(&pending[conversation, default: [:]][user, default: WatermarkChange(user: user)]) }
  }
}
