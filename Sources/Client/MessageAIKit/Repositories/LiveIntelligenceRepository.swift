import ClientStore
import Domain
import Foundation
import WireProtocol

/// The AI over REST; insights from the local store, where the conversations' feeds bring them. What
/// is answered is kept, and what is changed waits without a connection.
struct LiveIntelligenceRepository: IntelligenceRepository {
  let runtime: ClientRuntime

  func status() async throws -> AIStatus {
    let status: AIStatus = try await get("/v1/ai/status")
    try await runtime.keep { try runtime.store.keep(status, for: $0) }
    return status
  }

  func preferences() async throws -> AIPreferences {
    let preferences: AIPreferences = try await get("/v1/ai/preferences")
    try await runtime.keep { try runtime.store.keep(preferences, for: $0) }
    return try runtime.store.waitingPreferences() ?? preferences
  }

  func save(_ preferences: AIPreferences) async throws {
    guard try await runtime.perform(.savePreferences(preferences)) != nil else { return }
    try await runtime.keep { try runtime.store.keep(preferences, for: $0) }
  }

  func setIntelligence(isOn: Bool, in conversation: ConversationID) async throws {
    _ = try await runtime.perform(.switchIntelligence(isOn: isOn, in: conversation))
  }

  func observeInsights(_ filter: InsightFilter) -> AsyncStream<[PlacedInsight]> {
    runtime.store.observeInsights(filter)
  }

  func mark(
    _ kind: Insight.Kind, message: MessageID, in conversation: ConversationID, text: String?
  ) async throws -> Insight {
    let id: InsightID = runtime.configuration.ids.next()
    let request = ServerRequest.markInsight(id, kind, message: message, in: conversation, text: text)
    if case .insight(let row) = try await runtime.perform(request) { return row }
    return try runtime.store.insight(id, in: conversation)
  }

  func write(_ task: NewTask, in conversation: ConversationID) async throws -> Insight {
    let id: InsightID = runtime.configuration.ids.next()
    if case .insight(let row) = try await runtime.perform(.writeTask(id, task, in: conversation)) { return row }
    return try runtime.store.insight(id, in: conversation)
  }

  func change(
    _ change: InsightChange, of insight: InsightID, in conversation: ConversationID
  ) async throws -> Insight {
    if case .insight(let row) = try await runtime.perform(.changeInsight(change, of: insight, in: conversation)) {
      return row
    }
    return try runtime.store.insight(insight, in: conversation)
  }

  func waitingMessages(in conversation: ConversationID) async throws -> Int {
    let work: ConversationWork = try await get("/v1/conversations/\(conversation)/intelligence")
    return work.waitingMessages
  }

  func lookAgain(for kind: Insight.Kind, in conversation: ConversationID) async throws -> InsightReading {
    let part = kind == .decision ? "decisions" : "action-items"
    let answer: InsightsResponse = try await ask(.post, "/v1/conversations/\(conversation)/\(part)", SummaryRequest())
    return InsightReading(insights: answer.insights, notice: answer.notice)
  }

  func priorities(unreadOnly: Bool) async throws -> [PriorityVerdict] {
    let answer: PrioritiesResponse = try await get("/v1/ai/priorities?unread=\(unreadOnly)")
    try await runtime.keep { try runtime.store.keep(answer.verdicts, unreadOnly: unreadOnly, for: $0) }
    return answer.verdicts
  }

  func correct(_ message: MessageID, in conversation: ConversationID, to priority: Priority) async throws {
    _ = try await runtime.perform(.correctPriority(message, in: conversation, to: priority))
  }

  func find(_ query: String, limit: Int, asks: Bool) -> AsyncThrowingStream<SmartSearchResult, any Error> {
    events("/v1/search", FindRequest(query: query, limit: limit, asks: asks)) { (found: Findings) in
      found.hits.map { SmartSearchResult(hits: $0, notice: found.notice, answer: found.answer) }
    }
  }

  func ask(_ question: String) async throws -> AIOutput {
    let output = try await runtime.answer(.ask(question))
    try await runtime.keep { try runtime.store.keepAnswer(output, for: $0) }
    return output
  }

  func suggestMeetingTimes(
    _ conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
  ) async throws -> AIOutput {
    try await ask(
      .post, "/v1/conversations/\(conversation)/meeting-times",
      MeetingRequest(topic: topic, minutes: minutes, participants: participants))
  }

  func calendarFile(_ output: AIOutputID, slot: Int) async throws -> String {
    try await text("/v1/ai/outputs/\(output)/slots/\(slot)/calendar")
  }

  func actionItemsCalendar() async throws -> String {
    try await text("/v1/ai/action-items/calendar")
  }

  private func text(_ path: String) async throws -> String {
    let bytes = try await runtime.call(.get, path)
    guard let text = String(bytes: bytes, encoding: .utf8) else { throw ClientError.unreadableAnswer }
    return text
  }

