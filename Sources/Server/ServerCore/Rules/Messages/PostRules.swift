import Domain

/// How much room there is for text.
package struct TextSpace: Sendable {
  /// Bytes of the author's messages.
  package let used: Int64
  /// Bytes of everybody's.
  package let total: Int64
  package let limits: StoreLimits

  package init(used: Int64, total: Int64, limits: StoreLimits) {
    self.used = used
    self.total = total
    self.limits = limits
  }

  /// Throws `forbidden` when `count` more bytes of the author's would be too many.
  package func check(adding count: Int) throws(Refusal) {
    guard used + Int64(count) <= limits.textPerUser else {
      throw Refusal(.forbidden, "Your messages take up all the space that one person has here. Delete some first.")
    }
    guard total + Int64(count) <= limits.textInAll else {
      throw Refusal(.forbidden, "This server's space for messages is used up. Ask its administrator for more.")
    }
  }
}

/// What a sender asks to be posted.
package struct PostRequest: Sendable {
  package let sender: UserID
  package let id: MessageID
  package let text: String
  package let replyTo: MessageID?
  package let attachments: [AttachmentReference]
  package let at: Timestamp

  package init(
    sender: UserID, id: MessageID, text: String, replyTo: MessageID?, attachments: [AttachmentReference] = [],
    at: Timestamp
  ) {
    self.sender = sender
    self.id = id
    self.text = text
    self.replyTo = replyTo
    self.attachments = attachments
    self.at = at
  }
}

extension Rules.Messages {
  /// The message as it would stand next in the conversation, without its files. Throws what the
  /// sender, or their text, is refused for.
  package static func compose(_ request: PostRequest, in state: ConversationState) throws(Refusal) -> Message {
    try state.authorize(.post, request.sender)
    return Message(
      id: request.id, seq: state.lastSeq + 1, rev: state.nextRev, sender: request.sender,
      text: try MessageText.validated(request.text, hasAttachments: !request.attachments.isEmpty),
      createdAt: request.at, replyTo: request.replyTo)
  }

  package static let strayReply = Refusal(
    .invalid, "The message that this one replies to is not in the conversation.")

  /// The answer to a message that was composed for this very state and is now stored.
  package static func posted(_ message: Message, in state: ConversationState) -> CommandAnswer {
    announced(message, in: state)
  }

  /// The answer to a post whose id is in use, by `known`: that message as it is. Throws `conflict`
  /// when it was posted by somebody else, or in another conversation.
  package static func repeated(
    _ known: Message, isHere: Bool, by sender: UserID, in state: ConversationState
  ) throws(Refusal) -> CommandAnswer {
    guard isHere, known.sender == sender else { throw Refusal(.conflict, "That message id is in use.") }
    return repeated(known, in: state)
  }

  /// The row as it is, without a range and without telling anybody.
  static func repeated(_ message: Message, in state: ConversationState) -> CommandAnswer {
    CommandAnswer(.message(FeedDelta(feed: state.feed, messages: [message])))
  }

  static func announced(
    _ message: Message, insights: [Insight] = [], in state: ConversationState
  ) -> CommandAnswer {
    let delta = FeedDelta(
      feed: state.feed, fromRev: state.rev, toRev: state.nextRev, messages: [message], insights: insights)
    return CommandAnswer(.message(delta), changes: [.delta(delta, audience: state.audience)])
  }
}
