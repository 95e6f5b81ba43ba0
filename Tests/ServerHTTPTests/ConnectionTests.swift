import Domain
import Foundation
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Connections")
struct ConnectionTests {
  private static func request(_ method: String, _ path: String, _ fields: String = "") -> [UInt8] {
    Array("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n".utf8)
  }

  @Test("become sockets after any number of requests, answered or not", arguments: [false, true])
  func laterUpgrade(atOnce: Bool) async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await TestSocket.open(
        port: workspace.server.http.port, before: ["/health", "/v1/me", "/nothing", "/openapi.json"], atOnce: atOnce)
      try await socket.send(.hello(version: 1, token: workspace.ada.token, client: nil, known: [:], more: false))
      guard case .welcome = try await socket.next() else { throw UnexpectedFrames([]) }
      _ = try await socket.first { $0 == .synced ? true : nil }
      try await workspace.bob.post("over a used connection", in: workspace.group)
      let delta = try await socket.first { if case .delta(let delta) = $0 { delta } else { nil } }
      #expect(delta.messages.last?.text == "over a used connection")
      socket.cut()
      try await workspace.expectStillServing()
    }
  }

  @Test("that became sockets late are closed with 1001 when the server stops")
  func lateAndStopped() async throws {
    let server = try await TestServer.start()
    let socket = try await TestSocket.open(port: server.http.port, before: ["/health"])
    async let stopped: Void = server.instance.stop()
    #expect(try await socket.closeCode() == 1001)
    socket.cut()
    try await stopped
  }

  @Test("for another version of the WebSocket are refused with 426 and the version that is spoken")
  func wrongVersion() async throws {
    try await TestServer.run { server in
      for version in ["8", "12", "14", "x"] {
        let denied = await #expect(throws: TestSocket.Denied.self) {
          _ = try await TestSocket.open(port: server.http.port, version: version, before: ["/health"])
        }
        #expect(denied?.status == 426)
        #expect(denied?.head.lowercased().contains("sec-websocket-version: 13") == true)
        let code = try denied.map { try ProblemBody(json: $0.body).refusal.code }
        #expect(code == .unsupportedVersion)
      }
    }
  }

  @Test("serve on after a wish for another protocol")
  func otherProtocols() async throws {
    try await TestServer.run { server in
      let stream = try TestStream(port: server.http.port)
      let wish = "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
      try stream.write(
        Self.request("GET", "/health", wish) + Self.request("GET", "/health", wish)
          + Self.request("GET", "/health", "Connection: close\r\n"))
      let text = String(decoding: await stream.readAll(), as: UTF8.self)
      #expect(text.components(separatedBy: "HTTP/1.1 200").count - 1 == 3, "\(text)")
    }
  }

  @Test("whose body drips are answered with 408 and closed", arguments: [(300, 60_000), (60_000, 300)])
  func drippingBody(whole: Int64, grace: Int64) async throws {
    try await TestServer.run(configure: {
      $0.timings.body = .milliseconds(whole)
      $0.timings.bodyGrace = .milliseconds(grace)
      $0.timings.tick = .milliseconds(20)
    }) { server in
      let stream = try TestStream(port: server.http.port)
      let fields = "Content-Type: application/json\r\nContent-Length: 1000\r\n"
      try stream.write(Self.request("POST", "/v1/sessions", fields) + Array(#"{"email""#.utf8))
      let text = String(decoding: await stream.readAll(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 408"), "\(text)")
      #expect(stream.hasEnded)
      #expect(try await server.isHealthy())
    }
  }

  @Test("whose head does not end are answered with 431 and closed, or closed for being late")
  func endlessHead() async throws {
    try await TestServer.run(configure: {
      $0.timings.greeting = .milliseconds(500)
      $0.timings.tick = .milliseconds(20)
    }) { server in
      for start in ["GET /", "GET / HTTP/1.1\r\nX-Long: "] {
        let stream = try TestStream(port: server.http.port)
        try stream.write(Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 200_000))
        let text = String(decoding: await stream.readAll(), as: UTF8.self)
        #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"), "\(text)")
        #expect(stream.hasEnded)
      }
      let late = try TestStream(port: server.http.port)
      try late.write(Self.request("GET", "/health"))
      let first = await late.readSome()
      #expect(String(decoding: first, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
      try late.write(Array("GET /heal".utf8))
      _ = await late.readAll()
      #expect(late.hasEnded)
      #expect(try await server.isHealthy())
    }
  }

  @Test("whose peer takes no answers are thrown away")
  func unread() async throws {
    try await TestServer.run(configure: {
      $0.timings.unread = .seconds(1)
      $0.timings.tick = .milliseconds(20)
    }) { server in
      let stream = try TestStream(port: server.http.port, receiveBuffer: 2_048)
      let once = Self.request("GET", "/openapi.json")
      try stream.write(Array(repeatElement(once, count: 60).joined()))
      try await eventually("the connection is thrown away") { stream.isReset }
      let patient = try TestStream(port: server.http.port)
      try patient.write(Self.request("GET", "/openapi.json", "Connection: close\r\n"))
      let answer = await patient.readAll()
      #expect(answer.count > 10_000)
    }
  }

  @Test("that stream values keep the newest only for a reader who is slower")
  func newestOnly() async throws {
    let produced = Count()
    let source = AsyncThrowingStream<Int, any Error>(unfolding: {
      let number = await produced.next()
      if number > 10_000 { throw Refusal(.overloaded, "enough") }
      return number
    })
    let newest = source.keepingNewest()
    try await eventually("all were produced") { await produced.value > 10_000 }
    var seen: [Int] = []
    var failure: Refusal?
    do {
      for try await value in newest { seen.append(value) }
    } catch let refusal as Refusal {
      failure = refusal
    }
    #expect(seen == [10_000])
    #expect(failure?.code == .overloaded)
  }

  private actor Count {
    private(set) var value = 0

    func next() -> Int {
      value += 1
      return value
    }
  }
}