  func ledger() async throws -> [LedgerEntry] {
    let answer: LedgerResponse = try await get("/v1/ai/ledger")
    try await runtime.keep { try runtime.store.keep(answer.entries, for: $0) }
    return answer.entries
  }
}

// MARK: - Outputs

extension LiveIntelligenceRepository {
  func summarize(
    _ conversation: ConversationID, _ range: SummaryRange, question: String?
  ) async throws -> AIOutput {
    let since = runtime.configuration.clock.now
    let output = try await runtime.answer(.summarize(conversation, range, question: question))
    try await runtime.keep { try runtime.store.keepSummary(output, of: conversation, for: $0) }
    runtime.events.note(.summaryGenerated, since: since)
    return output
  }

  func digest() async throws -> AIOutput {
    let since = runtime.configuration.clock.now
    let output = try await runtime.answer(.digest)
    try await runtime.keep { try runtime.store.keepDigest(output, for: $0) }
    runtime.events.note(.summaryGenerated, since: since)
    return output
  }

  func outputs() async throws -> [AIOutput] {
    let answer: OutputsResponse = try await get("/v1/ai/outputs")
    try await runtime.keep { try runtime.store.keep(answer.outputs, for: $0) }
    return answer.outputs
  }

  func setFeedback(_ feedback: AIOutput.Feedback?, note: String?, of output: AIOutputID) async throws {
    try await send(.put, "/v1/ai/outputs/\(output)/feedback", FeedbackRequest(feedback: feedback, note: note))
  }

  func dismiss(_ output: AIOutputID) async throws {
    _ = try await runtime.call(.delete, "/v1/ai/outputs/\(output)")
    try runtime.store.forget(output)
  }

  func sharePreview(_ output: AIOutputID) async throws -> String {
    do {
      let preview: SharePreview = try await get("/v1/ai/outputs/\(output)/share")
      return preview.text
    } catch ClientError.offline {
      // The server writes the same words of the same output.
      guard let kept = try runtime.store.keptOutput(output), let conversation = kept.conversation,
        let name = try runtime.store.profile()?.name
      else { throw ClientError.offline }
      return try ShareText.text(of: kept, in: conversation, by: name)
    }
  }

  func share(_ output: AIOutputID, to conversation: ConversationID) async throws {
    _ = try await runtime.perform(.share(output, in: conversation))
  }
}

// MARK: - Assistant

extension LiveIntelligenceRepository {
  func talk(
    _ text: String, about conversation: ConversationID?, as id: AssistantMessageID?
  ) -> AsyncThrowingStream<AssistantMessage, any Error> {
    events("/v1/ai/assistant", AssistantRequest(text: text, conversation: conversation, id: id)) {
      (message: AssistantMessage) in message
    }
  }

  func history() async throws -> [AssistantMessage] {
    let answer: AssistantHistoryResponse = try await get("/v1/ai/assistant")
    try await runtime.keep { try runtime.store.keep(talk: answer.messages, for: $0) }
    return answer.messages
  }

  func eraseHistory() async throws {
    _ = try await runtime.call(.delete, "/v1/ai/assistant")
    try runtime.store.forgetTalk()
  }

  func memory() async throws -> [MemoryEntry] {
    let answer: MemoryResponse = try await get("/v1/ai/memory")
    try await runtime.keep { try runtime.store.keep(answer.entries, for: $0) }
    return answer.entries
  }

  func erase(_ memory: MemoryEntryID) async throws {
    _ = try await runtime.call(.delete, "/v1/ai/memory/\(memory)")
    try runtime.store.forget(memory)
  }

  func decide(_ proposal: ActionProposalID, isApproved: Bool) async throws -> ActionProposal {
    try await ask(.put, "/v1/ai/proposals/\(proposal)", ProposalRequest(approve: isApproved))
  }
}

// MARK: - Calls

extension LiveIntelligenceRepository {
  private func get<Answer: WireBody>(_ path: String) async throws -> Answer {
    try RequestCalls.decode(try await runtime.call(.get, path))
  }

  private func send(_ method: HTTPVerb, _ path: String, _ body: some WireBody) async throws {
    _ = try await runtime.call(method, path, body: body.json())
  }

  private func ask<Answer: WireBody>(
    _ method: HTTPVerb, _ path: String, _ body: some WireBody
  ) async throws -> Answer {
    try RequestCalls.decode(try await runtime.call(method, path, body: body.json()))
  }

  /// The answer to one request as it grows; events without a value are left out.
  private func events<Event: WireBody, Value: Sendable>(
    _ path: String, _ body: some WireBody, _ value: @escaping @Sendable (Event) -> Value?
  ) -> AsyncThrowingStream<Value, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
    let task = Task { [runtime, body = body.json()] in
      do {
        for try await event in try await runtime.events(.post, path, body: body) {
          if let value = value(try RequestCalls.decode(event)) { continuation.yield(value) }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
