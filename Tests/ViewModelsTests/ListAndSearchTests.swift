import Domain
import Testing
import ViewModels

@Suite("The conversation list and finding people", .timeLimit(.minutes(1)))
@MainActor
struct ListAndSearchTests {
  private func list(_ desk: Desk) -> ConversationsListViewModel {
    ConversationsListViewModel(
      me: desk.me, conversations: desk, presence: desk, connection: ConnectionBannerModel(connection: desk),
      clock: desk.wallClock, texts: desk.texts)
  }

  @Test("unread count, preview, presence and badge follow the store; a mute takes it off the badge")
  func rows() async throws {
    let desk = try Desk()
    desk.state.withLock { $0.presence = [desk.ada: Presence(user: desk.ada, state: .online)] }
    try desk.post(desk.ada, "Hi")
    let list = list(desk)
    try await running(list.run) {
      await eventually("the row is there") { list.rows.first?.presence == .online && list.badge == 1 }
      #expect(list.rows.map(\.preview) == ["Hi"])
      #expect(list.rows.map(\.unread) == [1])
      await list.mute(Desk.conversation)
      await eventually("the badge is gone, the count is not") { list.badge == 0 && list.rows.first?.isMuted == true }
      #expect(list.rows.first?.unread == 1)
    }
  }

  @Test("sections follow pinning and archiving; a filter that matches nothing is not an empty list")
  func sections() async throws {
    let desk = try Desk()
    let list = list(desk)
    try await running(list.run) {
      await eventually("under others") { list.state.content?.map(\.kind) == [.others] }
      await list.setPinned(true, Desk.conversation)
      await eventually("pinned") { list.state.content?.map(\.kind) == [.pinned] }
      await list.setArchived(true, Desk.conversation)
      await eventually("archived") { list.state.content?.map(\.kind) == [.archived] }
      list.filter = "zzz"
      #expect(list.state == .content([]))
      list.filter = "AD"
      #expect(list.rows.count == 1)
    }
  }

  @Test("what is unread and urgent is marked, asked for anew when that changes; a failure marks nothing new")
  func urgency() async throws {
    let desk = try Desk()
    let intelligence = FakeIntelligence()
    let message = try desk.post(desk.ada, "The site is down!")
    intelligence.state.withLock { state in
      state.verdicts = [
        PriorityVerdict(
          message: message.id, conversation: Desk.conversation, seq: 1, sender: desk.ada, excerpt: "The site is down!",
          createdAt: message.createdAt, priority: .urgent, score: 1, reason: "", isUnread: true)
      ]
    }
    let list = ConversationsListViewModel(
      me: desk.me, conversations: desk, presence: desk, connection: ConnectionBannerModel(connection: desk),
      intelligence: intelligence, clock: desk.wallClock, pauses: NoPauses(), texts: desk.texts)
    try await running(list.run) {
      await eventually("it is urgent") { list.rows.first?.isUrgent == true }
      #expect(list.row(of: Desk.conversation)?.isUrgent == true)
      #expect(list.title(of: Desk.conversation) == "Ada")
      intelligence.state.withLock { $0.refusal = Refusal(.internal, "") }
      try desk.post(desk.ada, "Hello?")
      await eventually("it is asked again") { intelligence.state.withLock { $0.calls.count } > 1 }
      #expect(list.problem == nil)
      try await desk.markRead(Desk.conversation, upTo: 2)
      await eventually("what is read is not urgent") { list.rows.first?.isUrgent == false }
    }
  }

  @Test("my newest message carries its mark; a mute for hours ends with them")
  func marks() async throws {
    let desk = try Desk()
    try desk.post(desk.me, "mine")
    let list = list(desk)
    try await running(list.run) {
      await eventually("it is there") { list.rows.first?.preview == "You: mine" }
      #expect(list.rows.first?.lastStatus == .sent)
      #expect(list.rows.first?.isPlaceholder == false)
      try desk.post(desk.ada, "hers")
      await eventually("hers is the newest") { list.rows.first?.preview == "hers" }
      #expect(list.rows.first?.lastStatus == nil)
      await list.mute(Desk.conversation, hours: 8)
      #expect(list.problem == nil)
    }
  }

  @Test("only what is typed last is searched for")
  func debounce() async throws {
    let desk = try Desk()
    desk.state.withLock { $0.people = [User(id: desk.ada, name: "Ada", email: "ada@example.org")] }
    let pauses = ManualPauses()
    let model = NewConversationViewModel(me: desk.me, users: desk, conversations: desk, pauses: pauses)
    try await running(model.run) {
      for (number, query) in ["a", "ad", "ada"].enumerated() {
        model.setQuery(query)
        await eventually("only the newest search waits") { pauses.begun == number + 1 && pauses.count == 1 }
      }
      await eventually("the last one is found") {
        pauses.wake()
        return model.state.content?.map(\.name) == ["Ada"]
      }
      #expect(desk.state.withLock { $0.searches } == ["ada"])
    }
  }

  @Test("one person is a direct chat; several need a name")
  func create() async throws {
    let desk = try Desk()
    let model = NewConversationViewModel(me: desk.me, users: desk, conversations: desk, pauses: NoPauses())
    #expect(!model.canCreate)
    model.toggle(User(id: desk.ada, name: "Ada", email: "ada@example.org"))
    #expect(await model.create() == Desk.conversation)
    model.toggle(User(id: desk.bob, name: "Bob", email: "bob@example.org"))
    #expect(!model.canCreate)
    model.groupName = "Team"
    #expect(await model.create() == ConversationID(high: 7, low: 2))
  }

  @Test("errors are sentences that say whether trying again helps; a cancellation is none")
  func problems() {
    #expect(Problem(CancellationError()) == nil)
    #expect(Problem(Refusal(.rateLimited, "", retryAfter: 3)).sentence == "That was too fast. Try again in 3 seconds.")
    for code in ErrorCode.allCases {
      let problem = Problem(Refusal(code, ""))
      #expect(problem.sentence.english.hasSuffix("."))
      #expect(problem.canRetry == code.isRetryable)
    }
  }
}
