import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Insights on sockets")
struct InsightFeedTests {
  @Test("what was found reaches every socket of every member; a deletion withdraws it in its own ack and delta")
  func life() throws {
    let fixture = try ServerFixture()
    let (ada, bob, eve) = (fixture.user("ada"), fixture.user("bob"), fixture.user("eve"))
    let room = fixture.group(ada, bob)
    let (phone, laptop, other) = (
      try fixture.socket(of: ada), try fixture.socket(of: ada), try fixture.socket(of: bob)
    )
    let outsider = try fixture.socket(of: eve)
    let id = phone.post("send it by Friday", in: room, ref: 1, id: fixture.id())
    fixture.drain()
    for peer in [phone, laptop, other, outsider] { _ = try peer.take() }
    let rev = try fixture.rev(room, ada)
    let found = Insight(
      id: fixture.id(), kind: .actionItem, text: "Send it", citations: [id], owner: ada, confidence: 0.75,
      reason: "“send”", model: "test 1", createdAt: fixture.clock.now)
    let work = MessageWork(
      conversation: room, message: id, rev: rev, embedding: nil, embedder: nil, signals: nil, insights: [found])
    fixture.commit(.intelligence(.pipeline(.record([work]))))
    var row = found
    row.rev = rev + 1
    let delta = FeedDelta(feed: .conversation(room), fromRev: rev, toRev: rev + 1, insights: [row])
    for peer in [phone, laptop, other] { #expect(try peer.take() == [.delta(delta)]) }

    phone.send(.delete(ref: 2, conversation: room, id: id))
    fixture.drain()
    let answer = try #require(try phone.take().first?.ack)
    #expect(answer.messages.map(\.isDeleted) == [true])
    #expect(answer.insights == [row.withdrawn(rev: rev + 2, at: fixture.clock.now)])
    #expect([answer.fromRev, answer.toRev] == [rev + 1, rev + 2])
    for peer in [laptop, other] { #expect(try peer.take() == [.delta(answer)]) }
    #expect(try outsider.take().isEmpty)
  }
}
