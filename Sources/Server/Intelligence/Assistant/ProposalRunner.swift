import AIProviders
import Domain
import ServerCore

/// Carries out an approved change exactly as it was shown, as the asker. Carrying it out twice
/// changes nothing more.
package struct ProposalRunner: Sendable {
  let commands: any CommandPerformer
  let insights: InsightService
  let history: AssistantHistory
  let clock: any WallClock

  /// What came of it, in a sentence. The policy is asked again by the store: rights may have been
  /// lost since.
  func run(_ proposal: ActionProposal, for asker: UserID) async throws(Refusal) -> String {
    let arguments: JSONValue
    do throws(JSONParser.Failure) {
      arguments = try JSONParser.parse(proposal.arguments)
    } catch {
      throw Refusal(.internal, "The proposal could not be read.")
    }
    switch AssistantFunction(rawValue: proposal.function) {
    case .sendMessage: return try await send(proposal, arguments, asker)
    case .completeActionItem: return try await complete(arguments, asker)
    case .rememberFact: return try await remember(proposal, arguments, asker)
    default: throw Refusal(.invalid, "That is not something to approve.")
    }
  }

  private func send(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]), let text = arguments["text"]?.string else {
      throw Refusal(.internal, "The proposal could not be read.")
    }
    // The message has the proposal's id, so that a repeat is the same message.
    let message = MessageID(high: proposal.id.high, low: proposal.id.low)
    _ = try await commands.perform(
      .message(.post(sender: asker, conversation: conversation, id: message, text: text, replyTo: nil)))
    return "Sent."
  }

  private func complete(_ arguments: JSONValue, _ asker: UserID) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]),
      let insight: InsightID = id(arguments["insight"])
    else { throw Refusal(.internal, "The proposal could not be read.") }
    _ = try await insights.change(InsightChange(status: .done), of: insight, in: conversation, asker: asker)
    return "Marked as done."
  }

  private func remember(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let text = arguments["text"]?.string else { throw Refusal(.internal, "The proposal could not be read.") }
    let entry = MemoryEntry(
      id: MemoryEntryID(high: proposal.id.high, low: proposal.id.low), text: text, createdAt: clock.now)
    try await history.remember(entry, of: asker)
    return "I will remember that."
  }

  private func id<Entity>(_ value: JSONValue?) -> Identifier<Entity>? {
    value?.string.flatMap { Identifier<Entity>($0) }
  }
}
