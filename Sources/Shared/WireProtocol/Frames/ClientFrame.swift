import Domain

/// What a client says on the socket. Shapes and meaning: docs/protocol.md, section 4.1.
package enum ClientFrame: Hashable, Sendable {
  /// `history` is the one that `known` is of.
  case hello(
    version: Int, token: String, client: String?, known: [FeedID: Int64], more: Bool, history: HistoryID? = nil)
  case sync(known: [FeedID: Int64], more: Bool)
  case pull(feed: FeedID, fromRev: Int64)
  case send(
    ref: Int64, conversation: ConversationID, id: MessageID, text: String, replyTo: MessageID?,
    attachments: [AttachmentReference] = [], trace: TraceContext? = nil)
  case edit(ref: Int64, conversation: ConversationID, id: MessageID, editID: EditID, text: String)
  case delete(ref: Int64, conversation: ConversationID, id: MessageID)
  case history(ref: Int64, conversation: ConversationID, before: Int64?, after: Int64?, limit: Int?)
  case read(conversation: ConversationID, seq: Int64, markUnread: Bool)
  case delivered(conversation: ConversationID, seq: Int64)
  case typing(conversation: ConversationID, active: Bool)
  case presence(Presence.State)
  case ping(ref: Int64?)

  /// The protocol version that this code speaks.
  package static let version = 1
}

extension ClientFrame {
  /// The number that the answer must carry, for requests that get one.
  package var ref: Int64? {
    switch self {
    case .send(let ref, _, _, _, _, _, _), .edit(let ref, _, _, _, _), .delete(let ref, _, _),
      .history(let ref, _, _, _, _):
      ref
    case .ping(let ref): ref
    case .hello, .sync, .pull, .read, .delivered, .typing, .presence: nil
    }
  }
}
