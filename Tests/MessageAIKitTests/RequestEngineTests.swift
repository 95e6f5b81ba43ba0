import ClientStore
import Domain
import MessageAIKit
import Testing
import WireProtocol

@Suite("The engine and requests")
struct RequestEngineTests {
  private func fixture() throws -> EngineFixture {
    let fixture = try EngineFixture()
    _ = try fixture.store.apply(window())
    return fixture
  }

  private func ask(_ request: ServerRequest, _ fixture: EngineFixture) throws {
    try fixture.store.enqueue(request)
    fixture.handle(.requestsChanged)
  }

  @Test("what is asked without a connection goes once there is one, also after a restart")
  func later() throws {
    let fixture = try fixture()
    try ask(.digest, fixture)
    #expect(fixture.requester.take().isEmpty)
    fixture.restart()
    fixture.goOnline()
    let sent = fixture.requester.take()
    #expect(sent.map(\.request) == [.digest])
    fixture.handle(.request(try #require(sent.first).id, .answered(.done)))
    #expect(try fixture.store.requests().isEmpty)
  }

  @Test("a refusal that may pass has it tried again after the wait; any other one is kept")
  func refusals() throws {
    let fixture = try fixture()
    fixture.goOnline()
    try ask(.digest, fixture)
    let first = try #require(fixture.requester.take().first)
    fixture.handle(.request(first.id, .refused(Refusal(.overloaded, "Later.", retryAfter: 9))))
    #expect(fixture.requester.take().isEmpty)
    #expect(try #require(fixture.timers[.retryRequest("digest")]) >= 9)
    fixture.fire(.retryRequest("digest"))
    #expect(fixture.requester.take() == [first])
    let refusal = Refusal(.forbidden, "No.")
    fixture.handle(.request(first.id, .refused(refusal)))
    #expect(try fixture.store.requests().map(\.failure) == [refusal])
    #expect(fixture.requester.take().isEmpty)
  }

  @Test("what is written into a new group waits until the group is made, and then goes in order")
  func group() throws {
    let fixture = try fixture()
    fixture.goOnline()
    _ = fixture.take()
    let group: ConversationID = id(200)
    try ask(.createGroup(group, name: "New", members: [ada]), fixture)
    try fixture.post(1, in: group)
    try fixture.post(2, in: group)
    try fixture.post(3, in: room)
    #expect(fixture.take().sends.map(\.id) == [id(3)])
    let request = try #require(fixture.requester.take().first)
    fixture.handle(.request(request.id, .answered(.window(window(group, messages: 0)))))
    #expect(fixture.take().sends.map(\.id) == [id(1)])
  }
}
