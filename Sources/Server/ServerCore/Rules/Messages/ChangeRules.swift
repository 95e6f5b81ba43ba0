import Domain

/// What an edit or a deletion does.
package enum MessageRuling: Sendable {
  /// It was made before: nothing changes.
  case repeated(CommandAnswer)
  case changed(MessageChange)
}

package struct MessageChange: Sendable {
  /// The row under the conversation's next revision.
  package let message: Message
  /// The text that stood there.
  package let formerText: String
  /// Bytes of text that there are more; negative when there are fewer.
  package let growth: Int

  /// The answer, with the insights that changed together with the message.
  package func answer(insights: [Insight], in state: ConversationState) -> CommandAnswer {
    Rules.Messages.announced(message, insights: insights, in: state)
  }
}

extension Rules.Messages {
  /// Only the author edits. `message` is `nil` when it is not in the conversation; `isKnown` says
  /// whether this very edit was made before. Throws `gone` for a deleted message, and `forbidden`
  /// when there is no room for the longer text, and `conflict` where it is held (`isHeld`) and a
  /// former text would go.
  package static func edit(
    _ message: Message?, isKnown: Bool, isHeld: Bool, to text: String, editID: EditID, by asker: UserID,
    in state: ConversationState, space: TextSpace, at time: Timestamp
  ) throws(Refusal) -> MessageRuling {
    try state.authorize(.read, asker)
    let text = try MessageText.validated(text, hasAttachments: message?.attachments.isEmpty == false)
    let message = try visible(message, for: .editMessage, asker, in: state)
    guard !message.isDeleted else { throw Refusal(.gone, "The message has been deleted.") }
    if isKnown { return .repeated(repeated(message, in: state)) }
    let growth = text.utf8.count - message.text.utf8.count
    try Rules.Retentions.checkEdit(of: message, isHeld: isHeld)
    if growth > 0 { try space.check(adding: growth) }
    let edited = message.edited(to: text, editID: editID, at: time, rev: state.nextRev)
    return .changed(MessageChange(message: edited, formerText: message.text, growth: growth))
  }

  /// The author deletes, or an admin of a group. A second time changes nothing. Throws `conflict`
  /// where a legal hold is on the message.
  package static func delete(
    _ message: Message?, isHeld: Bool, by asker: UserID, in state: ConversationState, at time: Timestamp
  ) throws(Refusal) -> MessageRuling {
    let message = try visible(message, for: .deleteMessage, asker, in: state)
    if message.isDeleted { return .repeated(repeated(message, in: state)) }
    try Rules.Retentions.checkDeletion(ofMessageHeld: isHeld)
    let deleted = message.deleted(by: asker, at: time, rev: state.nextRev)
    return .changed(
      MessageChange(message: deleted, formerText: message.text, growth: -message.text.utf8.count))
  }

  private static func visible(
    _ message: Message?, for action: ConversationAction, _ asker: UserID, in state: ConversationState
  ) throws(Refusal) -> Message {
    try state.authorize(.read, asker)
    guard let message else { throw Refusal.notFound }
    try state.authorize(action, asker, isAuthor: message.sender == asker)
    return message
  }
}
