import AIProviders
import Domain
import Foundation
import ServerCore

/// The talk with a model that has the assistant's functions as tools. Bounded in steps; the model's
/// words and wishes are an attacker's.
struct ToolLoop: Sendable {
  /// Requests to the model for one answer.
  static let maximumSteps = 6
  /// Calls of functions for one answer.
  static let maximumCalls = 8
  /// Earlier messages that the model is shown.
  private static let shownHistory = 10

  let runner: AIRunner
  let reader: IntelligenceReader
  let people: PeopleDirectory
  let functions: FunctionRunner
  let configuration: IntelligenceConfiguration
  let clock: any WallClock

  /// Bytes of one step's answer; more is no answer to a person.
  private static let maximumAnswerBytes = 64 << 10
  /// An answer is shown again when it has grown by this part of its length: showing a long one with
  /// each word would cost its square.
  private static let shownGrowth = 128

  /// Why the talk goes on without the model, in words.
  struct Obstacle: Error {
    let notice: String
  }

  /// What grows while the model writes.
  private struct Progress {
    var answer: AssistantMessage
    /// Everything that was read for this answer; a citation mark names its place, from 1.
    var sources: [Citation] = []
    var texts: [Int: String] = [:]
    var steps: [ModelMessage] = []
    var calls = 0
    /// Messages that the next request shows for the first time.
    var unsent = 0
    var receipt: AIReceipt
    /// All that the model has been shown.
    var basis = Basis()
  }

  func answer(
    _ request: AssistantTurn, model: any TextModel, preferences: AIPreferences,
    show: @Sendable (AssistantMessage) -> Void
  ) async throws -> StoredAssistantMessage {
    let prompt = try await prompt(request)
    let earlier = try await shown(request)
    var progress = Progress(
      answer: request.answer, receipt: AIReceipt(model: model.name, place: model.place))
    for message in earlier { progress.basis.formUnion(message.basis) }
    for step in 1...Self.maximumSteps {
      let tools = step == Self.maximumSteps ? [] : AssistantFunction.allCases.map(\.tool)
      let asked = prompt.request(
        history: history(earlier), tools: tools, steps: progress.steps,
        deadline: configuration.modelDeadline)
      let calls = try await ask(&progress, asked, request.asker, model, show: show)
      guard !calls.isEmpty else { break }
      for call in calls { try await carryOut(call, &progress, request) }
    }
    progress.answer.receipt = progress.receipt
    return StoredAssistantMessage(message: progress.answer, basis: progress.basis)
  }

  /// One request to the model: reserved before, and a row of the ledger after, whatever came of it.
  private func ask(
    _ progress: inout Progress, _ asked: ModelRequest, _ asker: UserID, _ model: any TextModel,
    show: @Sendable (AssistantMessage) -> Void
  ) async throws -> [ModelToolCall] {
    let characters = asked.messages.reduce(0) { $0 + $1.content.utf8.count }
    let reservation = try await reserve(
      asker, tokens: ModelMaterial.tokens(ofCharacters: characters), isFirst: progress.steps.isEmpty)
    defer { runner.budget.release(reservation) }
    let before = progress.receipt
    do {
      let calls = try await write(&progress, asked, model, show: show)
      try await note(&progress, since: before, asker, model.prices)
      return calls
    } catch let failure as ModelFailure {
      if failure.mayHaveSent { try await note(&progress, since: before, asker, model.prices) }
      throw failure
    }
  }

  /// Without a request left no talk begins; one that has begun ends without the model.
  private func reserve(_ asker: UserID, tokens: Int, isFirst: Bool) async throws -> Budget.Reservation {
    let reservation: Budget.Reservation
    do throws(Refusal) {
      reservation = try await runner.budget.reserve(asker, tokens: tokens)
    } catch {
      guard error.code == .rateLimited, !isFirst else { throw error }
      throw Obstacle(notice: "You have made your requests of the last 24 hours, so this was made on this server.")
    }
    guard let notice = reservation.notice else { return reservation }
    runner.budget.release(reservation)
    throw Obstacle(notice: notice)
  }

  /// Writes down what this step sent and took.
  private func note(
    _ progress: inout Progress, since before: AIReceipt, _ asker: UserID, _ prices: ModelPrices?
  ) async throws(Refusal) {
    var receipt = progress.receipt
    receipt.messagesRead -= before.messagesRead
    receipt.messagesSent = progress.unsent
    receipt.inputTokens -= before.inputTokens
    receipt.outputTokens -= before.outputTokens
    receipt.milliseconds -= before.milliseconds
    progress.unsent = 0
    try await runner.records.note(
      receipt, feature: "talkToAssistant",
      conversations: Array(Set(progress.sources.map(\.conversation))), for: asker, prices: prices)
  }

