import Domain

/// Something that the user did and the server has to hear of.
package enum OutboxOperation: Hashable, Sendable {
  case send(PendingMessage)
  case edit(message: MessageID, conversation: ConversationID, editID: EditID, text: String)
  case delete(message: MessageID, conversation: ConversationID)

  package var conversation: ConversationID {
    switch self {
    case .send(let message): message.conversation
    case .edit(_, let conversation, _, _), .delete(_, let conversation): conversation
    }
  }

  package var message: MessageID {
    switch self {
    case .send(let message): message.id
    case .edit(let message, _, _, _), .delete(let message, _): message
    }
  }
}
