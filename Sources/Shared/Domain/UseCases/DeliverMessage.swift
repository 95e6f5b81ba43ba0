/// Sends a message and waits until the server has it: for programs that must know.
public struct DeliverMessage: Sendable {
  private let messages: any MessageRepository

  public init(messages: any MessageRepository) {
    self.messages = messages
  }

  /// The committed message. Throws the server's refusal, and the message is not kept; when
  /// cancelled, it stays in the outbox and is sent later.
  public func callAsFunction(
    _ text: String, to conversation: ConversationID, attachments: [OutgoingFile] = []
  ) async throws -> TimelineItem {
    let id = try await messages.send(text, to: conversation, replyTo: nil, attachments: attachments)
    for await timeline in messages.observeTimeline(conversation) {
      guard let item = timeline.items.first(where: { $0.id == id }) else { continue }
      if item.seq != nil { return item }
      if item.status == .failed {
        // Nobody is there to try again by hand.
        try await messages.discard(id)
        throw item.failure ?? Refusal(.internal, "The message could not be sent.")
      }
    }
    try Task.checkCancellation()
    throw Refusal.notFound
  }
}
