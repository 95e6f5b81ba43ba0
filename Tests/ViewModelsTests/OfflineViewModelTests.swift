import Domain
import Foundation
import TestSupport
import Testing
import ViewModels

@Suite("Screens of the AI without a connection", .timeLimit(.minutes(5)))
@MainActor
struct OfflineViewModelTests {
  private let intelligence = FakeIntelligence()
  private let offline = FakeOffline()
  private let conversation = ConversationID(high: 7, low: 1)
  /// 14 July 2026, 14:05 in the calendar of the texts.
  private let kept = Timestamp(milliseconds: 1_784_037_900_000)

  private struct Noon: WallClock {
    let now: Timestamp
  }

  private var context: OfflineContext {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC") ?? .gmt
    calendar.locale = Locale(identifier: "en_GB")
    return OfflineContext(
      offline,
      texts: TimeTexts(
        clock: Noon(now: kept.adding(seconds: 3_600)), calendar: calendar, locale: Locale(identifier: "en_GB")))
  }

  private let notice = "You are offline. This is from 14:05."

  private func output(_ number: UInt64, _ text: String) -> AIOutput {
    AIOutput(
      id: AIOutputID(high: 5, low: number), kind: .digest, conversation: conversation, title: "Digest", text: text,
      points: [], confidence: 1, reason: "read", receipt: AIReceipt(model: "on-box 1", place: "this server"),
      createdAt: kept, expiresAt: kept.adding(seconds: 86_400))
  }

  private func disconnect() { intelligence.state.withLock { $0.isOffline = true } }

  @Test("a digest asked for offline shows the last one with its time, waits visibly, and is shown when it comes")
  func digest() async throws {
    offline.withState { $0.digest = KeptAnswer(output(1, "old"), savedAt: kept) }
    disconnect()
    let model = DigestViewModel(intelligence: intelligence, offline: context)
    await model.load()
    #expect(model.output.state.content?.text == "old")
    #expect(model.output.notice?.english == notice)
    #expect(offline.requests == [.digest])
    try await eventually("it waits") { await model.output.waiting?.request == .digest }
    let answer = output(2, "new")
    offline.change { state in
      state.digest = KeptAnswer(answer, savedAt: kept.adding(seconds: 60))
      state.requests = []
    }
    try await eventually("the answer") { await model.output.state.content?.text == "new" }
    #expect(model.output.notice == nil && model.output.waiting == nil)
  }

  @Test("what waits can be taken back: what was shown stays, as of then")
  func cancelling() async throws {
    offline.withState { $0.summary = KeptAnswer(output(1, "old"), savedAt: kept) }
    disconnect()
    let model = ThreadSummaryViewModel(
      conversation: conversation, intelligence: intelligence, hasUnread: true, offline: context)
    await model.summarize()
    #expect(offline.requests == [.summarize(conversation, .unread, question: nil)])
    try await eventually("it waits") { await model.output.waiting != nil }
    await model.output.cancelWaiting()
    try await eventually("nothing waits") { await model.output.waiting == nil }
    #expect(offline.requests.isEmpty)
    #expect(model.output.state.content?.text == "old" && model.output.notice?.english == notice)
  }

  @Test("a question shows no answer to another one, and why the server has refused it")
  func question() async throws {
    offline.withState { $0.answer = KeptAnswer(output(1, "of another question"), savedAt: kept) }
    disconnect()
    let model = SmartSearchViewModel(intelligence: intelligence, offline: context)
    model.query = "When is the launch?"
    await model.ask()
    #expect(model.answer.state == .empty && model.answer.notice == nil)
    try await eventually("it waits") { await model.answer.waiting != nil }
    let request = try #require(model.answer.waiting)
    offline.refuse(request.id, Refusal(.overloaded, "", retryAfter: 2))
    try await eventually("the refusal") {
      await model.answer.state == .failed(message: "The server is busy. Try again in 2 seconds.", canRetry: true)
    }
    #expect(model.answer.waiting == nil)
  }

  @Test("lists show what was kept with its time; without anything kept the failure is told")
  func lists() async {
    disconnect()
    let model = PriorityInboxViewModel(intelligence: intelligence, offline: context)
    await model.load()
    guard case .failed = model.state else {
      Issue.record("nothing is kept")
      return
    }
    let verdict = PriorityVerdict(
      message: MessageID(high: 9, low: 1), conversation: conversation, seq: 1, sender: UserID(high: 1, low: 2),
      excerpt: "text", createdAt: kept, priority: .urgent, score: 1, reason: "asks", isUnread: true)
    offline.withState { $0.priorities = KeptAnswer([verdict], savedAt: kept) }
    await model.load()
    #expect(model.state.content?.flatMap(\.verdicts) == [verdict])
    #expect(model.reloadProblem?.sentence.english == notice)
    intelligence.state.withLock { ($0.isOffline, $0.verdicts) = (false, [verdict]) }
    await model.load()
    #expect(model.reloadProblem == nil)
  }

  @Test("preferences that were kept are shown and can be changed")
  func preferences() async {
    offline.withState { state in
      state.preferences = KeptAnswer(AIPreferences(tone: .formal), savedAt: kept)
      state.status = KeptAnswer(
        AIStatus(
          isOn: true, hasEmbeddings: true, model: nil, place: "this server", requestsToday: 1, requestsADay: 9,
          waitingMessages: 0), savedAt: kept)
    }
    disconnect()
    let model = AIPreferencesViewModel(intelligence: intelligence, offline: context)
    await model.load()
    #expect(model.preferences.tone == .formal && !model.hasChanges)
    #expect(model.reloadProblem?.sentence.english == notice)
  }

