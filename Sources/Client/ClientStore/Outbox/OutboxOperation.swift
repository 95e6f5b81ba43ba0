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

  /// The same in another conversation.
  func moved(to conversation: ConversationID) -> OutboxOperation {
    switch self {
    case .send(let message): .send(message.moved(to: conversation))
    case .edit(let message, _, let editID, let text):
      .edit(message: message, conversation: conversation, editID: editID, text: text)
    case .delete(let message, _): .delete(message: message, conversation: conversation)
    }
  }

  package var message: MessageID {
    switch self {
    case .send(let message): message.id
    case .edit(let message, _, _, _), .delete(let message, _): message
    }
  }
}

extension PendingMessage {
  /// The same in another conversation.
  func moved(to conversation: ConversationID) -> PendingMessage {
    PendingMessage(
      id: id, conversation: conversation, text: text, replyTo: replyTo, createdAt: createdAt, status: status,
      failure: failure, attachments: attachments)
  }
}
