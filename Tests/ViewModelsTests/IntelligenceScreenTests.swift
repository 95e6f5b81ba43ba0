import Domain
import Foundation
import Testing
import ViewModels

@Suite("What the AI's screens are made of", .timeLimit(.minutes(5)))
@MainActor
struct IntelligenceScreenTests {
  private let intelligence = FakeIntelligence()
  private let me = UserID(high: 1, low: 1)
  private let ada = UserID(high: 1, low: 2)
  private let conversation = ConversationID(high: 7, low: 1)

  private var calls: [String] { intelligence.state.withLock { $0.calls } }

  private func citation(_ number: UInt64) -> Citation {
    Citation(
      conversation: conversation, message: MessageID(high: 9, low: number), seq: Int64(number), sender: ada,
      excerpt: "text \(number)", createdAt: Timestamp(milliseconds: 0))
  }

  private func output(
    _ number: UInt64 = 1, kind: AIOutput.Kind = .summary, text: String = "", points: [CitedPoint] = [],
    contributions: [CitedPoint] = [], slots: [MeetingSlot] = [], expires: Int64 = .max
  ) -> AIOutput {
    AIOutput(
      id: AIOutputID(high: 5, low: number), kind: kind, conversation: conversation, title: "Lunch", text: text,
      points: points, contributions: contributions, slots: slots, confidence: 0.8, reason: "Two messages.",
      receipt: AIReceipt(model: "on-box 1", place: "this server"), createdAt: Timestamp(milliseconds: 0),
      expiresAt: Timestamp(milliseconds: expires))
  }

  private func insight(
    _ number: UInt64, kind: Insight.Kind = .actionItem, status: Insight.Status = .open, owner: UserID? = nil,
    due: Timestamp? = nil, at: Timestamp = Timestamp(milliseconds: 0)
  ) -> PlacedInsight {
    PlacedInsight(
      conversation: conversation,
      insight: Insight(
        id: InsightID(high: 3, low: number), kind: kind, status: status, text: "Water plants",
        citations: [MessageID(high: 9, low: number)], owner: owner, dueAt: due, tags: ["garden"], confidence: 0.9,
        reason: "said so", model: "on-box 1", createdAt: at))
  }

  // MARK: Outputs

  @Test("each source has one number in the whole output, and what the claims say is not said twice")
  func reading() {
    let points = [
      CitedPoint(text: "Ada moved.", citations: [citation(4), citation(7)]),
      CitedPoint(text: "Ben stayed.", citations: [citation(7)]),
    ]
    let said = [CitedPoint(text: "Left early.", person: ada, citations: [citation(2), citation(4)])]
    let reading = OutputReading(output(text: "Ada moved. Ben stayed.", points: points, contributions: said))
    #expect(reading.text == nil)
    #expect(reading.claims.map { $0.sources.map(\.number) } == [[1, 2], [2]])
    #expect(reading.contributions.map { $0.sources.map(\.number) } == [[3, 1]])
    #expect(reading.contributions.first?.person == ada)
    #expect(reading.sources.map(\.citation.seq) == [4, 7, 2])
    #expect(Set((reading.claims + reading.contributions).map(\.id)).count == 3)
    #expect(OutputReading(output(text: "In short.", points: points)).text == "In short.")
    #expect(OutputReading(output(kind: .meeting, text: "Two times.", points: points)).claims.isEmpty)
  }

  @Test("an earlier output is shown without asking; a note says what feedback is about")
  func earlier() async {
    let model = OutputViewModel(intelligence: intelligence)
    model.show(output())
    await model.retry()
    #expect(calls.isEmpty, "nothing was asked that could be asked again")
    await model.setNote("  Wrong person. ")
    #expect(model.state.content?.feedback == .unhelpful && model.state.content?.feedbackNote == "Wrong person.")
    #expect(calls == ["feedback unhelpful Wrong person."])
    model.clear()
    #expect(model.state == .empty)
  }

  @Test("what has expired or was dismissed is not among the earlier outputs; dismissing the last leaves none")
  func history() async {
    let clock = FixtureClock()
    var dismissed = output(3)
    dismissed.isDismissed = true
    intelligence.state.withLock { $0.outputs = [output(1), output(2, expires: clock.now.milliseconds), dismissed] }
    let model = OutputHistoryViewModel(intelligence: intelligence, clock: clock)
    await model.load()
    #expect(model.state.content?.map(\.id.description) == [output(1).id.description])
    intelligence.state.withLock { $0.refusal = Refusal(.overloaded, "") }
    await model.dismiss(output(1))
    #expect(model.problem != nil && model.state.content?.count == 1)
    intelligence.state.withLock { $0.refusal = nil }
    await model.dismiss(output(1))
    #expect(model.state == .empty)
  }