  @Test("what is said to the assistant offline waits in order, can be taken back, and is answered later")
  func talk() async throws {
    disconnect()
    let model = AssistantViewModel(intelligence: intelligence, offline: context)
    let following = Task { await model.followWaiting() }
    defer { following.cancel() }
    for text in ["First", "Second"] {
      model.draft = text
      await model.send()
      #expect(model.draft.isEmpty && model.problem == nil)
    }
    try await eventually("both wait") { await model.waiting.map(AssistantViewModel.words) == ["First", "Second"] }
    await model.discard(model.waiting[1])
    try await eventually("one waits") { await model.waiting.count == 1 }
    intelligence.state.withLock { $0.isOffline = false }
    model.draft = "Third"
    await model.send()
    let words = offline.withState { $0.requests.map(AssistantViewModel.words) }
    #expect(words == ["First", "Third"], "in the order it was said")
    let answer = AssistantMessage(
      id: AssistantMessageID(high: 4, low: 2), role: .assistant, text: "Hello", createdAt: kept)
    intelligence.state.withLock { $0.history = [answer] }
    offline.change { $0.requests = [] }
    try await eventually("the answer") { await model.state.content == [answer] }
  }

  @Test("words whose answer was lost are the same words when they wait, and stand once")
  func lostAnswer() async throws {
    disconnect()
    let model = AssistantViewModel(intelligence: intelligence, offline: context)
    let following = Task { await model.followWaiting() }
    defer { following.cancel() }
    model.draft = "When?"
    await model.send()
    try await eventually("it waits") { await model.waiting.count == 1 }
    let said = try #require(intelligence.state.withLock(\.talks).first ?? nil)
    #expect(offline.requests == [.talk("When?", about: nil, as: said)])
    let question = AssistantMessage(id: said, role: .user, text: "When?", createdAt: kept)
    intelligence.state.withLock { ($0.history, $0.isOffline) = ([question], false) }
    await model.load()
    #expect(model.state.content == [question] && model.waiting.isEmpty)
    let entry = try #require(offline.withState(\.requests).first)
    offline.refuse(entry.id, Refusal(.forbidden, "No."))
    try await eventually("the refusal shows") { await model.waiting.count == 1 }
  }

  @Test("an output whose preview was seen waits to be shared, and can be taken back; a refusal is told")
  func sharing() async throws {
    let output = output(1, "Ada moved.")
    intelligence.state.withLock { $0.output = output }
    for end in ["posted", "refused", "taken back"] {
      let model = OutputViewModel(intelligence: intelligence, offline: context)
      model.show(output)
      await model.previewShare()
      try await offline.askLater(.share(output.id, in: conversation))
      await model.share()
      #expect(model.sharing != nil && !model.isShared && !model.canShare)
      let entry = try #require(offline.withState(\.requests).first)
      switch end {
      case "posted":
        offline.change { $0.requests = [] }
        try await eventually("it is shared") { await model.isShared }
      case "refused":
        offline.refuse(entry.id, Refusal(.notFound, "It is gone."))
        try await eventually("it says why") { await model.problem?.sentence == "It is gone." }
        #expect(!model.isShared && model.canShare)
        offline.change { $0.requests = [] }
      default:
        await model.cancelSharing()
        #expect(offline.requests.isEmpty && !model.isShared && model.canShare)
      }
    }
  }

  @Test("the switch of a conversation's AI says while it waits")
  func switching() async throws {
    let model = ConversationIntelligenceModel(
      conversation: conversation, intelligence: intelligence, offline: context)
    let following = Task { await model.followWaiting() }
    defer { following.cancel() }
    try await offline.askLater(.switchIntelligence(isOn: false, in: conversation))
    try await eventually("it waits") { await model.isWaiting }
    offline.change { $0.requests = [] }
    try await eventually("it is done") { await !model.isWaiting }
  }

  @Test("looking again and times to meet do not wait: they say that they need a connection")
  func needsConnection() async {
    disconnect()
    let sentence: Phrase = "This needs a connection. Try again when there is one."
    let list = InsightsViewModel(
      kind: .actionItem, me: UserID(high: 1, low: 1), conversation: conversation, intelligence: intelligence)
    await list.lookAgain()
    #expect(list.problem?.sentence == sentence && list.looked == nil)
    let meeting = MeetingSuggestionsViewModel(conversation: conversation, intelligence: intelligence)
    await meeting.suggest()
    #expect(meeting.output.state == .failed(message: sentence, canRetry: true))
    #expect(offline.requests.isEmpty)
  }

  @Test("what waits is listed in words; what was refused says why, and is sent again or given up")
  func list() async throws {
    let model = RequestsViewModel(context)
    let running = Task { await model.run() }
    defer { running.cancel() }
    try await offline.askLater(.createGroup(conversation, name: "Trip", members: []))
    try await offline.askLater(
      .changeInsight(InsightChange(status: .done), of: InsightID(high: 3, low: 1), in: conversation))
    try await eventually("both") { await model.waiting.count == 2 }
    #expect(
      model.waiting.map { RequestTexts.text(of: $0.request).english } == ["New group: Trip", "Tick something off"])
    let first = try #require(model.waiting.first)
    offline.refuse(first.id, Refusal(.forbidden, "No."))
    try await eventually("one is refused") { await model.refused.count == 1 }
    let refused = try #require(model.refused.first)
    #expect(model.reason(refused)?.english == "No.")
    await model.retry(refused)
    #expect(offline.withState(\.retried) == [refused.id])
    await model.discard(refused)
    try await eventually("one is left") { await model.requests.count == 1 }
  }
}
