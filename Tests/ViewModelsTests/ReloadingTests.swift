import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

/// A model that shows what the server has, whichever it is.
@MainActor
struct ReloadingModel: Sendable {
  let name: String
  let run: @MainActor @Sendable () async -> Void
  let load: @MainActor @Sendable () async -> Void
  let shown: @MainActor @Sendable () -> Int?
  let failure: @MainActor @Sendable () -> Phrase?
  let notice: @MainActor @Sendable () -> Problem?
}

private final class FakeSessions: AuthRepository {
  let refusal = Mutex<Refusal?>(nil)

  func sessions() async throws -> [DeviceSession] {
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
    return [
      DeviceSession(
        id: SessionID(high: 1, low: 1), device: "phone", createdAt: Timestamp(milliseconds: 0),
        lastSeenAt: Timestamp(milliseconds: 0), current: true)
    ]
  }

  func observeProfile() -> AsyncStream<Profile?> { AsyncStream { $0.finish() } }
  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
    throw Refusal.notFound
  }
  func signIn(email: String, password: String) async throws -> Profile { throw Refusal.notFound }
  func signOut() async throws {}
  func exportAccount(password: String, to file: URL) async throws {}
  func updateProfile(_ change: ProfileChange) async throws -> Profile { throw Refusal.notFound }
  func changePassword(current: String, new: String) async throws {}
  func endSession(_ session: SessionID) async throws {}
  func deleteAccount(password: String) async throws {}
}

@Suite("What is shown when it cannot be loaded again", .timeLimit(.minutes(5)))
@MainActor
struct ReloadingTests {
  enum Screen: String, CaseIterable, Sendable {
    case assistant, priority, history, memory, ledger, preferences, sessions
  }

  private let intelligence = FakeIntelligence()
  private let devices = FakeSessions()
  private let connection = ToldConnection()

  private func refuse(_ refusal: Refusal?) {
    intelligence.state.withLock { $0.refusal = refusal }
    devices.refusal.withLock { $0 = refusal }
  }

