/// Opens a direct conversation with one person, or makes a group of several.
public struct CreateConversation: Sendable {
  private let repository: any ConversationRepository

  public init(repository: any ConversationRepository) {
    self.repository = repository
  }

  /// One user without a name gives the direct conversation with them, made if needed; anything else
  /// a group, which needs a name.
  public func callAsFunction(with users: [UserID], name: String?) async throws -> ConversationID {
    guard let first = users.first else { throw Refusal(.invalid, "Choose at least one person.") }
    let trimmed = name?.trimmingWhitespace ?? ""
    if users.count == 1, trimmed.isEmpty { return try await repository.openDirect(with: first) }
    return try await repository.createGroup(name: AccountRules.validatedName(trimmed), members: users)
  }
}
