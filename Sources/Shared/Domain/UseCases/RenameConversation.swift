/// Gives a group another name.
public struct RenameConversation: Sendable {
  private let repository: any ConversationRepository

  public init(repository: any ConversationRepository) {
    self.repository = repository
  }

  /// Throws `invalid` for a name that breaks the rule of names.
  public func callAsFunction(_ conversation: ConversationID, to name: String) async throws {
    try await repository.rename(conversation, to: AccountRules.validatedName(name))
  }
}
