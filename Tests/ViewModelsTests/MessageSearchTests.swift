import Domain
import Testing
import ViewModels

@Suite("Searching messages", .timeLimit(.minutes(5)))
@MainActor
struct MessageSearchTests {
  private func result(_ number: UInt64) -> SearchResult {
    let message = Message(
      id: MessageID(high: 9, low: number), seq: Int64(number), rev: 1, sender: UserID(high: 1, low: 2), text: "tea",
      createdAt: Timestamp(milliseconds: 1))
    return SearchResult(conversation: DeviceFixture.conversation, message: message, snippet: "tea")
  }

  /// Two pages of two and of one message.
  private func fixture() throws -> DeviceFixture {
    let fixture = try DeviceFixture()
    let (first, last) = ([result(3), result(2)], [result(1)])
    fixture.state.withLock { $0.found = ["": (first, "2"), "2": (last, nil)] }
    return fixture
  }

  private func found(_ model: SearchViewModel) -> [Int64]? { model.state.content?.map(\.message.seq) }

  @Test("pages follow each other until there are none")
  func pages() async throws {
    let fixture = try fixture()
    let model = SearchViewModel(messages: fixture, pauses: NoPauses())
    try await running(model.run) {
      #expect(model.state == .empty && !model.hasMore)
      model.setQuery("tea")
      await eventually("the first page") { found(model) == [3, 2] && model.hasMore }
      await model.loadMore()
      #expect(found(model) == [3, 2, 1])
      #expect(!model.hasMore && !model.isLoadingMore)
      await model.loadMore()
      #expect(fixture.state.withLock { $0.searches } == ["tea", "tea"], "there is nothing more to ask for")
    }
  }

  @Test("a page that fails leaves what is shown, says why, and can be asked for again")
  func failingPage() async throws {
    let fixture = try fixture()
    let model = SearchViewModel(messages: fixture, pauses: NoPauses())
    try await running(model.run) {
      model.setQuery("tea")
      await eventually("the first page") { found(model) == [3, 2] }
      fixture.state.withLock { $0.refusal = Refusal(.overloaded, "") }
      await model.loadMore()
      #expect(found(model) == [3, 2] && model.hasMore && model.problem?.canRetry == true)
      fixture.state.withLock { $0.refusal = nil }
      await model.loadMore()
      #expect(found(model) == [3, 2, 1] && model.problem == nil)
    }
  }

  @Test("a page of an older query is dropped, and a page is asked for once at a time")
  func overtakenPage() async throws {
    let fixture = try fixture()
    let model = SearchViewModel(messages: fixture, pauses: NoPauses())
    let gate = ManualPauses()
    try await running(model.run) {
      model.setQuery("tea")
      await eventually("the first page") { found(model) == [3, 2] }
      fixture.state.withLock { $0.searchGate = gate }
      let slow = Task { await model.loadMore() }
      await eventually("the page is on its way") { gate.count == 1 && model.isLoadingMore }
      await model.loadMore()
      #expect(gate.begun == 1)
      fixture.state.withLock { $0.searchGate = nil }
      let other = [result(7)]
      fixture.state.withLock { $0.found = ["": (other, nil), "2": (other, nil)] }
      model.setQuery("coffee")
      await eventually("the newer query") { found(model) == [7] }
      gate.wake()
      await slow.value
      #expect(found(model) == [7] && !model.hasMore)
    }
  }

  @Test("clearing the field shows nothing; a failing search says so and the next one starts afresh")
  func clearing() async throws {
    let fixture = try fixture()
    let model = SearchViewModel(messages: fixture, pauses: NoPauses())
    try await running(model.run) {
      model.setQuery("tea")
      await eventually("found") { found(model) == [3, 2] }
      model.setQuery("  ")
      await eventually("nothing is asked for") { model.state == .empty && !model.hasMore }
      fixture.state.withLock { $0.refusal = Refusal(.overloaded, "") }
      model.setQuery("tea")
      await eventually("it fails") { if case .failed = model.state { true } else { false } }
      fixture.state.withLock { $0.refusal = nil }
      model.setQuery("tea ")
      await eventually("found again") { found(model) == [3, 2] }
    }
  }
}
