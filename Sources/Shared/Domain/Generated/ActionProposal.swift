// Made from wire/intelligence.json: change that and run `make wire`.

/// A change that the assistant asks leave for. Carried out exactly as shown, as the user, once.
public struct ActionProposal: Hashable, Sendable, Identifiable, Codable {
  public enum State: String, Sendable, Codable, CaseIterable {
    case waiting
    case done
    case rejected
    case failed
  }

  public let id: ActionProposalID
  /// Name of the function, such as `sendMessage`.
  public let function: String
  /// Its arguments as a JSON object.
  public let arguments: String
  /// What will happen, in words that name conversation, people and text.
  public let summary: String
  public var state: State
  /// What came of it, or why it failed.
  public var result: String?

  public init(
    id: ActionProposalID, function: String, arguments: String, summary: String, state: State = .waiting,
    result: String? = nil
  ) {
    self.id = id
    self.function = function
    self.arguments = arguments
    self.summary = summary
    self.state = state
    self.result = result
  }
}
