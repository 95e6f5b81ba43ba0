/// Deletes a message for everyone; a placeholder stays.
public struct DeleteMessage: Sendable {
  private let repository: any MessageRepository

  public init(repository: any MessageRepository) {
    self.repository = repository
  }

  public func callAsFunction(_ message: MessageID, in conversation: ConversationID) async throws {
    try await repository.delete(message, in: conversation)
  }
}
