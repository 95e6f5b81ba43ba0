import Domain
import Foundation
import Testing
import ViewModels

@Suite("The AI's view models", .timeLimit(.minutes(5)))
@MainActor
struct IntelligenceViewModelTests {
  private let intelligence = FakeIntelligence()
  private let me = UserID(high: 1, low: 1)
  private let conversation = ConversationID(high: 7, low: 1)

  private var calls: [String] { intelligence.state.withLock { $0.calls } }

  private func output(slots: [MeetingSlot] = [], notice: String? = nil) -> AIOutput {
    AIOutput(
      id: AIOutputID(high: 5, low: 1), kind: .summary, conversation: conversation, title: "Unread", text: "Ada moved.",
      points: [], slots: slots, confidence: 0.8, reason: "Two messages.",
      receipt: AIReceipt(model: "on-box 1", place: "this server", messagesRead: 2, milliseconds: 12, notice: notice),
      createdAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: 1))
  }

  private func insight(
    _ number: UInt64, _ text: String, owner: UserID? = nil, due: Int64? = nil, status: Insight.Status = .open,
    kind: Insight.Kind = .actionItem, confidence: Double = 0.9
  ) -> PlacedInsight {
    PlacedInsight(
      conversation: conversation,
      insight: Insight(
        id: InsightID(high: 3, low: number), kind: kind, status: status, text: text,
        citations: [MessageID(high: 9, low: number)], owner: owner, dueAt: due.map { Timestamp(milliseconds: $0) },
        confidence: confidence, reason: "said so", createdAt: Timestamp(milliseconds: Int64(number))))
  }

  private func verdict(_ number: UInt64, _ priority: Priority) -> PriorityVerdict {
    PriorityVerdict(
      message: MessageID(high: 9, low: number), conversation: conversation, seq: Int64(number), sender: me,
      excerpt: "text \(number)", createdAt: Timestamp(milliseconds: 0), priority: priority, score: 0.5,
      reason: "because", isUnread: true)
  }

  @Test("a summary goes from empty through loading to content, and a failure can be tried again")
  func summary() async {
    let model = ThreadSummaryViewModel(conversation: conversation, intelligence: intelligence, hasUnread: true)
    #expect(model.output.state == .empty && model.choice == .unread)
    intelligence.state.withLock { $0.refusal = Refusal(.overloaded, "busy", retryAfter: 2) }
    await model.summarize()
    #expect(model.output.state == .failed(message: "The server is busy. Try again in 2 seconds.", canRetry: true))
    intelligence.state.withLock {
      $0.refusal = nil
      $0.output = output()
    }
    await model.output.retry()
    #expect(model.output.state.content?.text == "Ada moved.")
    model.question = "  Who moved? "
    await model.summarize()
    #expect(calls.last == "summarize unread Who moved?")
  }

  @Test("a summary begins at the line above what was new where it was asked for there, and offers that")
  func fromTheLine() async {
    intelligence.state.withLock { $0.output = output() }
    let model = ThreadSummaryViewModel(
      conversation: conversation, line: 5...9, intelligence: intelligence, hasUnread: false)
    #expect(model.choice == .line && model.choices.first == .line)
    await model.summarize()
    #expect(calls.last == "summarize range(from: 5, to: 9) -")
    model.choice = .week
    await model.summarize()
    #expect(calls.last == "summarize days(7) -")
    let other = ThreadSummaryViewModel(conversation: conversation, intelligence: intelligence, hasUnread: false)
    #expect(!other.choices.contains(.line) && other.choice == .lastHundred)
  }

  @Test("action items of one conversation are looked for once more; what is open is counted, a notice is told")
  func lookAgain() async {
    let model = InsightsViewModel(kind: .actionItem, me: me, conversation: conversation, intelligence: intelligence)
    intelligence.state.withLock { $0.insights = [insight(1, "Water plants"), insight(2, "Old", status: .done)] }
    await model.lookAgain()
    #expect(calls == ["look again action_item"] && !model.isLooking)
    #expect(model.looked == "Looked again: 1 open action item.")
    intelligence.state.withLock { $0.notice = "The model did not answer." }
    await model.lookAgain()
    #expect(model.looked == Phrase(verbatim: "The model did not answer."))
    intelligence.state.withLock { $0.refusal = Refusal(.overloaded, "busy") }
    await model.lookAgain()
    #expect(model.looked == nil && model.problem != nil)
    #expect(!InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence).canLookAgain)
    #expect(
      !InsightsViewModel(kind: .scheduling, me: me, conversation: conversation, intelligence: intelligence).canLookAgain
    )
  }

  @Test("the open action items that are mine are counted, and none that waits to be accepted")
  func mine() async throws {
    intelligence.state.withLock { $0.insights = [insight(1, "Water plants", owner: me)] }
    let model = MyTasksModel(me: me, intelligence: intelligence)
    #expect(model.title == "To do")
    try await running(model.run) {
      await eventually("one") { model.title == "To do · 1" }
      intelligence.publish([insight(1, "Water plants", owner: me), insight(2, "Paint", owner: me)])
      await eventually("two") { model.count == 2 }
    }
    let filter = try #require(intelligence.state.withLock(\.filters).first)
    #expect(filter.kind == .actionItem && filter.statuses == [.open] && filter.isMaybe == false && filter.owner == me)
  }

  @Test("a conversation's list says what the AI has not read until it has, and nothing without a connection")
  func work() async throws {
    let model = ConversationWorkModel(conversation: conversation, intelligence: intelligence, pauses: NoPauses())
    intelligence.state.withLock { $0.waitingMessages = 1_234 }
    let running = Task { await model.run() }
    await eventually("it is said") {
      model.text == "The AI has not read 1234 older messages here yet. More may appear."
    }
    intelligence.state.withLock { $0.waitingMessages = 10_000 }
    await eventually("as many as the server counts to") {
      model.text == "The AI has not read 10000 or more older messages here yet. More may appear."
    }
    intelligence.state.withLock { $0.waitingMessages = 10 }
    await running.value
    #expect(model.text == nil, "a few that wait are nothing to speak of")
    intelligence.state.withLock { $0.isOffline = true }
    await model.run()
    #expect(model.text == nil)
    #expect(InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence).work == nil)
  }

  @Test("a task is written into the list of a conversation, and in no other list")
  func writing() async throws {
    let model = InsightsViewModel(kind: .actionItem, me: me, conversation: conversation, intelligence: intelligence)
    intelligence.state.withLock { $0.insights = [insight(1, "Water plants")] }
    var draft = try #require(model.newTask)
    #expect(draft.owner == nil && !draft.hasDue && !draft.canSave)
    await model.write(draft)
    #expect(calls.isEmpty)
    draft.text = "  Paint the bow "
    await model.write(draft)
    #expect(calls == ["write Paint the bow"])
    #expect(InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence).newTask == nil)
    let decisions = InsightsViewModel(kind: .decision, me: me, conversation: conversation, intelligence: intelligence)
    #expect(decisions.newTask == nil)
  }

  @Test("one of them is shown alone, also when it is done")
  func only() async {
    let model = InsightsViewModel(
      kind: .actionItem, me: me, conversation: conversation, only: InsightID(high: 3, low: 2),
      intelligence: intelligence)
    intelligence.publish([insight(1, "Water plants"), insight(2, "Old", status: .done)])
    let watching = Task { await model.run() }
    await eventually("it is shown") { model.rows.map(\.insight.text) == ["Old"] }
    #expect(!model.canLookAgain)
    watching.cancel()
  }

  @Test("a message names what rests on it: tasks and decisions, not what was dismissed or waits to be accepted")
  func records() async {
    let model = MessageRecordsModel(conversation: conversation, intelligence: intelligence)
    intelligence.publish([
      insight(1, "Water plants"), insight(1, "Keep the colours", kind: .decision),
      insight(1, "Gone", status: .dismissed), insight(1, "Maybe draw", confidence: 0.1),
      insight(2, "Old", status: .done),
    ])
    let watching = Task { await model.run() }
    await eventually("they are there") { !model.records.isEmpty }
    #expect(model.records[MessageID(high: 9, low: 1)]?.map(\.label) == ["To do", "Decision"])
    #expect(model.records[MessageID(high: 9, low: 2)]?.map(\.label) == ["Done"])
    watching.cancel()
  }

  @Test("what was read for an answer and where its text went is a sentence")
  func receipt() async {
    intelligence.state.withLock { $0.output = output(notice: "The model did not answer.") }
    let model = DigestViewModel(intelligence: intelligence)
    await model.load()
    #expect(
      model.output.receiptText
        == "Read 2 messages on your server. The model did not answer.")
  }

  @Test("feedback said twice is taken back; sharing happens once; dismissing empties")
  func outputActions() async {
    intelligence.state.withLock { $0.output = output() }
    let model = OutputViewModel(intelligence: intelligence)
    await model.ask { [intelligence] in try await intelligence.digest() }
    await model.setFeedback(.helpful)
    #expect(model.state.content?.feedback == .helpful)
    await model.setFeedback(.helpful)
    #expect(model.state.content?.feedback == nil)
    #expect(model.canShare)
    await model.share()
    #expect(!calls.contains("share"), "nothing is posted that was not shown")
    await model.previewShare()
    #expect(model.sharePreview == "• Ada moved.")
    model.cancelShare()
    await model.share()
    #expect(!calls.contains("share"))
    await model.previewShare()
    await model.share()
    await model.share()
    #expect(!model.canShare)
    #expect(calls.filter { $0 == "share" }.count == 1)
    await model.dismiss()
    #expect(model.state == .empty)
  }

  @Test("action items: open ones first by due time; mine and closed ones by choice; words filter")
  func insights() async throws {
    intelligence.publish([
      insight(1, "Water plants"), insight(2, "Pay invoice", owner: me, due: 50), insight(3, "Call Ada", due: 20),
      insight(4, "Old thing", status: .done),
    ])
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence)
    try await running(model.run) {
      await eventually("they are there") { model.rows.count == 3 }
      #expect(model.rows.map(\.insight.text) == ["Call Ada", "Pay invoice", "Water plants"])
      #expect(model.isOverdue(model.rows[0].insight, in: .current))
      model.isMineOnly = true
      #expect(model.rows.map(\.insight.text) == ["Pay invoice"])
      model.isMineOnly = false
      model.shown = .all
      #expect(model.rows.last?.insight.text == "Old thing")
      model.query = "call ADA"
      #expect(model.rows.map(\.insight.text) == ["Call Ada"])
      intelligence.publish([])
      await eventually("empty") { model.state == .empty }
    }
  }

  @Test("what was found with little confidence waits apart, is never overdue, and is accepted by opening it")
  func maybes() async throws {
    var unsure = insight(2, "Maybe pay", due: 10)
    unsure.insight.confidence = 0.4
    intelligence.publish([insight(1, "Water plants"), unsure])
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence)
    try await running(model.run) {
      await eventually("they are there") { model.state.content?.count == 2 }
      #expect(model.rows.map(\.insight.text) == ["Water plants"])
      #expect(model.maybes.map(\.insight.text) == ["Maybe pay"])
      #expect(!model.isOverdue(unsure.insight, in: .current))
      model.shown = .all
      #expect(model.rows.map(\.insight.text) == ["Water plants"] && model.maybes.count == 1)
      model.shown = .done
      #expect(model.maybes.isEmpty)
      await model.accept(unsure)
      #expect(intelligence.state.withLock { $0.changes } == [InsightChange(status: .open)])
    }
  }

  @Test("completing, assigning and taking away the owner say just that")
  func insightChanges() async throws {
    let item = insight(1, "Water plants")
    intelligence.publish([item])
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence)
    await model.setDone(true, item)
    await model.assign(me, item)
    await model.assign(nil, item)
    #expect(
      intelligence.state.withLock { $0.changes } == [
        InsightChange(status: .done), InsightChange(owner: me), InsightChange(removesOwner: true),
      ])
    intelligence.state.withLock { $0.refusal = Refusal(.forbidden, "You may not.") }
    await model.dismiss(item)
    #expect(model.problem?.sentence == "You may not.")
  }

  @Test("a correction shows at once and is taken back when the server refuses it")
  func priorities() async {
    intelligence.state.withLock { $0.verdicts = [verdict(1, .urgent), verdict(2, .canWait)] }
    let model = PriorityInboxViewModel(intelligence: intelligence)
    await model.load()
    #expect(model.state.content?.map(\.title) == ["Urgent", "Can wait"])
    intelligence.state.withLock { $0.refusal = Refusal(.notFound, "gone") }
    await model.correct(verdict(2, .canWait), to: .urgent)
    #expect(model.state.content?.map(\.verdicts.count) == [1, 1])
    #expect(model.problem != nil)
    intelligence.state.withLock {
      $0.refusal = nil
      $0.verdicts = [verdict(1, .urgent), verdict(2, .urgent)]
    }
    await model.correct(verdict(2, .canWait), to: .urgent)
    #expect(model.state.content?.map(\.verdicts.count) == [2])
    #expect(calls.contains("correct urgent"))
  }

  @Test("a question is searched and answered by one request, other words are only searched")
  func search() async {
    intelligence.state.withLock { $0.output = output() }
    let model = SmartSearchViewModel(intelligence: intelligence)
    model.query = " tide table "
    await model.search()
    #expect(model.hits == .content([]) && model.answer.state == .empty)
    model.query = "Where is the tide table?"
    await model.search()
    #expect(calls == ["search tide table", "search and answer Where is the tide table?"])
    #expect(model.hits == .content([]) && model.answer.state.content != nil)
  }

  @Test("what was found stays when the answer fails, and trying again asks for the answer only")
  func failedAnswer() async {
    let busy = Refusal(.overloaded, "", retryAfter: 2)
    intelligence.state.withLock { ($0.answerFailure, $0.output) = (busy, output()) }
    let model = SmartSearchViewModel(intelligence: intelligence)
    let sentence: Phrase = "The server is busy. Try again in 2 seconds."
    model.query = "Where is the tide table?"
    await model.search()
    #expect(model.hits == .content([]) && model.answer.state == .failed(message: sentence, canRetry: true))
    await model.answer.retry()
    #expect(calls.last == "ask Where is the tide table?" && model.answer.state.content != nil)
    intelligence.state.withLock { $0.refusal = busy }
    await model.search()
    #expect(model.hits == .failed(message: sentence, canRetry: true))
    #expect(model.answer.state == .failed(message: sentence, canRetry: true))
  }

  @Test("what went otherwise with a search is told with its hits, and no longer than they are shown")
  func notice() async {
    intelligence.state.withLock { $0.notice = "By words only." }
    let model = SmartSearchViewModel(intelligence: intelligence)
    model.query = "tide table"
    await model.search()
    #expect(model.notice == "By words only.")
    model.clear()
    #expect(model.notice == nil)
    await model.search()
    intelligence.state.withLock { $0.notice = nil }
    await model.search()
    #expect(model.hits == .content([]) && model.notice == nil)
  }

  @Test("a chosen slot becomes a calendar file; one that is not there does nothing")
  func meetings() async {
    let slot = MeetingSlot(
      start: Timestamp(milliseconds: 0), end: Timestamp(milliseconds: 1_800_000), seats: [], reason: "fair")
    intelligence.state.withLock { $0.output = output(slots: [slot]) }
    let model = MeetingSuggestionsViewModel(conversation: conversation, intelligence: intelligence)
    model.minutes = 45
    await model.suggest()
    #expect(calls == ["meet - 45"])
    await model.choose(3)
    #expect(model.calendarFile == nil)
    await model.choose(0)
    #expect(model.calendarFile == "BEGIN:VCALENDAR")
  }

  @Test("what the assistant could not be asked is in the draft again")
  func assistant() async {
    let model = AssistantViewModel(intelligence: intelligence)
    await model.load()
    #expect(model.state == .empty && !model.canSend)
    model.draft = "What did I miss?"
    intelligence.state.withLock { $0.refusal = Refusal(.rateLimited, "", retryAfter: 1) }
    await model.send()
    #expect(model.draft == "What did I miss?" && model.problem?.canRetry == true && model.pending == nil)
    let proposal = ActionProposal(
      id: ActionProposalID(high: 4, low: 1), function: "sendMessage", arguments: "{}", summary: "Send “Hi”")
    let answer = AssistantMessage(
      id: AssistantMessageID(high: 4, low: 2), role: .assistant, text: "Shall I?", proposals: [proposal],
      createdAt: Timestamp(milliseconds: 0))
    intelligence.state.withLock {
      $0.refusal = nil
      $0.growing = [answer]
      $0.history = [answer]
    }
    await model.send()
    #expect(model.draft.isEmpty && model.state == .content([answer]) && model.growing == nil)
    await model.decide(proposal, isApproved: true)
    #expect(calls.contains("decide true"))
  }

  @Test("preferences are saved only when they differ")
  func preferences() async {
    let model = AIPreferencesViewModel(intelligence: intelligence)
    await model.load()
    #expect(model.state.content?.requestsADay == 100 && !model.hasChanges)
    await model.save()
    model.preferences.urgentKeywords = ["outage"]
    #expect(model.hasChanges)
    await model.save()
    #expect(!model.hasChanges)
    #expect(calls.filter { $0 == "save" }.count == 1)
  }
}
