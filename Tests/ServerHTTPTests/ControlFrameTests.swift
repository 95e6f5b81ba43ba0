import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Pings of a client")
struct ControlFrameTests {
  /// Pongs that come before the answer to a request which is sent last.
  private static func pongs(of socket: TestSocket, until ref: Int64) async throws -> Int {
    try await socket.send(.ping(ref: ref))
    var pongs = 0
    while true {
      switch try await socket.nextEvent() {
      case .pong: pongs += 1
      case .text(let bytes): if try ServerFrame.decode(bytes) == .pong(ref: ref) { return pongs }
      case .close(let code): throw TestSocket.Timeout(description: "closed with \(code)")
      default: break
      }
    }
  }

  @Test("that does not read the pongs are not kept: the newest is answered when it reads again")
  func unreadPongs() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.bob.connect(receiveBuffer: 4_096).socket
      let flood = 90_000
      let payload = [UInt8](repeating: 7, count: 125)
      try await socket.sendFrames(count: flood, opcode: 9, payload)
      // Some are in the kernel's buffers on both sides, which grow to several megabytes where the
      // peer is slow: that is half of the flood.
      let pongs = try await Self.pongs(of: socket, until: 5)
      #expect(pongs > 0 && pongs < flood * 3 / 4, "\(pongs) pongs were kept for a peer that took none")
    }
  }

  @Test("are few before the hello, then the socket is closed with 4429")
  func beforeHello() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await TestSocket.open(port: workspace.server.http.port)
      try await socket.sendFrames(count: 65, opcode: 9, [1])
      #expect(try await socket.error().refusal.code == .rateLimited)
      #expect(try await socket.closeCode() == 4429)
      let patient = try await TestSocket.open(port: workspace.server.http.port)
      try await patient.sendFrames(count: 64, opcode: 10, [])
      try await patient.send(.hello(version: 1, token: workspace.ada.token, client: nil, known: [:], more: false))
      guard case .welcome = try await patient.next() else { throw UnexpectedFrames([]) }
    }
  }

  @Test("count as requests: too many get no pong, and far too many close the socket with 4429")
  func rate() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(
      clock: clock,
      configure: {
        $0.hasRateLimits = true
        $0.limits.socketRate = RateLimit(burst: 10, perSecond: 1)
        $0.limits.maximumStrikes = 20
      }
    ) { workspace in
      let socket = try await workspace.ada.socket()
      try await socket.sendFrames(count: 40, opcode: 9, [1])
      var pongs = 0
      while true {
        let event = try await socket.nextEvent()
        if event == .pong { pongs += 1 }
        guard case .close(let code) = event else { continue }
        #expect(code == 4429)
        break
      }
      #expect(pongs > 0 && pongs <= 10, "\(pongs)")
    }
  }

  @Test("and fragments without end are too many requests as well")
  func fragments() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await TestSocket.open(port: workspace.server.http.port)
      try await socket.sendFrame(opcode: 1, isFinal: false, [])
      try await socket.sendFrames(count: 80, opcode: 0, isFinal: false, [])
      #expect(try await socket.closeCode() == 4429)
    }
  }
}
