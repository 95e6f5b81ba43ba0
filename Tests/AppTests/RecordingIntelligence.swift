import Domain
import Synchronization

@testable import MessageAIApp

/// The previews' intelligence, whose mood a test sets, and which notes what it was asked.
final class RecordingIntelligence: IntelligenceRepository {
  struct State {
    var mood: SampleIntelligence.Mood
    var calls: [String] = []
    var changes: [InsightChange] = []
    /// What went otherwise with a search.
    var notice: String?
  }

  let state: Mutex<State>

  init(_ mood: SampleIntelligence.Mood = .content) {
    state = Mutex(State(mood: mood))
  }

  var mood: SampleIntelligence.Mood {
    get { state.withLock { $0.mood } }
    set { state.withLock { $0.mood = newValue } }
  }

  var calls: [String] { state.withLock { $0.calls } }
  var changes: [InsightChange] { state.withLock { $0.changes } }

  private func note(_ call: String) -> SampleIntelligence {
    state.withLock { state in
      state.calls.append(call)
      return SampleIntelligence(state.mood)
    }
  }

  func find(_ query: String, limit: Int, asks: Bool) -> AsyncThrowingStream<SmartSearchResult, any Error> {
    let (sample, notice) = (note("search \(query)"), state.withLock { $0.notice })
    return AsyncThrowingStream { continuation in
      Task {
        do {
          for try await found in sample.find(query, limit: limit, asks: asks) {
            continuation.yield(SmartSearchResult(hits: found.hits, notice: notice, answer: found.answer))
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  func status() async throws -> AIStatus { try await note("status").status() }
  func preferences() async throws -> AIPreferences { try await note("preferences").preferences() }

  func save(_ preferences: AIPreferences) async throws {
    try await note("save \(preferences.tone.rawValue) \(preferences.urgentKeywords)").save(preferences)
  }

  func setIntelligence(isOn: Bool, in conversation: ConversationID) async throws {
    try await note("switch \(isOn)").setIntelligence(isOn: isOn, in: conversation)
  }

  func summarize(_ conversation: ConversationID, _ range: SummaryRange, question: String?) async throws -> AIOutput {
    try await note("summarize \(range) \(question ?? "-")").summarize(conversation, range, question: question)
  }

  func digest() async throws -> AIOutput { try await note("digest").digest() }
  func outputs() async throws -> [AIOutput] { try await note("outputs").outputs() }

  func setFeedback(_ feedback: AIOutput.Feedback?, note text: String?, of output: AIOutputID) async throws {
    try await note("feedback \(feedback?.rawValue ?? "-") \(text ?? "-")").setFeedback(feedback, note: text, of: output)
  }

  func dismiss(_ output: AIOutputID) async throws { try await note("dismiss").dismiss(output) }

  func share(_ output: AIOutputID, to conversation: ConversationID) async throws {
    try await note("share").share(output, to: conversation)
  }

  func observeInsights(_ filter: InsightFilter) -> AsyncStream<[PlacedInsight]> {
    note("insights").observeInsights(filter)
  }

  func mark(
    _ kind: Insight.Kind, message: MessageID, in conversation: ConversationID, text: String?
  ) async throws -> Insight {
    try await note("mark \(kind.rawValue) \(text ?? "-")").mark(kind, message: message, in: conversation, text: text)
  }

  func write(_ task: NewTask, in conversation: ConversationID) async throws -> Insight {
    try await note("write \(task.text) \(task.owner.map { "\($0)" } ?? "-")").write(task, in: conversation)
  }

  func change(_ change: InsightChange, of insight: InsightID, in conversation: ConversationID) async throws -> Insight {
    state.withLock { $0.changes.append(change) }
    return try await note("change").change(change, of: insight, in: conversation)
  }

  func actionItemsCalendar() async throws -> String {
    try await note("calendar of tasks").actionItemsCalendar()
  }

  func sharePreview(_ output: AIOutputID) async throws -> String { try await note("preview").sharePreview(output) }

  func waitingMessages(in conversation: ConversationID) async throws -> Int {
    try await note("work").waitingMessages(in: conversation)
  }

  func lookAgain(for kind: Insight.Kind, in conversation: ConversationID) async throws -> InsightReading {
    try await note("look again \(kind.rawValue)").lookAgain(for: kind, in: conversation)
  }

  func priorities(unreadOnly: Bool) async throws -> [PriorityVerdict] {
    try await note("priorities \(unreadOnly)").priorities(unreadOnly: unreadOnly)
  }

  func correct(_ message: MessageID, in conversation: ConversationID, to priority: Priority) async throws {
    try await note("correct \(priority.rawValue)").correct(message, in: conversation, to: priority)
  }

  func ask(_ question: String) async throws -> AIOutput { try await note("ask \(question)").ask(question) }

  func suggestMeetingTimes(
    _ conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
  ) async throws -> AIOutput {
    try await note("meet \(topic ?? "-")").suggestMeetingTimes(
      conversation, topic: topic, minutes: minutes, participants: participants)
  }

  func calendarFile(_ output: AIOutputID, slot: Int) async throws -> String {
    try await note("calendar \(slot)").calendarFile(output, slot: slot)
  }

  func talk(
    _ text: String, about conversation: ConversationID?, as id: AssistantMessageID?
  ) -> AsyncThrowingStream<AssistantMessage, any Error> {
    note("talk \(text)").talk(text, about: conversation, as: id)
  }

  func history() async throws -> [AssistantMessage] { try await note("history").history() }
  func eraseHistory() async throws { try await note("eraseHistory").eraseHistory() }
  func memory() async throws -> [MemoryEntry] { try await note("memory").memory() }
  func erase(_ memory: MemoryEntryID) async throws { try await note("erase").erase(memory) }

  func decide(_ proposal: ActionProposalID, isApproved: Bool) async throws -> ActionProposal {
    try await note("decide \(isApproved)").decide(proposal, isApproved: isApproved)
  }

  func ledger() async throws -> [LedgerEntry] { try await note("ledger").ledger() }
}
