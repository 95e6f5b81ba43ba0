import ClientStore
import Domain
import Foundation
import Testing

@Suite("Requests in the outbox")
struct RequestTests {
  private let now = FixedClock().now

  private func soon(_ hours: Int64) -> Timestamp { now.adding(seconds: hours * 3_600) }

  /// A store with a message of Ada's and a task in it.
  private func stage() throws -> (ClientStore, FakeServer, Insight) {
    var server = FakeServer()
    server.post(ada, id(10), "Please send the offer.")
    let task = server.find(id(70), "Send the offer", in: id(10))
    return (try makeStore(server), server, task)
  }

  private func all(_ store: ClientStore) throws -> [Insight] { try store.insights(InsightFilter()).map(\.insight) }

  @Test("every kind of request is the same after a restart")
  func kept() throws {
    let folder = try TemporaryFolder()
    var server = FakeServer()
    server.post(ada, id(10))
    server.find(id(70), in: id(10))
    let requests: [ServerRequest] = [
      .changeInsight(InsightChange(status: .done, tags: ["a"]), of: id(70), in: room),
      .markInsight(id(71), .decision, message: id(10), in: room, text: "We go."),
      .writeTask(id(72), NewTask(text: "Paint", owner: bob, dueAt: soon(1)), in: room),
      .remind(id(80), at: soon(1), text: "Call", message: nil, in: nil),
      .postponeReminder(id(81), to: soon(2)), .finishReminder(id(82)),
      .setOpinion(.unhelpful, of: .digest, id(10), in: room),
      .correctPriority(id(10), in: room, to: .canWait),
      .savePreferences(AIPreferences(urgentKeywords: ["fire"], tone: .brief)),
      .changeSettings(ConversationSettingsChange(muted: true, mutedUntil: soon(3), pinned: true), in: room),
      .createGroup(id(200), name: "New", members: [ada, bob]), .openDirect(id(201), with: bob),
      .summarize(room, .range(from: 2, to: 9), question: "Who?"), .digest, .ask("When?"), .talk("Hi", about: room),
      .talk("Hi", about: nil, as: id(90)), .switchIntelligence(isOn: false, in: room), .share(id(91), in: room),
    ]
    let store = try makeStore(server, path: folder.file)
    for request in requests { try store.enqueue(request) }
    try store.close()
    let again = try ClientStore(path: folder.file, clock: FixedClock())
    #expect(try again.requests().map(\.request) == requests)
    #expect(try again.requests().allSatisfy { $0.createdAt == now && $0.failure == nil })
    try again.close()
  }

  @Test("a change shows at once, and what the server says takes its place")
  func overlay() throws {
    var (store, server, task) = try stage()
    try store.enqueue(.changeInsight(InsightChange(status: .done, owner: me), of: task.id, in: room))
    var shown = try #require(try all(store).first)
    #expect(shown.status == .done && shown.owner == me && shown.completedAt == now)
    #expect(try store.insights(InsightFilter(owner: me)).count == 1)
    #expect(try store.insights(InsightFilter(owner: ada)).isEmpty)
    let entry = try #require(try store.requests().first)
    server.change(task.id) { ($0.status, $0.owner, $0.tags) = (.done, me, ["from the server"]) }
    let row = try #require(server.insights[task.id])
    try store.settle(entry.id, with: .insight(row))
    shown = try #require(try all(store).first)
    #expect(shown == row)
    #expect(try store.requests().isEmpty)
    #expect(try store.apply(server.delta(from: row.rev - 1)) == .applied)
    #expect(try all(store) == [row])
  }