  @Test("whether the AI is there: on, off by me, not offered, or unknown without network")
  func availability() async {
    let model = AvailabilityModel(intelligence: intelligence)
    #expect(model.state == .checking && !model.isOff)
    await model.load()
    #expect(!model.isOff && model.waitingMessages == 0)
    intelligence.state.withLock { $0.preferences.isOn = false }
    await model.load()
    #expect(model.state == .switchedOff && model.isOff)
    intelligence.state.withLock { $0.isOn = false }
    await model.load()
    #expect(model.state == .notOffered && model.isOff)
    intelligence.state.withLock { $0.refusal = Refusal(.overloaded, "") }
    await model.load()
    #expect(!model.isOff)
    intelligence.state.withLock { $0.refusal = Refusal.notFound }
    await model.load()
    #expect(model.state == .notOffered)
  }

  // MARK: Insights

  @Test("open, done and dismissed ones can be picked; what was closed can be opened again")
  func picking() async throws {
    intelligence.publish([insight(1), insight(2, status: .done), insight(3, status: .dismissed)])
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence)
    try await running(model.run) {
      await eventually("they are there") { model.rows.count == 1 }
      for (shown, low) in [(InsightsViewModel.Shown.open, 1), (.done, 2), (.dismissed, 3)] {
        model.shown = shown
        #expect(model.rows.map(\.id) == [InsightID(high: 3, low: UInt64(low))])
      }
      model.shown = .all
      #expect(model.rows.count == 3)
    }
    await model.dismiss(insight(1))
    #expect(model.closed == insight(1))
    await model.undo()
    #expect(model.closed == nil)
    #expect(intelligence.state.withLock { $0.changes.map(\.status) } == [.dismissed, .open])
  }

  @Test("decisions stand day by day; a row names who, where and when")
  func timeline() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let directory = DirectoryModel(me: fixture.me, conversations: fixture, messages: fixture)
    await directory.learnAll()
    let yesterday = fixture.wallClock.now.adding(seconds: -86_400)
    let decisions = [
      insight(3, kind: .decision, at: fixture.wallClock.now), insight(2, kind: .decision, at: fixture.wallClock.now),
      insight(1, kind: .decision, at: yesterday),
    ]
    intelligence.publish(decisions)
    let model = InsightsViewModel(kind: .decision, me: me, intelligence: intelligence)
    try await running(model.run) {
      await eventually("they are there") { model.rows.count == 3 }
      #expect(model.days(fixture.texts).map(\.title) == ["Today", "Yesterday"])
      #expect(model.days(fixture.texts).map(\.rows.count) == [2, 1])
    }
    let texts = InsightTexts(directory: directory, texts: fixture.texts)
    #expect(texts.facts(decisions[2], isPlaced: true) == ["Team", "Yesterday", "#garden"])
    let task = insight(4, owner: fixture.ada, due: fixture.wallClock.now.adding(seconds: 86_400))
    let time = fixture.texts.time(fixture.wallClock.now)
    #expect(texts.facts(task, isPlaced: false) == ["Ada", "due Tomorrow, \(time)", "#garden"])
    #expect(texts.origin(task.insight) == "Found by on-box 1, 90 % sure.")
  }

  @Test("a message is chosen by its words and marked with words of my own")
  func marking() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "Let us paint it green")
    let chosen = try fixture.post(fixture.ada, "Good morning")
    intelligence.publish([insight(1)])
    let model = MarkInsightViewModel(kind: .decision, intelligence: intelligence, messages: fixture)
    await model.run()
    #expect(model.state == .empty && !model.canSave)
    model.choose(DeviceFixture.conversation)
    try await running(model.run) {
      await eventually("the messages are there, newest first") { model.candidates.first?.id == chosen.id }
      model.query = "GREEN"
      #expect(model.candidates.map(\.text) == ["Let us paint it green"])
      model.choose(model.candidates.first?.id)
      #expect(model.chosen?.text == "Let us paint it green" && model.canSave)
      model.text = String(repeating: "x", count: 301)
      #expect(model.excess == 1 && !model.canSave)
      model.text = ""
      await model.save()
      #expect(model.outcome == .marked)
      #expect(calls == ["mark decision"])
    }
  }

  // MARK: Names

  @Test("names come from the device: me, others, and somebody unknown")
  func names() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let directory = DirectoryModel(me: fixture.me, conversations: fixture, messages: fixture)
    #expect(directory.shownName(of: fixture.ada) == "Someone")
    await directory.learnAll()
    #expect(directory.shownName(of: fixture.ada) == "Ada" && directory.shownName(of: fixture.me) == "You")
    #expect(directory.sender(fixture.ada, in: DeviceFixture.conversation) == "Ada in Team")
    #expect(directory.others.map(\.name) == ["Ada", "Bob"])
    #expect(directory.people(in: DeviceFixture.conversation).map(\.name) == ["Ada", "Bob", "Me"])
    await directory.learn([ConversationID(high: 8, low: 8)])
    #expect(directory.shownTitle(of: ConversationID(high: 8, low: 8)) == "Conversation")
  }

  // MARK: Search, meetings, assistant

  @Test("filters narrow a search and its answer down, in the server's words")
  func filters() async {
    intelligence.state.withLock { $0.output = output() }
    let model = SmartSearchViewModel(intelligence: intelligence, clock: FixtureClock())
    model.filters = SearchFilters(sender: "Ada \"L\"", conversation: "Team", days: 7)
    model.query = "tides?"
    await model.search()
    await model.ask()
    #expect(calls == ["search and answer ", "ask "].map { $0 + "tides? from:\"Ada L\" in:\"Team\" after:2025-10-02" })
    model.query = ""
    model.filters = SearchFilters()
    await model.search()
    #expect(model.hits == .empty && model.answer.state == .empty)
  }

  @Test("a slot is proposed in the chat once, with everybody's own time")
  func proposing() async throws {
    let fixture = try DeviceFixture()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let start = fixture.wallClock.now.adding(seconds: 86_400)
    let slot = MeetingSlot(
      start: start, end: start.adding(seconds: 1_800),
      seats: [.init(user: ada, timeZone: "Asia/Tokyo", localTime: "Fri 17:53", isInWorkingHours: true, burden: 0)],
      reason: "fair")
    intelligence.state.withLock { $0.output = output(kind: .meeting, slots: [slot]) }
    let model = MeetingSuggestionsViewModel(
      conversation: DeviceFixture.conversation, intelligence: intelligence, messages: fixture, folder: folder)
    await model.suggest()
    let shown = model.proposal(of: 0, names: { $0 == ada ? "Ada" : nil }, texts: fixture.texts)
    for _ in 0..<2 { await model.propose(0, names: { $0 == ada ? "Ada" : nil }, texts: fixture.texts) }
    #expect(model.proposed == [0])
    let sent = try fixture.store.outbox().map(\.operation)
    guard case .send(let message)? = sent.first, sent.count == 1 else {
      Issue.record("one message waits to be sent")
      return
    }
    let times = [slot.start, slot.end].map(fixture.texts.time).joined(separator: "–")
    #expect(message.text == shown)
    #expect(message.text.hasPrefix("Lunch: ") && message.text.hasSuffix(", \(times)?\nAda Fri 17:53"))
    #expect(!message.text.contains("Tomorrow"), "it is read on other days")
    await model.choose(0)
    #expect(model.chosen == 0)
    let file = try #require(model.calendarURL)
    #expect(file.lastPathComponent == "meeting.ics")
    #expect(try String(contentsOf: file, encoding: .utf8) == "BEGIN:VCALENDAR")
    await model.suggest()
    #expect(model.chosen == nil && model.proposed.isEmpty)
  }

  @Test("an example is said without touching the draft; tasks are the proposals, newest first")
  func tasks() async {
    func proposal(_ number: UInt64) -> ActionProposal {
      ActionProposal(
        id: ActionProposalID(high: 4, low: number), function: "sendMessage", arguments: "{}", summary: "\(number)")
    }
    func entry(_ number: UInt64, _ proposals: [ActionProposal]) -> AssistantMessage {
      AssistantMessage(
        id: AssistantMessageID(high: 4, low: number), role: .assistant, text: "Shall I?",
        citations: [citation(4), citation(4), citation(2)], proposals: proposals,
        createdAt: Timestamp(milliseconds: 0))
    }
    let entries = [entry(1, [proposal(1)]), entry(2, [proposal(2), proposal(3)])]
    intelligence.state.withLock { $0.history = entries }
    let model = AssistantViewModel(intelligence: intelligence)
    #expect(!model.canErase)
    model.draft = "half a sen"
    await model.say("What is urgent?")
    #expect(calls.first == "talk What is urgent?" && model.draft == "half a sen")
    #expect(model.tasks.map(\.summary) == ["3", "2", "1"])
    #expect(model.canErase)
    #expect(OutputReading.sources(of: entries[0]).map(\.number) == [1, 2])
  }

  @Test("what the assistant keeps is forgotten one by one or all at once")
  func memory() async {
    let entries = (1...3).map { number in
      MemoryEntry(
        id: MemoryEntryID(high: 6, low: UInt64(number)), text: "\(number)", createdAt: Timestamp(milliseconds: 0))
    }
    intelligence.state.withLock { $0.memory = entries }
    let model = MemoryViewModel(intelligence: intelligence)
    await model.load()
    await model.erase(entries[1])
    #expect(model.state.content?.map(\.text) == ["1", "3"])
    intelligence.state.withLock { $0.refusal = Refusal(.overloaded, "") }
    await model.eraseAll()
    #expect(model.problem != nil && model.state.content?.count == 2)
    intelligence.state.withLock { $0.refusal = nil }
    await model.eraseAll()
    #expect(model.state == .empty)
  }

  // MARK: Preferences

  @Test("focus hours, urgent words and people are a form, and come back as they were saved")
  func preferences() async {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.locale = Locale(identifier: "en_GB")
    let night = AIPreferences.Hours(days: [6], start: 1_320, end: 360)
    intelligence.state.withLock {
      $0.preferences.focusHours = [AIPreferences.Hours(days: [1, 3], start: 540, end: 660), night]
    }
    let model = AIPreferencesViewModel(intelligence: intelligence, calendar: calendar)
    await model.load()
    #expect(!model.hasChanges && model.focus.isOn && model.focus.days == [1, 3])
    #expect(model.focus.name(of: 1) == "Monday" && model.focus.name(of: 7) == "Sunday")
    model.focus.toggle(5)
    model.focus.start = Date(timeIntervalSince1970: 8 * 3_600 + 30 * 60)
    #expect(
      model.preferences.focusHours == [AIPreferences.Hours(days: [1, 3, 5], start: 510, end: 660), night])
    model.focus.isOn = false
    #expect(model.preferences.focusHours == [night])
    model.keyword = "outage, Invoice ,outage"
    model.addKeyword()
    model.keyword = "INVOICE"
    model.addKeyword()
    #expect(model.preferences.urgentKeywords == ["outage", "Invoice"] && model.keyword.isEmpty)
    model.removeKeyword("outage")
    model.setUrgent(true, ada)
    model.setUrgent(true, ada)
    #expect(model.preferences.urgentContacts == [ada])
    model.revert()
    #expect(!model.hasChanges && model.focus.isOn)
    model.preferences.language = "sv"
    #expect(model.languages.last?.code == "sv")
  }

  @Test("the ledger adds up what was sent and what it cost")
  func ledger() async {
    let model = LedgerViewModel(intelligence: intelligence)
    await model.load()
    #expect(model.state == .empty && model.costText == nil)
    let entry = LedgerEntry(
      at: Timestamp(milliseconds: 0), feature: "summarizeThread", model: "m", place: "p", conversations: [],
      messagesSent: 4, inputTokens: 1, outputTokens: 1, cost: 15_000, isCached: false)
    intelligence.state.withLock { $0.ledger = [entry, entry] }
    await model.load()
    #expect(model.messagesSent == 8 && model.cost == 30_000)
    #expect(model.costText?.english.contains("0.03") == true)
    #expect(LedgerViewModel.name(of: entry.feature) == "Summarize thread")
  }

  @Test("switching a conversation off says so once it is done, or why not")
  func conversationSwitch() async {
    let model = ConversationIntelligenceModel(conversation: conversation, intelligence: intelligence)
    await model.set(isOn: false)
    #expect(model.isOn == false && calls == ["switch false"])
    intelligence.state.withLock { $0.refusal = Refusal(.forbidden, "Only administrators may.") }
    await model.set(isOn: true)
    #expect(model.isOn == false && model.problem?.sentence == "Only administrators may.")
  }

  @Test("the switch of a conversation is shown as every member's device has it")
  func followedSwitch() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let model = ConversationIntelligenceModel(
      conversation: DeviceFixture.conversation, intelligence: intelligence, conversations: fixture)
    let observing = Task { await model.observe() }
    try await eventually("it is on") { model.isOn == true }
    let row = Conversation(
      id: DeviceFixture.conversation, rev: 2, kind: .group, name: "Team", createdAt: Timestamp(milliseconds: 0),
      createdBy: fixture.ada, isIntelligenceOn: false)
    _ = try fixture.store.apply(
      FeedDelta(feed: .conversation(DeviceFixture.conversation), fromRev: 1, toRev: 2, conversation: row))
    try await eventually("it is off") { model.isOn == false }
    observing.cancel()
  }
}
