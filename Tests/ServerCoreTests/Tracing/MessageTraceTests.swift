import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("A traced message in the server")
struct MessageTraceTests {
  private static let sender = TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

  private func fixture(share: Double = 1) throws -> ServerFixture {
    try ServerFixture(
      tracer: Tracer(
        share: try #require(TraceShare(share)), clock: SimulatedClock(start: ServerFixture.start), monotonicNow: { 0 },
        random: CountingRandomness().bytes))
  }

  private func spans(_ fixture: ServerFixture) async throws -> [Span] {
    let exporter = RecordingExporter()
    _ = await SpanSender(try #require(fixture.context.tracer), to: exporter, clock: fixture.clock) { _ in }.send()
    return exporter.spans
  }

  @Test("is one trace from the sender's span to what its receivers are told; the ack and other messages say nothing")
  func linked() async throws {
    let fixture = try fixture()
    let (ada, bob) = (fixture.user("greta"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let (phone, laptop, other) = (
      try fixture.socket(of: ada), try fixture.socket(of: ada), try fixture.socket(of: bob)
    )
    for peer in [phone, laptop, other] { _ = try peer.take() }
    let parent = try #require(Self.sender)
    phone.send(.send(ref: 1, conversation: room, id: fixture.id(), text: "canary", replyTo: nil, trace: parent))
    phone.post("untraced", in: room, ref: 2, id: fixture.id())
    fixture.drain()
    let found = try await spans(fixture)
    #expect(Set(found.map(\.context.trace)) == [parent.trace] && Set(found.map(\.context.span)).count == 3)
    let accept = try #require(found.first { $0.name == "message.accept" })
    let commit = try #require(found.first { $0.name == "commit" })
    let fanOut = try #require(found.first { $0.name == "fan-out" })
    #expect(accept.parent == parent.span && accept.kind == .server)
    #expect(commit.parent == accept.context.span && commit.attributes == [.init("messageai.group", .integer(2))])
    #expect(fanOut.parent == accept.context.span && fanOut.kind == .producer)
    #expect(fanOut.attributes == [.init("messageai.deliveries", .integer(6))])
    for peer in [laptop, other] {
      #expect(try peer.take().compactMap(\.delta).map(\.traceparent) == [fanOut.context.description, nil])
    }
    #expect(try phone.take().compactMap(\.ack).map(\.traceparent) == [nil, nil])
    let text = "\(found)"
    for secret in ["canary", "greta", "bob", room.description, ada.description, bob.description] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test("that is refused has failed; one whose spans nobody keeps has none")
  func refused() async throws {
    let fixture = try fixture()
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    let peer = try fixture.socket(of: ada)
    let parent = try #require(Self.sender)
    let unkept = TraceContext(trace: parent.trace, span: parent.span, isSampled: false)
    peer.send(.send(ref: 1, conversation: room, id: fixture.id(), text: "x", replyTo: nil, trace: unkept))
    peer.send(.send(ref: 2, conversation: fixture.id(), id: fixture.id(), text: "x", replyTo: nil, trace: parent))
    fixture.drain()
    let found = try await spans(fixture)
    #expect(found.count == 3 && found.filter(\.hasFailed).map(\.name).sorted() == ["commit", "message.accept"])
  }

  @Test("clients are told which share to trace, unless the workspace wants nothing told or nothing is traced")
  func share() throws {
    func told(_ fixture: ServerFixture) throws -> Int64? {
      let peer = fixture.connect()
      let user = fixture.user("user\(fixture.context.sockets.socketCount)")
      peer.hello(user, fixture.signIn(user))
      guard case .welcome(_, _, _, _, let traces)? = try peer.take().first else { return -1 }
      return traces
    }
    let traced = try fixture(share: 0.02)
    #expect(try told(traced) == 20_000)
    traced.commit(.workspace(.change(asker: nil, WorkspaceChange(collectsEvents: false))))
    #expect(try told(traced) == nil)
    #expect(try told(try fixture(share: 0)) == nil && told(try ServerFixture()) == nil)
  }

  @Test("where nothing is traced, the trace of a message is not passed on")
  func off() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("greta"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let (peer, other) = (try fixture.socket(of: ada), try fixture.socket(of: bob))
    _ = try other.take()
    peer.send(.send(ref: 1, conversation: room, id: fixture.id(), text: "x", replyTo: nil, trace: Self.sender))
    fixture.drain()
    #expect(try other.take().compactMap(\.delta).map(\.traceparent) == [nil])
  }
}