  @Test("a later change of the same takes the place of the waiting one, and keeps what it says nothing of")
  func merging() throws {
    let (store, _, task) = try stage()
    let first = InsightChange(text: "Send it", status: .done, owner: me, dueAt: soon(1))
    try store.enqueue(.changeInsight(first, of: task.id, in: room))
    try store.enqueue(.changeInsight(InsightChange(status: .open, removesOwner: true), of: task.id, in: room))
    let both = InsightChange(text: "Send it", status: .open, removesOwner: true, dueAt: soon(1))
    #expect(try store.requests().map(\.request) == [.changeInsight(both, of: task.id, in: room)])
    try store.enqueue(.changeSettings(ConversationSettingsChange(muted: true, pinned: true), in: room))
    try store.enqueue(.changeSettings(ConversationSettingsChange(muted: false), in: room))
    #expect(
      try store.requests().last?.request
        == .changeSettings(ConversationSettingsChange(muted: false, pinned: true), in: room))
    try store.enqueue(.ask("One?"))
    try store.enqueue(.ask("Two?"))
    #expect(try store.requests().count == 4, "each question is asked")
    try store.enqueue(.share(id(91), in: room))
    try store.enqueue(.share(id(92), in: room))
    try store.enqueue(.share(id(92), in: room))
    try store.enqueue(.switchIntelligence(isOn: false, in: room))
    let last = try store.requests().suffix(3).map(\.request)
    #expect(last == [.share(id(91), in: room), .share(id(92), in: room), .switchIntelligence(isOn: false, in: room)])
    #expect(Set(last.map(\.subject)).count == 1, "in their order: off erases what is not shared before")
  }

  @Test("what was sent and then changed again is sent again: its answer takes away nothing newer")
  func changedUnderWay() throws {
    var (store, server, task) = try stage()
    try store.enqueue(.changeInsight(InsightChange(status: .done), of: task.id, in: room))
    let sent = try #require(try store.requests().first)
    try store.enqueue(.changeInsight(InsightChange(status: .open), of: task.id, in: room))
    server.change(task.id) { $0.status = .done }
    try store.settle(sent.id, with: .insight(try #require(server.insights[task.id])))
    #expect(try store.requests().count == 1)
    #expect(try all(store).map(\.status) == [.open])
  }

  @Test("a refused request is kept with its reason, shows no more, and is sent again or given up")
  func refusal() throws {
    let (store, _, task) = try stage()
    try store.enqueue(.changeInsight(InsightChange(status: .done), of: task.id, in: room))
    let entry = try #require(try store.requests().first)
    let refusal = Refusal(.forbidden, "No.")
    try store.fail(entry.id, refusal)
    #expect(try store.requests().map(\.failure) == [refusal])
    #expect(try all(store).map(\.status) == [.open])
    try store.retry(entry.id)
    #expect(try store.requests().map(\.failure) == [nil])
    #expect(try all(store).map(\.status) == [.done])
    try store.discard(entry.id)
    #expect(try store.requests().isEmpty)
    #expect(try all(store) == [task])
  }

  @Test("what cannot be is said at once and does not wait")
  func invalid() throws {
    let (store, _, task) = try stage()
    func code(_ request: ServerRequest) -> ErrorCode? {
      do {
        try store.enqueue(request)
        return nil
      } catch {
        return (error as? Refusal)?.code
      }
    }
    #expect(code(.changeInsight(InsightChange(text: " "), of: task.id, in: room)) == .invalid)
    #expect(code(.changeInsight(InsightChange(status: .done), of: id(99), in: room)) == .notFound)
    #expect(code(.markInsight(id(71), .decision, message: id(99), in: room, text: nil)) == .notFound)
    #expect(code(.writeTask(id(71), NewTask(text: " "), in: room)) == .invalid)
    #expect(code(.writeTask(id(71), NewTask(text: "Paint"), in: id(99))) == .notFound)
    #expect(code(.remind(id(80), at: now, text: "Call", message: nil, in: nil)) == .invalid)
    #expect(code(.createGroup(id(200), name: " ", members: [ada])) == .invalid)
    #expect(try store.requests().isEmpty)
  }

  @Test("a message that is marked is an action item at once, in the message's words, and once")
  func marking() throws {
    var (store, server, task) = try stage()
    try store.enqueue(.markInsight(id(71), .actionItem, message: id(10), in: room, text: nil))
    let mark = try #require(try all(store).first)
    #expect(mark.id == id(71) && mark.text == "Please send the offer." && mark.createdBy == me)
    #expect(try all(store).map(\.id) == [id(71), task.id], "the newest first")
    try store.enqueue(.changeInsight(InsightChange(status: .done), of: id(71), in: room))
    #expect(try all(store).first?.status == .done)
    server.find(id(71), "Please send the offer.", in: id(10))
    _ = try store.apply(server.delta(from: 3))
    #expect(try all(store).count == 2)
  }

  @Test("a task that is written stands in the list at once, with its owner and time, and rests on nothing")
  func writing() throws {
    let (store, _, task) = try stage()
    try store.enqueue(.writeTask(id(71), NewTask(text: "Paint the bow", owner: bob, dueAt: soon(1)), in: room))
    let written = try #require(try all(store).first)
    #expect(written.id == id(71) && written.text == "Paint the bow" && written.citations.isEmpty)
    #expect(written.owner == bob && written.dueAt == soon(1) && written.createdBy == me)
    #expect(try all(store).map(\.id) == [id(71), task.id])
  }

  @Test("reminders are set, put off and finished at once, in the order of their times")
  func reminders() async throws {
    let store = try makeStore(FakeServer())
    func shown() async -> [String]? { await store.observeReminders().first { _ in true }?.map(\.text) }
    try store.enqueue(.remind(id(80), at: soon(1), text: "first", message: nil, in: nil))
    try store.enqueue(.remind(id(81), at: soon(2), text: "second", message: nil, in: nil))
    #expect(await shown() == ["first", "second"])
    try store.enqueue(.postponeReminder(id(80), to: soon(3)))
    #expect(await shown() == ["second", "first"])
    try store.enqueue(.finishReminder(id(81)))
    #expect(await shown() == ["first"])
    let finish = try #require(try store.requests().last)
    try store.fail(finish.id, Refusal(.gone, "It is over."))
    #expect(try store.requests().allSatisfy { $0.failure == nil }, "what is over is finished")
  }

  @Test("an opinion and a corrected priority count at once, and go on when the server has them")
  func opinionsAndPriorities() async throws {
    let (store, _, task) = try stage()
    try store.enqueue(.setOpinion(.unhelpful, of: .actionItem, id(10), in: room))
    #expect(try all(store).isEmpty)
    try store.settle(try #require(try store.requests().first).id, with: .done)
    #expect(try all(store).isEmpty)
    try store.enqueue(.setOpinion(nil, of: .actionItem, id(10), in: room))
    #expect(try all(store) == [task])

    func reason() throws -> String? { try store.timeline(room)?.items.first?.urgentReason }
    #expect(try reason() == nil)
    try store.enqueue(.correctPriority(id(10), in: room, to: .urgent))
    #expect(try reason() == "You said so.")
    let correction = try #require(try store.requests().last)
    try store.settle(correction.id, with: .done)
    #expect(try reason() == "You said so.")
    #expect(try store.summaries().map(\.urgent) == [1])
    try store.enqueue(.correctPriority(id(10), in: room, to: .canWait))
    #expect(try reason() == nil)
  }

  @Test("settings of a conversation count at once in the list, the badge and the chat")
  func settings() throws {
    let (store, _, _) = try stage()
    #expect(try store.badge(now: now) == 1)
    try store.enqueue(.changeSettings(ConversationSettingsChange(muted: true, pinned: true), in: room))
    #expect(try store.badge(now: now) == 0)
    #expect(try store.summaries().map(\.settings.pinned) == [true])
    #expect(try store.timeline(room)?.settings.muted == true)
  }

  @Test("a new group is there at once; giving it up takes what was written into it")
  func group() throws {
    let (store, _, _) = try stage()
    let group: ConversationID = id(200)
    try store.enqueue(.createGroup(group, name: "New", members: [ada]))
    #expect(try store.summaries().first { $0.id == group }?.title == "New")
    #expect(try store.timeline(group)?.members.map(\.name) == ["User 1", "User 2"].map { $0 == "User 1" ? "Me" : $0 })
    try store.enqueue(.send(pending(300, "hello", in: group)))
    #expect(try store.unmadeConversations() == [group])
    #expect(try store.cursors()[.conversation(group)] == nil, "the server is not asked about it")
    try store.discard(try #require(try store.requests().first).id)
    #expect(try store.timeline(group) == nil)
    #expect(try store.outbox().isEmpty)
  }

  @Test("a direct conversation has the server's id once it is made, also for who has it open under the former one")
  func direct() throws {
    let (store, _, _) = try stage()
    let (former, made): (ConversationID, ConversationID) = (id(201), id(301))
    try store.enqueue(.openDirect(former, with: bob))
    #expect(try store.directConversation(with: bob) == former)
    try store.enqueue(.send(pending(300, "hello", in: former)))
    try store.saveDraft("and", in: former)
    let server = FakeServer(made, users: [me, bob], kind: .direct)
    try store.settle(try #require(try store.requests().first).id, with: .window(server.window()))
    #expect(try store.outbox().map(\.conversation) == [made])
    #expect(try store.timeline(former)?.conversation.id == made)
    #expect(try store.timeline(former)?.items.map(\.text) == ["hello"])
    #expect(try store.draft(in: made) == "and")
    try store.enqueue(.send(pending(301, "more", in: former)))
    #expect(try store.outbox().map(\.conversation) == [made, made])
    #expect(try store.summaries().map(\.id).contains(former) == false)
  }

  @Test("requests outlive the session that has ended, and go with signing out and with their conversation")
  func erasure() throws {
    let (store, _, task) = try stage()
    try store.enqueue(.changeInsight(InsightChange(status: .done), of: task.id, in: room))
    try store.enqueue(.ask("When?"))
    try store.removeFeed(feed)
    #expect(try store.requests().map(\.request) == [.ask("When?")])
    try store.eraseCopies()
    #expect(try store.requests().count == 1)
    try store.wipe()
    #expect(try store.requests().isEmpty)
  }
}
