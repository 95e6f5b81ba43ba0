// Made from wire/intelligence.json: change that and run `make wire`.

/// One entry of a user's talk with the assistant.
public struct AssistantMessage: Hashable, Sendable, Identifiable, Codable {
  public enum Role: String, Sendable, Codable, CaseIterable {
    case user
    case assistant
  }

  public let id: AssistantMessageID
  public let role: Role
  public var text: String
  public var citations: [Citation]
  /// Changes that the assistant wants to make: nothing happens until the user approves exactly
  /// these.
  public var proposals: [ActionProposal]
  public var receipt: AIReceipt?
  public let createdAt: Timestamp

  public init(
    id: AssistantMessageID, role: Role, text: String, citations: [Citation] = [], proposals: [ActionProposal] = [],
    receipt: AIReceipt? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.role = role
    self.text = text
    self.citations = citations
    self.proposals = proposals
    self.receipt = receipt
    self.createdAt = createdAt
  }
}
