import Domain
import Testing
import ViewModels

@Suite("The conversation list and finding people", .timeLimit(.minutes(5)))
@MainActor
struct ListAndSearchTests {
  private func list(_ fixture: DeviceFixture) -> ConversationsListViewModel {
    ConversationsListViewModel(
      me: fixture.me, conversations: fixture, presence: fixture, connection: ConnectionBannerModel(connection: fixture),
      clock: fixture.wallClock, texts: fixture.texts)
  }

  @Test("unread count, preview, presence and badge follow the store; a mute takes it off the badge")
  func rows() async throws {
    let fixture = try DeviceFixture()
    fixture.state.withLock { $0.presence = [fixture.ada: Presence(user: fixture.ada, state: .online)] }
    try fixture.post(fixture.ada, "Hi")
    let list = list(fixture)
    try await running(list.run) {
      await eventually("the row is there") { list.rows.first?.presence == .online && list.badge == 1 }
      #expect(list.rows.map(\.preview) == ["Hi"])
      #expect(list.rows.map(\.unread) == [1])
      await list.mute(DeviceFixture.conversation)
      await eventually("the badge is gone, the count is not") { list.badge == 0 && list.rows.first?.isMuted == true }
      #expect(list.rows.first?.unread == 1)
    }
  }

  @Test("sections follow pinning and archiving; a filter that matches nothing is not an empty list")
  func sections() async throws {
    let fixture = try DeviceFixture()
    let list = list(fixture)
    try await running(list.run) {
      await eventually("under others") { list.state.content?.map(\.kind) == [.others] }
      await list.setPinned(true, DeviceFixture.conversation)
      await eventually("pinned") { list.state.content?.map(\.kind) == [.pinned] }
      await list.setArchived(true, DeviceFixture.conversation)
      await eventually("archived") { list.state.content?.map(\.kind) == [.archived] }
      list.filter = "zzz"
      #expect(list.state == .content([]))
      list.filter = "AD"
      #expect(list.rows.count == 1)
    }
  }

  @Test("what is urgent and unread is counted, and the list can be narrowed to it; what is read is not")
  func urgent() async throws {
    let fixture = try DeviceFixture()
    let message = try fixture.post(fixture.ada, "The site is down!")
    try fixture.mark(message, "It is down.")
    let list = list(fixture)
    try await running(list.run) {
      await eventually("it is urgent") { list.rows.first?.urgent == 1 }
      #expect(list.urgent == 1)
      #expect(list.row(of: DeviceFixture.conversation)?.urgent == 1)
      #expect(list.title(of: DeviceFixture.conversation) == "Ada")
      list.isUrgentOnly = true
      #expect(list.rows.map(\.id) == [DeviceFixture.conversation] && list.isFiltering && !list.isSearching)
      try await fixture.markRead(DeviceFixture.conversation, upTo: 1)
      await eventually("what is read is not urgent") { list.urgent == 0 }
      #expect(list.rows.isEmpty && list.state == .content([]))
      list.isUrgentOnly = false
      #expect(list.rows.count == 1)
    }
  }

  @Test("my newest message carries its mark; a mute for hours ends with them")
  func marks() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.me, "mine")
    let list = list(fixture)
    try await running(list.run) {
      await eventually("it is there") { list.rows.first?.preview == "You: mine" }
      #expect(list.rows.first?.lastStatus == .sent)
      #expect(list.rows.first?.isPlaceholder == false)
      try fixture.post(fixture.ada, "hers")
      await eventually("hers is the newest") { list.rows.first?.preview == "hers" }
      #expect(list.rows.first?.lastStatus == nil)
      await list.mute(DeviceFixture.conversation, hours: 8)
      #expect(list.problem == nil)
    }
  }

  @Test("only what is typed last is searched for")
  func debounce() async throws {
    let fixture = try DeviceFixture()
    fixture.state.withLock { $0.people = [User(id: fixture.ada, name: "Ada", email: "ada@example.org")] }
    let pauses = ManualPauses()
    let model = NewConversationViewModel(me: fixture.me, users: fixture, conversations: fixture, pauses: pauses)
    try await running(model.run) {
      for (number, query) in ["a", "ad", "ada"].enumerated() {
        model.setQuery(query)
        await eventually("only the newest search waits") { pauses.begun == number + 1 && pauses.count == 1 }
      }
      await eventually("the last one is found") {
        pauses.wake()
        return model.state.content?.map(\.name) == ["Ada"]
      }
      #expect(fixture.state.withLock { $0.searches } == ["ada"])
    }
  }

  @Test("one person is a direct chat; several need a name")
  func create() async throws {
    let fixture = try DeviceFixture()
    let model = NewConversationViewModel(me: fixture.me, users: fixture, conversations: fixture, pauses: NoPauses())
    #expect(!model.canCreate)
    model.toggle(User(id: fixture.ada, name: "Ada", email: "ada@example.org"))
    #expect(await model.create() == DeviceFixture.conversation)
    model.toggle(User(id: fixture.bob, name: "Bob", email: "bob@example.org"))
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
