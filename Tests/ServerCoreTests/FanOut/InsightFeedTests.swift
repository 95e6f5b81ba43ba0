import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Insights on sockets")
struct InsightFeedTests {
  @Test("what was found reaches every socket of every member; a deletion withdraws it in its own ack and delta")
  func life() throws {
    let world = try HubWorld()
    let (ada, bob, eve) = (world.user("ada"), world.user("bob"), world.user("eve"))
    let room = world.group(ada, bob)
    let (phone, laptop, other) = (
      try world.socket(of: ada), try world.socket(of: ada), try world.socket(of: bob)
    )
    let outsider = try world.socket(of: eve)
    let id = phone.post("send it by Friday", in: room, ref: 1, id: world.id())
    world.drain()
    for peer in [phone, laptop, other, outsider] { _ = try peer.take() }
    let rev = try world.rev(room, ada)
    let found = Insight(
      id: world.id(), kind: .actionItem, text: "Send it", citations: [id], owner: ada, confidence: 0.75,
      reason: "“send”", model: "test 1", createdAt: world.clock.now)
    let work = MessageWork(
      conversation: room, message: id, rev: rev, embedding: nil, embedder: nil, signals: nil, insights: [found])
    world.commit(.intelligence(.pipeline(.record([work]))))
    var row = found
    row.rev = rev + 1
    let delta = FeedDelta(feed: .conversation(room), fromRev: rev, toRev: rev + 1, insights: [row])
    for peer in [phone, laptop, other] { #expect(try peer.take() == [.delta(delta)]) }

    phone.send(.delete(ref: 2, conversation: room, id: id))
    world.drain()
    let answer = try #require(try phone.take().first?.ack)
    #expect(answer.messages.map(\.isDeleted) == [true])
    #expect(answer.insights == [row.withdrawn(rev: rev + 2, at: world.clock.now)])
    #expect([answer.fromRev, answer.toRev] == [rev + 1, rev + 2])
    for peer in [laptop, other] { #expect(try peer.take() == [.delta(answer)]) }
    #expect(try outsider.take().isEmpty)
  }
}
