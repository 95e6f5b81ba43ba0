import Domain
import Synchronization
import TestSupport

/// An intelligence that answers what a test says and notes what it was asked.
final class FakeIntelligence: IntelligenceRepository {
  struct State {
    var refusal: Refusal?
    /// There is no connection.
    var isOffline = false
    var calls: [String] = []
    var output: AIOutput?
    var verdicts: [PriorityVerdict] = []
    var hits: [SmartSearchHit] = []
    var notice: String?
    var waitingMessages = 0
    var filters: [InsightFilter] = []
    var talks: [AssistantMessageID?] = []
    /// What the answer to a search fails with, after its hits.
    var answerFailure: Refusal?
    var history: [AssistantMessage] = []
    var memory: [MemoryEntry] = []
    var preferences = AIPreferences()
    var changes: [InsightChange] = []
    var insights: [PlacedInsight] = []
    var growing: [AssistantMessage] = []
    var isOn = true
    var outputs: [AIOutput] = []
    var ledger: [LedgerEntry] = []
  }

  let state = Mutex(State())
  private let observers = Mutex<[AsyncStream<[PlacedInsight]>.Continuation]>([])

  /// Tells the observers what there is now.
  func publish(_ insights: [PlacedInsight]) {
    state.withLock { $0.insights = insights }
    for observer in observers.withLock({ $0 }) { observer.yield(insights) }
  }

  private func note<Value>(_ call: String, _ value: (State) -> Value) throws -> Value {
    try state.withLock { state in
      state.calls.append(call)
      if state.isOffline { throw Unreachable() }
      if let refusal = state.refusal { throw refusal }
      return value(state)
    }
  }

  private func output(_ call: String) throws -> AIOutput {
    guard let output = try note(call, \.output) else { throw Refusal.notFound }
    return output
  }

  func status() async throws -> AIStatus {
    try note("status") { state in
      AIStatus(
        isOn: state.isOn, hasEmbeddings: true, model: nil, place: "this server", requestsToday: 3, requestsADay: 100,
        waitingMessages: 0)
    }
  }

  func preferences() async throws -> AIPreferences { try note("preferences", \.preferences) }

  func save(_ preferences: AIPreferences) async throws {
    try note("save") { _ in }
    state.withLock { $0.preferences = preferences }
  }

  func setIntelligence(isOn: Bool, in conversation: ConversationID) async throws {
    try note("switch \(isOn)") { _ in }
  }

  func summarize(_ conversation: ConversationID, _ range: SummaryRange, question: String?) async throws -> AIOutput {
    try output("summarize \(range) \(question ?? "-")")
  }

  func digest() async throws -> AIOutput { try output("digest") }
  func outputs() async throws -> [AIOutput] { try note("outputs", \.outputs) }

  func setFeedback(_ feedback: AIOutput.Feedback?, note text: String?, of output: AIOutputID) async throws {
    try note("feedback \(feedback?.rawValue ?? "none") \(text ?? "-")") { _ in }
  }

  func dismiss(_ output: AIOutputID) async throws { try note("dismiss") { _ in } }
  func share(_ output: AIOutputID, to conversation: ConversationID) async throws { try note("share") { _ in } }

  func observeInsights(_ filter: InsightFilter) -> AsyncStream<[PlacedInsight]> {
    let (stream, continuation) = AsyncStream<[PlacedInsight]>.makeStream()
    observers.withLock { $0.append(continuation) }
    state.withLock { $0.filters.append(filter) }
    continuation.yield(state.withLock { $0.insights })
    return stream
  }

  func mark(
    _ kind: Insight.Kind, message: MessageID, in conversation: ConversationID, text: String?
  ) async throws -> Insight {
    try note("mark \(kind.rawValue)") { $0.insights.first?.insight } ?? { throw Refusal.notFound }()
  }

  func write(_ task: NewTask, in conversation: ConversationID) async throws -> Insight {
    try note("write \(task.text)") { $0.insights.first?.insight } ?? { throw Refusal.notFound }()
  }

  func change(
    _ change: InsightChange, of insight: InsightID, in conversation: ConversationID
  ) async throws -> Insight {
    state.withLock { $0.changes.append(change) }
    return try note("change") { $0.insights.first?.insight } ?? { throw Refusal.notFound }()
  }

  func actionItemsCalendar() async throws -> String { try note("calendar of tasks") { _ in "BEGIN:VCALENDAR" } }

  func sharePreview(_ output: AIOutputID) async throws -> String {
    try note("preview") { "• \($0.output?.text ?? "")" }
  }

  func waitingMessages(in conversation: ConversationID) async throws -> Int { try note("work", \.waitingMessages) }

  func lookAgain(for kind: Insight.Kind, in conversation: ConversationID) async throws -> InsightReading {
    try note("look again \(kind.rawValue)") { InsightReading(insights: $0.insights, notice: $0.notice) }
  }

  func priorities(unreadOnly: Bool) async throws -> [PriorityVerdict] {
    try note("priorities \(unreadOnly)", \.verdicts)
  }

  func correct(_ message: MessageID, in conversation: ConversationID, to priority: Priority) async throws {
    try note("correct \(priority.rawValue)") { _ in }
  }

  func find(_ query: String, limit: Int, asks: Bool) -> AsyncThrowingStream<SmartSearchResult, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let found = try note("\(asks ? "search and answer" : "search") \(query)") {
          (hits: $0.hits, notice: $0.notice, answer: $0.output, failure: $0.answerFailure)
        }
        continuation.yield(SmartSearchResult(hits: found.hits, notice: found.notice))
        if asks, found.failure == nil {
          continuation.yield(SmartSearchResult(hits: found.hits, notice: found.notice, answer: found.answer))
        }
        continuation.finish(throwing: asks ? found.failure : nil)
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  func ask(_ question: String) async throws -> AIOutput { try output("ask \(question)") }

  func suggestMeetingTimes(
    _ conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
  ) async throws -> AIOutput {
    try output("meet \(topic ?? "-") \(minutes ?? 0)")
  }

  func calendarFile(_ output: AIOutputID, slot: Int) async throws -> String {
    try note("calendar \(slot)") { _ in "BEGIN:VCALENDAR" }
  }

  func talk(
    _ text: String, about conversation: ConversationID?, as id: AssistantMessageID?
  ) -> AsyncThrowingStream<AssistantMessage, any Error> {
    let (stream, continuation) = AsyncThrowingStream<AssistantMessage, any Error>.makeStream()
    let (messages, refusal) = state.withLock { state in
      state.calls.append("talk \(text)")
      state.talks.append(id)
      return (state.growing, state.isOffline ? Unreachable() : state.refusal as (any Error)?)
    }
    for message in messages { continuation.yield(message) }
    continuation.finish(throwing: refusal)
    return stream
  }

  func history() async throws -> [AssistantMessage] { try note("history", \.history) }
  func eraseHistory() async throws { try note("eraseHistory") { _ in } }
  func memory() async throws -> [MemoryEntry] { try note("memory", \.memory) }
  func erase(_ memory: MemoryEntryID) async throws { try note("erase") { _ in } }

  func decide(_ proposal: ActionProposalID, isApproved: Bool) async throws -> ActionProposal {
    try note("decide \(isApproved)") { $0.history.last?.proposals.first } ?? { throw Refusal.notFound }()
  }

  func ledger() async throws -> [LedgerEntry] { try note("ledger", \.ledger) }
}
