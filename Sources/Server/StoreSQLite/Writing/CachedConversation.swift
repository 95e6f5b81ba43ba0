import Domain
import ServerCore

/// A conversation that the writer has at hand, so that posting needs no SELECT. Confined to the writer.
final class CachedConversation {
  let key: Int64
  var state: ConversationState
  /// Whether the cache will write it at the end of the transaction.
  var isDirty = false
  var lastUse: UInt64 = 0

  init(key: Int64, state: ConversationState) {
    self.key = key
    self.state = state
  }

  func position(of seq: Int64) -> Int64 { MessageRows.position(conversation: key, seq: seq) }
}
