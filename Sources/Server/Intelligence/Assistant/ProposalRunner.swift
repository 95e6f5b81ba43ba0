import AIProviders
import Domain
import ServerCore

/// Carries out an approved change exactly as it was shown, as the asker. Carrying it out twice
/// changes nothing more.
package struct ProposalRunner: Sendable {
  let commands: any CommandPerformer
  let insights: InsightService
  let priority: PriorityService
  let history: AssistantHistory
  let clock: any WallClock

  /// What came of it, in a sentence. The policy is asked again by the store: rights may have been
  /// lost since.
  func run(_ proposal: ActionProposal, for asker: UserID) async throws(Refusal) -> String {
    let arguments: JSONValue
    do throws(JSONParser.Failure) {
      arguments = try JSONParser.parse(proposal.arguments)
    } catch {
      throw Self.unreadable
    }
    switch AssistantFunction(rawValue: proposal.function) {
    case .sendMessage: return try await send(proposal, arguments, asker)
    case .completeActionItem: return try await complete(arguments, asker)
    case .createActionItem: return try await create(proposal, arguments, asker)
    case .changeActionItem: return try await change(arguments, asker)
    case .markDecision: return try await markDecision(proposal, arguments, asker)
    case .markRead: return try await markRead(arguments, asker)
    case .correctPriority: return try await correct(arguments, asker)
    case .startConversation: return try await start(proposal, arguments, asker)
    case .rememberFact: return try await remember(proposal, arguments, asker)
    case .remindMe: return try await remind(proposal, arguments, asker)
    default: throw Refusal(.invalid, "That is not something to approve.")
    }
  }

  private func send(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]), let text = arguments["text"]?.string else {
      throw Self.unreadable
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
    else { throw Self.unreadable }
    _ = try await insights.change(InsightChange(status: .done), of: insight, in: conversation, asker: asker)
    return "Marked as done."
  }

  /// Message and insight have the proposal's id, so that a repeat makes neither again.
  private func create(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]), let text = arguments["text"]?.string else {
      throw Self.unreadable
    }
    let message = MessageID(high: proposal.id.high, low: proposal.id.low)
    _ = try await commands.perform(
      .message(.post(sender: asker, conversation: conversation, id: message, text: text, replyTo: nil)))
    let item = try await insights.mark(
      .actionItem, message: message, in: conversation, text: text,
      id: InsightID(high: proposal.id.high, low: proposal.id.low), asker: asker)
    let change = InsightChange(owner: id(arguments["owner"]), dueAt: time(arguments["due"]))
    guard change != InsightChange() else { return "Posted and marked as a task." }
    _ = try await insights.change(change, of: item.id, in: conversation, asker: asker)
    return "Posted and marked as a task."
  }

  private func change(_ arguments: JSONValue, _ asker: UserID) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]),
      let insight: InsightID = id(arguments["insight"])
    else { throw Self.unreadable }
    let change = InsightChange(
      text: arguments["text"]?.string, status: arguments["status"]?.string.flatMap { Insight.Status(rawValue: $0) },
      owner: id(arguments["owner"]), dueAt: time(arguments["due"]))
    _ = try await insights.change(change, of: insight, in: conversation, asker: asker)
    return "Changed."
  }

  private func markDecision(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]),
      let message: MessageID = id(arguments["message"])
    else { throw Self.unreadable }
    _ = try await insights.mark(
      .decision, message: message, in: conversation, text: nil,
      id: InsightID(high: proposal.id.high, low: proposal.id.low), asker: asker)
    return "Marked as a decision."
  }

  private func markRead(_ arguments: JSONValue, _ asker: UserID) async throws(Refusal) -> String {
    for place in arguments["places"]?.array ?? [] {
      guard let conversation: ConversationID = id(place["conversation"]),
        let seq = place["seq"]?.string.flatMap({ Int64($0) })
      else { throw Self.unreadable }
      let change = WatermarkChange(user: asker, read: seq)
      _ = try await commands.perform(.member(.advanceWatermarks(conversation: conversation, [change])))
    }
    return "Marked as read."
  }

  private func correct(_ arguments: JSONValue, _ asker: UserID) async throws(Refusal) -> String {
    guard let conversation: ConversationID = id(arguments["conversation"]),
      let message: MessageID = id(arguments["message"]), let isUrgent = arguments["isUrgent"]?.bool
    else { throw Self.unreadable }
    _ = try await priority.correct(
      asker: asker, conversation: conversation, message: message, to: isUrgent ? .urgent : .canWait)
    return isUrgent ? "Noted as urgent for you." : "Noted: it can wait."
  }

  private func start(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    let people: [UserID] = (arguments["people"]?.array ?? []).compactMap { id($0) }
    let name = arguments["name"]?.string
    let result = try await commands.perform(
      .conversation(
        .create(
          creator: asker, id: ConversationID(high: proposal.id.high, low: proposal.id.low),
          kind: name == nil ? .direct : .group, name: name, members: people)))
    guard case .conversation(_, let isNew) = result else { return "Started." }
    return isNew ? "Started. It is in your list." : "You have that conversation already. It is in your list."
  }

  private static let unreadable = Refusal(.internal, "The proposal could not be read.")

  private func time(_ value: JSONValue?) -> Timestamp? {
    value?.string.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
  }

  private func remember(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let text = arguments["text"]?.string else { throw Self.unreadable }
    let entry = MemoryEntry(
      id: MemoryEntryID(high: proposal.id.high, low: proposal.id.low), text: text, createdAt: clock.now)
    try await history.remember(entry, of: asker)
    return "I will remember that."
  }

  private func remind(
    _ proposal: ActionProposal, _ arguments: JSONValue, _ asker: UserID
  ) async throws(Refusal) -> String {
    guard let text = arguments["text"]?.string, let time = time(arguments["at"]) else { throw Self.unreadable }
    let reminder = NewReminder(
      id: ReminderID(high: proposal.id.high, low: proposal.id.low), at: time, subject: .note(text))
    _ = try await commands.perform(.intelligence(.reminder(.add(user: asker, reminder))))
    return "I will remind you."
  }

  private func id<Entity>(_ value: JSONValue?) -> Identifier<Entity>? {
    value?.string.flatMap { Identifier<Entity>($0) }
  }
}
