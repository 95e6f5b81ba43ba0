import Domain

package enum MessageCommand: Sendable {
  /// Repeats (same sender and id) answer with the row as it is and no range. An id of someone
  /// else's message: `conflict`. `replyTo` must be in the conversation: else `invalid`.
  /// Attachments must be complete, the sender's own, and in no other message: else `invalid`.
  case post(
    sender: UserID, conversation: ConversationID, id: MessageID, text: String, replyTo: MessageID?,
    attachments: [AttachmentReference] = [])
  /// A repeated `editID` answers like a repeated post. A deleted message: `gone`.
  case edit(asker: UserID, conversation: ConversationID, id: MessageID, editID: EditID, text: String)
  case delete(asker: UserID, conversation: ConversationID, id: MessageID)
}
