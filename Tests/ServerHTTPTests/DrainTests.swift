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

  @Test("answers what it is being asked when the drain is over, before it ends")
  func lastRequest() async throws {
    let server = try await TestServer.start { $0.gracePeriod = patience }
    let body = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada").json()
    let stream = try TestStream(port: server.http.port)
    // The answer to the first says that the head of the second has come.
    try stream.write(
      Array("GET /v1/workspace HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        + Array("POST /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n".utf8)
        + Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body.prefix(5))
    #expect(String(decoding: await stream.readSome(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    async let stopped: Void = server.instance.stop()
    try await eventually("it takes nobody new") {
      do {
        _ = try TestStream(port: server.http.port)
        return false
      } catch {
        return true
      }
    }
    try stream.write(Array(body.dropFirst(5)))
    let answer = String(decoding: await stream.readAll(silence: patience), as: UTF8.self)
    #expect(answer.contains("HTTP/1.1 201"), "\(answer)")
    #expect(stream.hasEnded)
    try await stopped
  }

  @Test("was told beforehand that nobody waits for it: it stops at once")
  func hurried() async throws {
    let drain = patience * 2
    let server = try await TestServer.start { $0.drain = drain }
    server.instance.hurry()
    let start = ContinuousClock.now
    try await server.instance.stop()
    #expect(ContinuousClock.now - start < drain / 2)
  }
}
