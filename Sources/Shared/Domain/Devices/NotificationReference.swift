/// The message that a notification is about. Notifications carry ids only: the text comes from the
/// team's own server.
public struct NotificationReference: Hashable, Sendable {
  public static let conversationKey = "conversation"
  public static let messageKey = "message"
  public static let seqKey = "seq"

  public let conversation: ConversationID
  public let message: MessageID
  public let seq: Int64

  public init(conversation: ConversationID, message: MessageID, seq: Int64) {
    self.conversation = conversation
    self.message = message
    self.seq = seq
  }

  /// Reads a notification's payload: two ids and a seq of 1 or more. `nil` when it is not about a
  /// message.
  public init?(conversation: String?, message: String?, seq: Int64?) {
    guard let conversation = conversation.flatMap({ ConversationID($0) }),
      let message = message.flatMap({ MessageID($0) }), let seq, seq > 0
    else { return nil }
    self.init(conversation: conversation, message: message, seq: seq)
  }
}
