import ServerCore
import Synchronization
import TestSupport
import Testing
import WireProtocol

@Suite("A server that drains before it stops")
struct DrainTests {
  private final class FreeLease: JobLease {
    let isHeld = Mutex(false)

    func hold() -> Bool {
      isHeld.withLock { isHeld in
        isHeld = true
        return true
      }
    }

    func release() { isHeld.withLock { $0 = false } }
  }

  /// A server with a drain that only the test ends.
  private func draining(lease: (any JobLease)? = nil) async throws -> TestServer {
    try await TestServer.start(jobLease: lease) { $0.drain = patience }
  }

  @Test("refuses its health check at once, serves everything else, and closes with 1001 when the drain is over")
  func serves() async throws {
    let server = try await draining()
    defer { server.instance.hurry() }
    let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
    let group = try await ada.group("Team", bob)
    #expect(try await ada.send("GET", "/v1/me").header("Connection") == nil)
    let before = try await bob.socket()
    async let stopped: Void = server.instance.stop()
    try await eventually("health says so") { try await !server.isHealthy() }

    let answer = try await ada.send("GET", "/v1/me")
    #expect(answer.status == 200)
    #expect(answer.header("Connection") == "close", "the next request goes elsewhere")
    let after = try await ada.socket()
    try await after.post("while it drains", in: group)
    #expect(try await before.delta(of: group).messages.map(\.text) == ["while it drains"])

    server.instance.hurry()
    for socket in [before, after] {
      #expect(try await socket.closeCode(within: 60) == 1001)
      socket.cut()
    }
    try await stopped
  }

  @Test("leaves the background work to another one at once")
  func handsOver() async throws {
    let lease = FreeLease()
    let server = try await draining(lease: lease)
    defer { server.instance.hurry() }
    let socket = try await server.user("ada").socket()
    try await eventually("it does the work") { lease.isHeld.withLock(\.self) }
    async let stopped: Void = server.instance.stop()
    try await eventually("it leaves it") { !lease.isHeld.withLock(\.self) }
    _ = try await socket.fence()
    server.instance.hurry()
    #expect(try await socket.closeCode(within: 60) == 1001)
    socket.cut()
    try await stopped
  }

  @Test("was told beforehand that nobody waits for it: it stops at once")
  func hurried() async throws {
    let server = try await draining()
    server.instance.hurry()
    let start = ContinuousClock.now
    try await server.instance.stop()
    #expect(ContinuousClock.now - start < patience / 2)
  }
}