  private func fill() {
    let message = MessageID(high: 9, low: 1)
    let conversation = ConversationID(high: 7, low: 1)
    intelligence.state.withLock { state in
      state.history = [
        AssistantMessage(
          id: AssistantMessageID(high: 1, low: 1), role: .user, text: "Hello", createdAt: Timestamp(milliseconds: 0))
      ]
      state.verdicts = [
        PriorityVerdict(
          message: message, conversation: conversation, seq: 1, sender: UserID(high: 1, low: 2), excerpt: "text",
          createdAt: Timestamp(milliseconds: 0), priority: .urgent, score: 1, reason: "asks", isUnread: true)
      ]
      state.outputs = [
        AIOutput(
          id: AIOutputID(high: 5, low: 1), kind: .summary, conversation: conversation, title: "Lunch", text: "text",
          points: [], confidence: 1, reason: "said", receipt: AIReceipt(model: "on-box 1", place: "this server"),
          createdAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: .max))
      ]
      state.memory = [
        MemoryEntry(id: MemoryEntryID(high: 1, low: 1), text: "tea", createdAt: Timestamp(milliseconds: 0))
      ]
      state.ledger = [
        LedgerEntry(
          at: Timestamp(milliseconds: 0), feature: "ask", model: "m", place: "p", conversations: [], messagesSent: 0,
          inputTokens: 0, outputTokens: 0, cost: 0, isCached: false)
      ]
    }
  }

  private func model(_ screen: Screen) -> ReloadingModel {
    func of<Content>(
      _ state: @escaping @MainActor @Sendable () -> ScreenState<Content>, _ count: @escaping @Sendable (Content) -> Int,
      _ run: @escaping @MainActor @Sendable () async -> Void, _ load: @escaping @MainActor @Sendable () async -> Void,
      _ notice: @escaping @MainActor @Sendable () -> Problem?
    ) -> ReloadingModel {
      ReloadingModel(
        name: screen.rawValue, run: run, load: load, shown: { state().content.map(count) },
        failure: { if case .failed(let message, _) = state() { message } else { nil } }, notice: notice)
    }
    switch screen {
    case .assistant:
      let model = AssistantViewModel(intelligence: intelligence, connection: connection)
      return of({ model.state }, \.count, model.run, model.load) { model.reloadProblem }
    case .priority:
      let model = PriorityInboxViewModel(intelligence: intelligence, connection: connection)
      return of({ model.state }, \.count, model.run, model.load) { model.reloadProblem }
    case .history:
      let model = OutputHistoryViewModel(intelligence: intelligence, connection: connection)
      return of({ model.state }, \.count, model.run, model.load) { model.reloadProblem }
    case .memory:
      let model = MemoryViewModel(intelligence: intelligence, connection: connection)
      return of({ model.state }, \.count, model.run, model.load) { model.reloadProblem }
    case .ledger:
      let model = LedgerViewModel(intelligence: intelligence, connection: connection)
      return of({ model.state }, \.count, model.run, model.load) { model.reloadProblem }
    case .preferences:
      let model = AIPreferencesViewModel(intelligence: intelligence, connection: connection)
      return of({ model.state }, { _ in 1 }, model.run, model.load) { model.reloadProblem }
    case .sessions:
      let model = SettingsViewModel(repository: devices, connection: connection)
      return of({ model.sessions }, \.count, model.runSessions, model.loadSessions) { model.sessionsProblem }
    }
  }

  private static let busy = Refusal(.overloaded, "", retryAfter: 2)

  @Test("stays, with what went wrong beside it, until it has been loaded again", arguments: Screen.allCases)
  func kept(_ screen: Screen) async {
    fill()
    let model = model(screen)
    await model.load()
    #expect(model.shown() == 1 && model.notice() == nil)
    refuse(Self.busy)
    await model.load()
    #expect(model.shown() == 1 && model.failure() == nil)
    #expect(model.notice()?.sentence == "The server is busy. Try again in 2 seconds.")
    #expect(model.notice()?.canRetry == true)
    refuse(nil)
    await model.load()
    #expect(model.shown() == 1 && model.notice() == nil)
  }

  @Test("is the failure alone when there is nothing to show", arguments: Screen.allCases)
  func nothingToShow(_ screen: Screen) async {
    fill()
    let model = model(screen)
    refuse(Self.busy)
    await model.load()
    #expect(model.failure() == "The server is busy. Try again in 2 seconds." && model.notice() == nil)
    refuse(nil)
    await model.load()
    #expect(model.shown() == 1 && model.failure() == nil)
  }

  @Test("is loaded by itself when the connection comes back, as often as it failed", arguments: Screen.allCases)
  func byItself(_ screen: Screen) async throws {
    fill()
    let model = model(screen)
    connection.become(.offline(retryIn: 1))
    refuse(Self.busy)
    try await running(model.run) {
      await eventually("it has failed") { model.failure() != nil }
      refuse(nil)
      connection.become(.connecting)
      connection.become(.online)
      await eventually("it is there") { model.shown() == 1 }
      refuse(Self.busy)
      await model.load()
      #expect(model.notice() != nil && model.shown() == 1)
      refuse(nil)
      connection.become(.offline(retryIn: 1))
      connection.become(.online)
      await eventually("it is as new") { model.notice() == nil && model.shown() == 1 }
    }
  }

  @Test("is told to who asks for other messages: those of before answer another question")
  func otherQuestion() async {
    fill()
    let model = PriorityInboxViewModel(intelligence: intelligence)
    await model.load()
    refuse(Self.busy)
    model.isUnreadOnly = false
    await model.load()
    #expect(model.state.content == nil && model.reloadProblem == nil)
  }

  @Test("leaves what is being edited alone when it is loaded again")
  func editing() async {
    let model = AIPreferencesViewModel(intelligence: intelligence)
    await model.load()
    model.preferences.tone = .formal
    intelligence.state.withLock { $0.preferences.urgentKeywords = ["storm"] }
    await model.load()
    #expect(model.preferences.tone == .formal && model.hasChanges)
    model.revert()
    #expect(model.preferences.urgentKeywords == ["storm"] && !model.hasChanges)
  }

  @Test("the AI is asked again whether it is there, once the connection is back")
  func availability() async throws {
    let model = AvailabilityModel(intelligence: intelligence, connection: connection)
    connection.become(.connecting)
    refuse(Self.busy)
    try await running(model.run) {
      await eventually("unknown") { if case .unknown = model.state { true } else { false } }
      refuse(nil)
      connection.become(.online)
      await eventually("on") { if case .on = model.state { true } else { false } }
    }
  }
}
