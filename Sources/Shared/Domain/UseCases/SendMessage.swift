/// Sends a message: validated, on disk before it is on screen, sent when the server can be reached.
public struct SendMessage: Sendable {
  private let repository: any MessageRepository

  public init(repository: any MessageRepository) {
    self.repository = repository
  }

  public func callAsFunction(
    _ text: String, to conversation: ConversationID, replyTo: MessageID? = nil
  ) async throws -> MessageID {
    let text = try MessageText.validated(text)
    return try await repository.send(text, to: conversation, replyTo: replyTo)
  }
}
