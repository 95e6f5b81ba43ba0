import Domain

/// What the server says on the socket. Shapes and meaning: docs/protocol.md, section 4.2.
package enum ServerFrame: Hashable, Sendable {
  /// `history` is `nil` only from servers that do not know it. `traces` says how many of a million
  /// messages the client is to trace; `nil` is none.
  case welcome(
    user: UserID, session: SessionID, serverTime: Timestamp, history: HistoryID? = nil, traces: Int64? = nil)
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
