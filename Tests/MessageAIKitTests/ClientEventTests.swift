import Domain
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@testable import MessageAIKit

@Suite("How long things take in a client")
struct ClientEventTests {
  @Test("a message counts from sending until the server has it, and until all others have")
  func sendTimes() throws {
    let fixture = try EngineFixture()
    fixture.goOnline()
    fixture.hear(.delta(window()))
    try fixture.post(50)
    let send = try #require(fixture.take().sends.first)
    fixture.clock.advance(milliseconds: 30)
    fixture.hear(.ack(ref: send.ref, delta(message(50, seq: 2, rev: 3, sender: me))))
    #expect(fixture.measured == [ClientEvent(kind: .messageSent, milliseconds: 30)])
    fixture.clock.advance(milliseconds: 70)
    var other = Member(user: ada, rev: 4, role: .admin, name: "Ada")
    other.deliveredSeq = 1
    fixture.hear(.delta(FeedDelta(feed: .conversation(room), fromRev: 3, toRev: 4, members: [other])))
    #expect(fixture.measured.count == 1, "Ada has the message before it")
    (other.rev, other.deliveredSeq) = (5, 2)
    fixture.hear(.delta(FeedDelta(feed: .conversation(room), fromRev: 4, toRev: 5, members: [other])))
    #expect(fixture.measured.last == ClientEvent(kind: .messageDelivered, milliseconds: 100))
    (other.rev, other.readSeq) = (6, 2)
    fixture.hear(.delta(FeedDelta(feed: .conversation(room), fromRev: 5, toRev: 6, members: [other])))
    #expect(fixture.measured.count == 2, "each message is told of once")
  }

  @Test("what was written without a connection has waited in the outbox")
  func waited() throws {
    let fixture = try EngineFixture()
    fixture.goOnline()
    fixture.hear(.delta(window()))
    fixture.drop()
    try fixture.post(50)
    fixture.clock.advance(milliseconds: 9_000)
    fixture.comeBack()
    let send = try #require(fixture.take().sends.first)
    fixture.hear(.ack(ref: send.ref, delta(message(50, seq: 2, rev: 3, sender: me))))
    #expect(fixture.measured == [ClientEvent(kind: .messageSent, milliseconds: 9_000, waited: true)])
  }

  @Test("a clock that was set tells nothing")
  func clocks() {
    let now = Timestamp(milliseconds: 1_000_000_000)
    #expect(ClientEvent(.messageSent, since: now, until: now)?.milliseconds == 0)
    #expect(ClientEvent(.messageSent, since: now, until: now.adding(milliseconds: -1)) == nil)
    #expect(ClientEvent(.messageSent, since: now, until: now.adding(milliseconds: 86_400_001)) == nil)
  }

  @Test("the queue is bounded, drops what is old, and tells the oldest first")
  func queue() {
    typealias EventQueue = MessageAIKit.EventQueue<ClientEvent>
    var queue = EventQueue()
    let start = Timestamp(milliseconds: 0)
    func event(_ number: Int) -> ClientEvent { ClientEvent(kind: .appLaunch, milliseconds: Int64(number)) }
    for number in 0..<EventQueue.most + 5 { queue.append(event(number), at: start) }
    let batch = queue.take(at: start)
    #expect(batch.map(\.event.milliseconds) == (5..<105).map { Int64($0) })
    queue.putBack(batch)
    #expect(queue.events.count == EventQueue.most && queue.events.first?.event == event(5))
    let later = start.adding(seconds: EventQueue.lifetime)
    queue.append(event(7_000), at: later)
    #expect(queue.take(at: later).map(\.event) == [event(7_000)])
    #expect(queue.take(at: later).isEmpty)
  }

  @Test("a client tells its server, as long as its user wants it, on whatever device that was said")
  func live() async throws {
    try await LiveFixture.run { fixture in
      let source = ClientEventSource(platform: .terminal, version: "7.7")
      let (ada, _) = try await fixture.signedUp("ada", events: source)
      let (_, bob) = try await fixture.signedUp("bob")
      let chat = try await ada.conversations.openDirect(with: bob.id)
      _ = try await ada.messages.send("Lunch at noon?", to: chat, replyTo: nil, attachments: [])
      try await ada.timeline(chat, "sent") { $0.items.count == 1 && $0.isSettled }
      _ = await ada.conversations.observeConversations().first { _ in true }
      let admin = try await fixture.server.signedIn("ada")
      func counts() async throws -> [ClientEventKind: Int64] {
        let overview: ClientEventOverview = try await admin.ask("GET", "/v1/diagnostics/events?days=1")
        #expect(overview.summaries.allSatisfy { $0.platform == .terminal && $0.version == "7.7" })
        return Dictionary(overview.summaries.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
      }
      await ada.tellEvents()
      let told = try await counts()
      #expect(told[.messageSent] == 1 && told[.appLaunch] == 1 && (told[.conversationLoad] ?? 0) >= 1)

      let elsewhere = try fixture.client()
      _ = try await elsewhere.signIn("ada")
      _ = try await elsewhere.auth.updateProfile(ProfileChange(sendsEvents: false))
      try await first(in: ada.auth.observeProfile(), "switched off") { $0?.sendsEvents == false }
      _ = try await ada.messages.send("One", to: chat, replyTo: nil, attachments: [])
      try await ada.timeline(chat, "sent") { $0.items.count == 2 && $0.isSettled }
      await ada.tellEvents()
      #expect(try await counts() == told)
    }
  }
}
