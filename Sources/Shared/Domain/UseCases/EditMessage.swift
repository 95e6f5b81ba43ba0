/// Replaces the text of my own message.
public struct EditMessage: Sendable {
  private let repository: any MessageRepository

  public init(repository: any MessageRepository) {
    self.repository = repository
  }

  public func callAsFunction(_ message: MessageID, in conversation: ConversationID, text: String) async throws {
    let text = try MessageText.validated(text)
    try await repository.edit(message, in: conversation, text: text)
  }
}
