import Domain
import TestSupport
import Testing
import WireProtocol

@Suite("Signals over sockets")
struct SocketSignalTests {
  @Test("typing reaches only the other members, at most once in 3 s")
  func typing() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      let ada = try await workspace.ada.socket()
      let own = try await workspace.ada.socket()
      let bob = try await workspace.bob.socket()
      let eve = try await workspace.eve.socket()
      let active = ClientFrame.typing(conversation: workspace.group, active: true)
      let heard = ServerFrame.typing(conversation: workspace.group, user: workspace.ada.id, active: true)
      func nextTyping() async throws -> ServerFrame {
        try await bob.first { if case .typing = $0 { $0 } else { nil } }
      }
      try await ada.send(active)
      #expect(try await nextTyping() == heard)
      clock.advance(milliseconds: 2_999)
      try await ada.send(active)
      try await ada.send(.typing(conversation: workspace.group, active: false))
      let stopped = ServerFrame.typing(conversation: workspace.group, user: workspace.ada.id, active: false)
      #expect(try await nextTyping() == stopped, "the second one was too early")
      clock.advance(milliseconds: 3_000)
      try await ada.send(active)
      #expect(try await nextTyping() == heard)
      for socket in [ada, own, eve] {
        #expect(try await !socket.fence().contains { if case .typing = $0 { true } else { false } })
      }
    }
  }

  @Test("typing where one is not a member is refused as if it did not exist")
  func typingElsewhere() async throws {
    try await TestWorkspace.run { workspace in
      let bob = try await workspace.bob.socket()
      let eve = try await workspace.eve.socket()
      try await eve.send(.typing(conversation: workspace.group, active: true))
      let hidden = try await eve.error()
      try await eve.send(.typing(conversation: TestUser.newID(), active: true))
      let absent = try await eve.error()
      #expect(hidden.refusal == .notFound)
      #expect(absent.refusal == hidden.refusal)
      #expect(try await !bob.fence().contains { if case .typing = $0 { true } else { false } })
    }
  }

  @Test("presence reaches those who share a conversation and nobody else")
  func presence() async throws {
    try await TestWorkspace.run(configure: { $0.limits.coalescingInterval = 10 }) { workspace in
      let bob = try await workspace.bob.socket()
      let eve = try await workspace.eve.socket()
      func nextState() async throws -> Presence? {
        try await bob.first { frame in
          if case .presence(let users) = frame { users.first { $0.user == workspace.ada.id } } else { nil }
        }
      }
      #expect(try await nextState()?.state == .offline, "with the synced")
      let ada = try await workspace.ada.socket()
      #expect(try await nextState()?.state == .online)
      let second = try await workspace.ada.socket()
      try await ada.send(.presence(.away))
      try await second.send(.presence(.away))
      #expect(try await nextState()?.state == .away, "on every socket")
      ada.cut()
      second.cut()
      let left = try await nextState()
      #expect(left?.state == .offline)
      #expect(left?.lastSeen != nil)
      let frames = try await eve.fence()
      #expect(!frames.contains { if case .presence = $0 { true } else { false } }, "\(frames)")
    }
  }

  @Test("receipts come to everyone as member rows, gathered into one revision")
  func receipts() async throws {
    try await TestWorkspace.run(configure: { $0.limits.coalescingInterval = 3_600_000 }) { workspace in
      let context = workspace.server.instance.context
      for number in 2...5 { try await workspace.ada.post("message \(number)", in: workspace.group) }
      let ada = try await workspace.ada.socket()
      let bob = try await workspace.bob.socket()
      for seq in Int64(1)...5 {
        try await bob.send(.delivered(conversation: workspace.group, seq: seq))
        try await bob.send(.read(conversation: workspace.group, seq: seq, markUnread: false))
      }
      #expect(try await bob.fence().deltas.isEmpty, "not before the interval is over")
      context.tick()
      for socket in [ada, bob] {
        let delta = try await socket.delta(of: workspace.group)
        #expect(delta.members.map(\.user) == [workspace.bob.id])
        #expect(delta.members.map(\.readSeq) == [5])
        #expect(delta.members.map(\.deliveredSeq) == [5])
        #expect((delta.toRev ?? 0) - (delta.fromRev ?? 0) == 1)
      }
      try await bob.send(.read(conversation: workspace.group, seq: 2, markUnread: true))
      _ = try await bob.fence()
      context.tick()
      #expect(try await ada.delta(of: workspace.group).members.first?.readSeq == 2)
      try await bob.send(.read(conversation: workspace.group, seq: 99, markUnread: false))
      _ = try await bob.fence()
      context.tick()
      #expect(try await ada.delta(of: workspace.group).members.first?.readSeq == 5, "capped at the last message")
    }
  }

  @Test("too many requests are refused with the wait, and the socket lives on")
  func rateLimit() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(
      clock: clock,
      configure: {
        $0.hasRateLimits = true
        $0.limits.socketRate = .init(burst: 3, perSecond: 1)
      }
    ) { workspace in
      let socket = try await workspace.bob.socket()
      for ref in Int64(1)...3 { try await socket.post("\(ref)", in: workspace.group, ref: ref) }
      try await socket.send(
        .send(ref: 4, conversation: workspace.group, id: TestUser.newID(), text: "4", replyTo: nil))
      let answer = try await socket.error()
      #expect(answer.ref == 4)
      #expect(answer.refusal.code == .rateLimited)
      #expect(answer.refusal.retryAfter == 1)
      clock.advance(milliseconds: 1_000)
      try await socket.post("later", in: workspace.group, ref: 5)
    }
  }

  @Test("a reader that takes nothing is cut, hurts nobody, and catches up afterwards")
  func slowReader() async throws {
    try await TestWorkspace.run(configure: { $0.limits.maximumSocketBacklog = 64 << 10 }) { workspace in
      let slow = try await workspace.bob.connect(receiveBuffer: 4_096).socket
      let sender = try await workspace.ada.socket()
      let text = String(repeating: "x", count: 8_000)
      var ref: Int64 = 0
      while !workspace.server.instance.context.metrics.prometheusText().contains(/slow_readers?(_total)? [1-9]/) {
        ref += 1
        try await sender.post(text, in: workspace.group, ref: ref)
        try #require(ref < 4_000, "the reader was never cut")
      }
      try await sender.post("after the cut", in: workspace.group, ref: ref + 1)
      var cursor: Int64 = 0
      var isOpen = true
      while isOpen {
        switch try await slow.nextEvent() {
        case .text(let bytes):
          if case .delta(let delta) = try ServerFrame.decode(bytes), delta.feed == .conversation(workspace.group) {
            #expect(delta.fromRev == cursor || cursor == 0, "no gap before the cut")
            cursor = delta.toRev ?? cursor
          }
        case .close, .end: isOpen = false
        case .ping, .pong: break
        }
      }
      let frames = try await workspace.bob.connect(known: [.conversation(workspace.group): cursor]).frames
      let caughtUp = try #require(frames.deltas.first { $0.feed == .conversation(workspace.group) })
      #expect(caughtUp.messages.last?.text == "after the cut")
      #expect(caughtUp.isReset || caughtUp.fromRev == cursor)
    }
  }
}