  /// The talk that the model is shown: what others have said is in it, so each part needs what a
  /// conversation needs.
  private func shown(_ request: AssistantTurn) async throws(Refusal) -> [StoredAssistantMessage] {
    let earlier = request.earlier.suffix(Self.shownHistory)
    return try await reader.read { store in
      var consent = RemoteConsent(store: store)
      return try earlier.filter { try consent.allows(all: $0.basis.conversations) }
    }
  }

  private func prompt(_ request: AssistantTurn) async throws(Refusal) -> AssistantPrompt {
    let asker = request.asker
    let people = people
    let now = clock.now
    return try await reader.read { store in
      let records = try store.records(.memory, of: asker, at: now, limit: 50)
      let memory = try records.map { record -> String in
        let entry: MemoryEntry = try RecordBody.decode(record.body)
        return entry.text
      }
      let zone = try people.timeZone(of: asker)
      var style = Date.FormatStyle(date: .complete, time: .shortened, locale: Locale(identifier: "en_GB"))
      style.timeZone = zone
      return AssistantPrompt(
        asker: try people.profile(asker).name, today: now.date.formatted(style), memory: memory,
        question: request.text)
    }
  }

  /// Streams one step. Returns the functions that the model wants called; none when it has said
  /// all.
  private func write(
    _ progress: inout Progress, _ asked: ModelRequest, _ model: any TextModel,
    show: @Sendable (AssistantMessage) -> Void
  ) async throws -> [ModelToolCall] {
    var guarding = StreamingGuard(ModelOutputGuard(sources: progress.texts))
    var calls: [ModelToolCall] = []
    var raw = ""
    var shown = 0
    progress.answer.text = ""
    for try await chunk in model.stream(asked) {
      switch chunk {
      case .text(let text):
        raw += text
        guard raw.utf8.count <= Self.maximumAnswerBytes else {
          throw ModelFailure(.invalidAnswer, detail: "the answer is too long")
        }
        progress.answer.text += guarding.append(text)
        let length = progress.answer.text.utf8.count
        guard length - shown > length / Self.shownGrowth else { continue }
        shown = length
        show(progress.answer)
      case .toolCall(let call): calls.append(call)
      case .end(let end):
        progress.receipt.model = model.nameToShow(end.model)
        progress.receipt.inputTokens += end.usage.inputTokens
        progress.receipt.outputTokens += end.usage.outputTokens
        progress.receipt.milliseconds += Int(end.latency * 1_000)
      }
    }
    progress.answer.text += guarding.finish()
    progress.answer.citations = guarding.citations.compactMap {
      progress.sources.indices.contains($0 - 1) ? progress.sources[$0 - 1] : nil
    }
    progress.steps.append(.assistant(InvisibleText.stripped(raw), toolCalls: calls))
    return calls
  }

  private func history(_ shown: [StoredAssistantMessage]) -> [ModelMessage] {
    shown.map(\.message).map { message in
      message.role == .user
        ? AssistantPrompt.earlier(question: message.text) : .assistant(message.text)
    }
  }

  private func carryOut(_ wish: ModelToolCall, _ progress: inout Progress, _ request: AssistantTurn) async throws {
    progress.calls += 1
    guard progress.calls <= Self.maximumCalls else {
      progress.steps.append(.tool("No more functions can be called for this answer.", of: wish.id))
      return
    }
    let result: FunctionResult
    do throws(Refusal) {
      let call = try FunctionCall(wish.name, wish.arguments, current: request.conversation)
      result = try await functions.run(call, listed: request.listed, for: request.asker)
    } catch {
      guard !error.code.isRetryable else { throw error }
      progress.steps.append(.tool(AssistantPrompt.toolResult([], note: error.detail), of: wish.id))
      return
    }
    let rests = result.basis.conversations.union(result.citations.map(\.conversation))
    guard try await runner.allowModels(rests) else { throw Obstacle(notice: RemoteConsent.notice) }
    progress.basis.formUnion(result.basis)
    progress.answer.proposals += result.proposals
    progress.steps.append(.tool(try await note(result, in: &progress), of: wish.id))
  }

  /// What the model is told of a result: its text as material, its sources numbered for citations.
  private func note(_ result: FunctionResult, in progress: inout Progress) async throws(Refusal) -> String {
    let people = people
    let names = try await reader.compute {
      try people.names(of: Set(result.citations.map(\.sender)), members: [])
    }
    var turns: [PromptTurn] = []
    for citation in result.citations where !progress.sources.contains(citation) {
      progress.sources.append(citation)
      let number = progress.sources.count
      progress.texts[number] = citation.excerpt
      turns.append(PromptTurn(number: number, speaker: names[citation.sender], text: citation.excerpt))
    }
    progress.receipt.messagesRead += turns.count
    progress.receipt.messagesSent += turns.count
    progress.unsent += turns.count
    let waiting =
      result.proposals.isEmpty
      ? "" : "The member is asked for approval: \(result.proposals[0].summary)"
    return AssistantPrompt.toolResult(turns, note: waiting.isEmpty ? result.text : waiting)
  }
}
