import AIProviders
import Domain
import Foundation
import ServerCore

/// The talk with a model that has the assistant's functions as tools. Bounded in steps; the model's words and wishes are an attacker's.
struct ModelTalk: Sendable {
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

  /// What grows while the model writes.
  private struct Progress {
    var answer: AssistantMessage
    /// Everything that was read for this answer; a citation mark names its place, from 1.
    var sources: [Citation] = []
    var texts: [Int: String] = [:]
    var steps: [ModelMessage] = []
    var calls = 0
    var receipt: AIReceipt
    /// All that the model has been shown.
    var basis = Basis()
  }

  func answer(
    _ request: TalkRequest, model: any TextModel, preferences: AIPreferences,
    show: @Sendable (AssistantMessage) -> Void
  ) async throws -> KeptMessage {
    let prompt = try await prompt(request)
    var progress = Progress(
      answer: request.answer, receipt: AIReceipt(model: model.name, place: model.place))
    for earlier in shown(request) { progress.basis.formUnion(earlier.basis) }
    for step in 1...Self.maximumSteps {
      let calls = try await write(&progress, prompt, request, model, isLast: step == Self.maximumSteps, show: show)
      guard !calls.isEmpty else { break }
      for call in calls { try await carryOut(call, &progress, request) }
    }
    progress.answer.receipt = progress.receipt
    try await runner.note(
      progress.receipt, feature: "talkToAssistant",
      conversations: Array(Set(progress.sources.map(\.conversation))), for: request.asker)
    return KeptMessage(message: progress.answer, basis: progress.basis)
  }

  private func shown(_ request: TalkRequest) -> ArraySlice<KeptMessage> {
    request.earlier.suffix(Self.shownHistory)
  }

  private func prompt(_ request: TalkRequest) async throws(Refusal) -> AssistantPrompt {
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

  /// Streams one step. Returns the functions that the model wants called; none when it has said all.
  private func write(
    _ progress: inout Progress, _ prompt: AssistantPrompt, _ request: TalkRequest, _ model: any TextModel,
    isLast: Bool, show: @Sendable (AssistantMessage) -> Void
  ) async throws -> [ModelToolCall] {
    let tools = isLast ? [] : AssistantFunction.allCases.map(\.tool)
    let asked = prompt.request(
      history: history(request), tools: tools, steps: progress.steps, deadline: configuration.modelDeadline)
    var guarding = StreamingGuard(ModelOutputGuard(sources: progress.texts))
    var calls: [ModelToolCall] = []
    var raw = ""
    progress.answer.text = ""
    for try await chunk in model.stream(asked) {
      switch chunk {
      case .text(let text):
        raw += text
        progress.answer.text += guarding.append(text)
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

  private func history(_ request: TalkRequest) -> [ModelMessage] {
    shown(request).map(\.message).map { message in
      message.role == .user ? AssistantPrompt.earlier(question: message.text) : .assistant(message.text)
    }
  }

  private func carryOut(_ wish: ModelToolCall, _ progress: inout Progress, _ request: TalkRequest) async throws {
    progress.calls += 1
    guard progress.calls <= Self.maximumCalls else {
      progress.steps.append(.tool("No more functions can be called for this answer.", of: wish.id))
      return
    }
    do throws(Refusal) {
      let call = try FunctionCall(wish.name, wish.arguments, current: request.conversation)
      let result = try await functions.run(call, listed: request.listed, for: request.asker)
      progress.basis.formUnion(result.basis)
      progress.answer.proposals += result.proposals
      progress.steps.append(.tool(try await note(result, in: &progress), of: wish.id))
    } catch {
      guard !error.code.isRetryable else { throw error }
      progress.steps.append(.tool(AssistantPrompt.toolResult([], note: error.detail), of: wish.id))
    }
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
    let waiting = result.proposals.isEmpty ? "" : "The member is asked for approval: \(result.proposals[0].summary)"
    return AssistantPrompt.toolResult(turns, note: waiting.isEmpty ? result.text : waiting)
  }
}
