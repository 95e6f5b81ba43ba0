import Domain

/// What the server says on the socket. Shapes and meaning: docs/protocol.md, section 4.2.
package enum ServerFrame: Hashable, Sendable {
  case welcome(user: UserID, session: SessionID, serverTime: Timestamp)
  case delta(FeedDelta)
  case ack(ref: Int64, FeedDelta)
  case page(ref: Int64, MessagePage)
  case gone(FeedID)
  case synced
  case typing(conversation: ConversationID, user: UserID, active: Bool)
  case presence([Presence])
  case error(ref: Int64?, Refusal)
  case pong(ref: Int64?)
}
