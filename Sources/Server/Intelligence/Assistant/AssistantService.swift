import AIProviders
import Domain
import Foundation
import ServerCore

/// The talk with the assistant: understands a request, runs functions as the asker, and asks before
/// it changes anything.
package struct AssistantService: Sendable {
  static let maximumText = 2_000

  private let runner: AIRunner
  private let functions: FunctionRunner
  private let history: AssistantHistory
  private let proposals: ProposalRunner
  private let modelTalk: ToolLoop
  private let clock: any WallClock
  private let identifiers: any IdentifierSource

  package init(
    runner: AIRunner, reader: IntelligenceReader, people: PeopleDirectory, commands: any CommandPerformer,
    functions: FunctionRunner, insights: InsightService, priority: PriorityService,
    configuration: IntelligenceConfiguration,
    clock: any WallClock, identifiers: any IdentifierSource
  ) {
    self.runner = runner
    self.functions = functions
    let history = AssistantHistory(reader: reader, commands: commands, clock: clock)
    self.history = history
    proposals = ProposalRunner(
      commands: commands, insights: insights, priority: priority, history: history, clock: clock)
    modelTalk = ToolLoop(
      runner: runner, reader: reader, people: people, functions: functions, configuration: configuration, clock: clock)
    self.clock = clock
    self.identifiers = identifiers
  }

  /// Each element is the whole answer so far; the last one is complete and kept. Throws before the
  /// stream begins for what cannot be asked. With an `id` the same words are one question, however
  /// often they come: it stands in the talk once, and so does its answer. Throws `conflict` for an
  /// id that is something else's.
  package func talk(
    asker: UserID, text: String, conversation: ConversationID?, as id: AssistantMessageID? = nil
  ) async throws(Refusal) -> AsyncThrowingStream<AssistantMessage, any Error> {
    let lane = try await runner.enter(asker, asksModel: true)
    do throws(Refusal) {
      return try await runner.within(asker) { () async throws(Refusal) in
        try await begin(asker, text, conversation, as: id, in: lane)
      }
    } catch {
      runner.leave(lane)
      throw error
    }
  }

  /// Answers with the stream that ends the asker's turn.
  private func begin(
    _ asker: UserID, _ text: String, _ conversation: ConversationID?, as id: AssistantMessageID?,
    in lane: RequestGate.Lane
  ) async throws(Refusal) -> AsyncThrowingStream<AssistantMessage, any Error> {
    let preferences = try await runner.admit(asker, to: .assistant)
    let text = try MessageText.validated(text)
    guard TextLength.isWithin(Self.maximumText, text) else {
      throw Refusal(.tooLarge, "The assistant reads at most \(Self.maximumText) characters.")
    }
    var earlier = try await history.messages(of: asker)
    if let id, let place = earlier.firstIndex(where: { $0.message.id == id }) {
      let known = earlier[place].message
      guard known.role == .user, known.text == text else {
        throw Refusal(.conflict, "Something else was said with this id.")
      }
      if let answer = earlier.dropFirst(place + 1).first?.message, answer.role == .assistant {
        runner.leave(lane)
        return AsyncThrowingStream { continuation in
          continuation.yield(answer)
          continuation.finish()
        }
      }
      earlier.removeSubrange(place...)
    } else {
      let question = AssistantMessage(id: id ?? identifiers.next(), role: .user, text: text, createdAt: clock.now)
      try await history.keep(StoredAssistantMessage(message: question, basis: Basis()), of: asker)
    }
    let request = AssistantTurn(
      asker: asker, text: text, conversation: conversation, earlier: earlier,
      answer: AssistantMessage(
        id: id.map(Self.answerID) ?? identifiers.next(), role: .assistant, text: "", createdAt: clock.now))
    return stream(request, preferences, in: lane)
  }

  /// Of the answer to a question with an id: two that are worked out at once are one record.
  private static func answerID(to question: AssistantMessageID) -> AssistantMessageID {
    AssistantMessageID(high: question.high, low: question.low ^ 1)
  }

  /// Each element holds all of those before it, so only the newest waits for a slow reader.
  private func stream(
    _ request: AssistantTurn, _ preferences: AIPreferences, in lane: RequestGate.Lane
  ) -> AsyncThrowingStream<AssistantMessage, any Error> {
    let (stream, continuation) = AsyncThrowingStream<AssistantMessage, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      defer { runner.leave(lane) }
      do {
        let answer = try await answer(request, preferences) { continuation.yield($0) }
        try await history.keep(answer, of: request.asker)
        continuation.yield(answer.message)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { reason in
      if case .cancelled = reason { task.cancel() }
    }
    return stream
  }

  private func answer(
    _ request: AssistantTurn, _ preferences: AIPreferences, show: @Sendable (AssistantMessage) -> Void
  ) async throws -> StoredAssistantMessage {
    let choice = try await runner.modelNow(for: request.asker, preferences, reading: [])
    var notice = choice.notice
    if let model = choice.model {
      do {
        return try await modelTalk.answer(request, model: model, preferences: preferences, show: show)
      } catch let failure as ModelFailure {
        notice = failure.notice(place: model.place)
      } catch let obstacle as ToolLoop.Obstacle {
        notice = obstacle.notice
      }
    }
    var answer = try await onBox(request)
    if let notice { answer.message.receipt?.notice = notice }
    return answer
  }

  /// Understands by intent and serves with the on-box engine.
  private func onBox(_ request: AssistantTurn) async throws(Refusal) -> StoredAssistantMessage {
    let matcher = try await functions.matcher(for: request.asker)
    let result: FunctionResult
    switch IntentParser(matcher: matcher).intent(of: request.text) {
    case .help: result = FunctionResult(Self.help)
    case .showMemory: result = try await memoryText(of: request.asker)
    case .needsModel: result = FunctionResult("\(Self.withoutModel) \(Self.help)")
    case .messageWithoutText:
      result = FunctionResult("What shall I write? Say it behind a colon: “Send Ada: the text”.")
    case .cannot: result = FunctionResult("That is not something that I can do. \(Self.help)")
    case .notUnderstood: result = FunctionResult("I did not understand what to do. \(Self.help)")
    case .thanks: result = FunctionResult("You’re welcome.")
    case .call(let function, let arguments):
      result = try await run(function, arguments, request)
    }
    var answer = request.answer
    answer.text = result.text
    answer.citations = result.citations
    answer.proposals = result.proposals
    answer.receipt =
      result.receipt
      ?? AIReceipt(model: OnBoxEngine.version, place: AIReceipt.thisServer, messagesRead: result.citations.count)
    return StoredAssistantMessage(message: answer, basis: result.basis)
  }

  /// What a person can mend is said in the talk; everything else fails it.
  private func run(
    _ function: AssistantFunction, _ arguments: JSONValue, _ request: AssistantTurn
  ) async throws(Refusal) -> FunctionResult {
    do throws(Refusal) {
      let call = try FunctionCall(function, arguments, current: request.conversation)
      return try await functions.run(call, listed: request.listed, for: request.asker)
    } catch {
      guard [.invalid, .notFound, .tooLarge, .forbidden].contains(error.code) else { throw error }
      return FunctionResult(error.detail)
    }
  }

  private func memoryText(of user: UserID) async throws(Refusal) -> FunctionResult {
    let entries = try await history.memory(of: user)
    guard !entries.isEmpty else { return FunctionResult("I keep nothing about you.") }
    return FunctionResult((["I keep this about you:"] + entries.map { "• \($0.text)" }).joined(separator: "\n"))
  }

  private static let help = """
    I can catch you up on what you missed, summarise a conversation, list action items and decisions, say what is urgent, \
    find messages and people, answer questions from your conversations and propose meeting times. Once you approve it, \
    I send a message, create, assign, move, rename or finish a task, mark a decision, mark a conversation as read, \
    correct what is urgent, start a conversation, remember something about you, and remind you at a time. \
    Try “What did I miss?”, “What are my action items?” or “Create a task in Operations for me: renew the certificate \
    by Friday”.
    """
  private static let withoutModel = """
    Writing, translating and explaining need a language model, and none is connected here that may be asked for you.
    """
}

// MARK: - History, memory, functions by name

extension AssistantService {
  /// Oldest first.
  package func history(of user: UserID) async throws(Refusal) -> [AssistantMessage] {
    try await history.messages(of: user).map(\.message)
  }

  package func eraseHistory(of user: UserID) async throws(Refusal) {
    try await history.erase(of: user)
  }

  /// Newest first.
  package func memory(of user: UserID) async throws(Refusal) -> [MemoryEntry] {
    try await history.memory(of: user)
  }

  package func eraseMemory(_ entry: MemoryEntryID, of user: UserID) async throws(Refusal) {
    try await history.forget(entry, of: user)
  }

  /// `executeFunction`: the answer is kept in the talk. Throws `invalid` for an unknown function or
  /// arguments that do not fit.
  package func executeFunction(
    _ name: String, arguments: String, conversation: ConversationID?, asker: UserID
  ) async throws(Refusal) -> AssistantMessage {
    let parsed: JSONValue
    do throws(JSONParser.Failure) {
      parsed = try JSONParser.parse(arguments)
    } catch {
      throw Refusal(.invalid, "arguments is a JSON object as text.")
    }
    let call = try FunctionCall(name, parsed, current: conversation)
    return try await runner.admitted(asker, to: .assistant, asksModel: true) { _ throws(Refusal) in
      let earlier = try await history.messages(of: asker)
      let result = try await functions.run(call, listed: AssistantTurn.listed(in: earlier), for: asker)
      let message = AssistantMessage(
        id: identifiers.next(), role: .assistant, text: result.text, citations: result.citations,
        proposals: result.proposals,
        receipt: result.receipt ?? AIReceipt(model: OnBoxEngine.version, place: AIReceipt.thisServer),
        createdAt: clock.now)
      try await history.keep(StoredAssistantMessage(message: message, basis: result.basis), of: asker)
      return message
    }
  }

  /// Carries an approved proposal out, once, or rejects it. A decided one is answered as it is.
  /// `notFound` for another's.
  package func decide(
    _ id: ActionProposalID, isApproved: Bool, asker: UserID
  ) async throws(Refusal) -> ActionProposal {
    try await runner.admitted(asker, to: .assistant) { _ throws(Refusal) in
      try await settle(id, isApproved: isApproved, asker: asker)
    }
  }

  private func settle(
    _ id: ActionProposalID, isApproved: Bool, asker: UserID
  ) async throws(Refusal) -> ActionProposal {
    let messages = try await history.messages(of: asker)
    guard let kept = messages.last(where: { $0.message.proposals.contains { $0.id == id } }),
      let index = kept.message.proposals.firstIndex(where: { $0.id == id })
    else { throw .notFound }
    var message = kept.message
    guard message.proposals[index].state == .waiting else { return message.proposals[index] }
    if isApproved {
      do throws(Refusal) {
        message.proposals[index].result = try await proposals.run(message.proposals[index], for: asker)
        message.proposals[index].state = .done
      } catch {
        // What may succeed later stays waiting.
        guard !error.code.isRetryable else { throw error }
        message.proposals[index].state = .failed
        message.proposals[index].result = error.detail
      }
    } else {
      message.proposals[index].state = .rejected
    }
    try await history.keep(StoredAssistantMessage(message: message, basis: kept.basis), of: asker)
    return message.proposals[index]
  }
}
