/// Brings a whole conversation to this device.
public struct ExportConversation: Sendable {
  private let messages: any MessageRepository

  public init(messages: any MessageRepository) {
    self.messages = messages
  }

  /// The conversation from its first message on, oldest first. Needs the network for what the
  /// device does not hold.
  public func callAsFunction(_ conversation: ConversationID) async throws -> Timeline {
    guard let held = await current(conversation) else { throw Refusal.notFound }
    var mayHaveMore = held.hasOlder
    while mayHaveMore {
      try Task.checkCancellation()
      mayHaveMore = try await messages.loadOlder(conversation)
    }
    guard let whole = await current(conversation) else { throw Refusal.notFound }
    return whole
  }

  private func current(_ conversation: ConversationID) async -> Timeline? {
    for await timeline in messages.observeTimeline(conversation) { return timeline }
    return nil
  }
}
