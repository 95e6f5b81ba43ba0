import Domain
import Foundation
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Opening a socket")
struct SocketUpgradeTests {
  @Test("from a foreign page is denied before anything else")
  func foreignOrigin() async throws {
    try await TestServer.run(configure: { $0.allowedOrigins = ["https://chat.example.org"] }) { server in
      let port = server.http.port
      for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "https://chat.example.org.evil.example"] {
        let denied = await #expect(throws: TestSocket.Denied.self) {
          _ = try await TestSocket.open(port: port, headers: [("Origin", origin)])
        }
        #expect(denied?.status == 403, "\(origin)")
        #expect(try denied.map { try ProblemBody(json: $0.body).refusal.code } == .forbidden)
      }
      for origin in ["https://chat.example.org", "http://127.0.0.1:\(port)", "https://127.0.0.1:\(port)"] {
        _ = try await TestSocket.open(port: port, headers: [("Origin", origin)])
      }
      #expect(try await server.isHealthy())
    }
  }

  @Test("elsewhere than at its path does not exist, and the request is answered all the same")
  func wrongPath() async throws {
    try await TestServer.run { server in
      for (path, status) in [("/v1/sockets", 404), ("/", 404), ("/health", 200), ("/v1/me", 401)] {
        let denied = await #expect(throws: TestSocket.Denied.self) {
          _ = try await TestSocket.open(port: server.http.port, path: path)
        }
        #expect(denied?.status == status, "\(path)")
      }
      try expectProblem(await server.http.send("GET", "/v1/socket"), .notFound, "no upgrade")
      #expect(try await server.isHealthy())
    }
  }

  @Test("then staying silent closes it with 4408")
  func noHello() async throws {
    try await TestServer.run(configure: {
      // Also what the request below has to come in, on a busy machine.
      $0.timings.greeting = .seconds(1)
      $0.timings.tick = .milliseconds(20)
    }) { server in
      let socket = try await TestSocket.open(port: server.http.port)
      #expect(try await socket.closeCode() == 4408)
      #expect(try await server.isHealthy())
    }
  }

  @Test("and greeting gets welcome, what differs, synced, and who is there")
  func hello() async throws {
    try await TestWorkspace.run { workspace in
      let bobSocket = try await workspace.bob.socket()
      let (socket, frames) = try await workspace.ada.connect()
      guard
        case .welcome(
          workspace.ada.id, workspace.ada.session.session, _, workspace.server.instance.context.store.history, nil)? =
          frames.first
      else {
        throw UnexpectedFrames(frames)
      }
      let deltas = frames.deltas
      #expect(Set(deltas.map(\.feed)) == [.me, .conversation(workspace.group)])
      #expect(
        deltas.first { $0.feed == .conversation(workspace.group) } == (try await workspace.ada.window(workspace.group)))
      #expect(frames.count == 4)
      #expect(frames.last == .synced)
      let presences = try await socket.first { if case .presence(let users) = $0 { users } else { nil } }
      #expect(presences == [Presence(user: workspace.bob.id, state: .online)])
      _ = try await bobSocket.fence()
    }
  }

  @Test("with what one knows brings just the difference, and gone for what is no longer one's own")
  func cursors() async throws {
    try await TestWorkspace.run { workspace in
      let foreign = try await workspace.eve.group("Eve's")
      let posted = try await workspace.bob.post("second", in: workspace.group)
      let known: [FeedID: Int64] = [.me: 1, .conversation(workspace.group): 2, .conversation(foreign): 1]
      let (_, frames) = try await workspace.ada.connect(known: known)
      let delta = frames.deltas.first { $0.feed == .conversation(workspace.group) }
      #expect(delta == FeedDelta(feed: .conversation(workspace.group), fromRev: 2, toRev: 3, messages: [posted]))
      #expect(frames.contains(.gone(.conversation(foreign))))
      let all = try await workspace.ada.connect().frames.deltas
      let current = Dictionary(uniqueKeysWithValues: all.map { ($0.feed, $0.toRev ?? 0) })
      #expect(try await workspace.ada.connect(known: current).frames.deltas.isEmpty)
    }
  }

  @Test("with more feeds than one frame holds goes on in sync frames")
  func syncFrames() async throws {
    try await TestWorkspace.run { workspace in
      let unknown = (0..<1_100).map { _ in FeedID.conversation(TestUser.newID()) }
      let socket = try await TestSocket.open(port: workspace.server.http.port)
      let parts = [unknown[..<500], unknown[500..<1_000], unknown[1_000...]]
        .map { Dictionary(uniqueKeysWithValues: $0.map { ($0, Int64(3)) }) }
      try await socket.send(
        .hello(version: 1, token: workspace.ada.token, client: nil, known: parts[0], more: true))
      try await socket.send(.sync(known: parts[1], more: true))
      try await socket.send(
        .sync(known: parts[2].merging([.conversation(workspace.group): 2]) { $1 }, more: false))
      var gone: Set<FeedID> = []
      var deltas: [FeedID] = []
      while true {
        let frame = try await socket.next()
        if case .gone(let feed) = frame { gone.insert(feed) }
        if case .delta(let delta) = frame { deltas.append(delta.feed) }
        if frame == .synced { break }
      }
      #expect(gone == Set(unknown))
      #expect(deltas == [.me], "the group was known")
    }
  }

  @Test("and saying anything but hello closes it with 4401")
  func firstFrame() async throws {
    try await TestWorkspace.run { workspace in
      let frames: [ClientFrame] = [
        .ping(ref: 1), .sync(known: [:], more: false), .pull(feed: .me, fromRev: 0),
        .send(ref: 1, conversation: workspace.group, id: TestUser.newID(), text: "x", replyTo: nil),
      ]
      for frame in frames {
        let socket = try await TestSocket.open(port: workspace.server.http.port)
        try await socket.send(frame)
        #expect(try await socket.error().refusal.code == .unauthenticated)
        #expect(try await socket.closeCode() == 4401)
      }
      try await workspace.expectStillServing()
    }
  }

  @Test("and stopping the server says 1001")
  func gracefulStop() async throws {
    let server = try await TestServer.start()
    let ada = try await server.user("ada")
    let greeted = try await ada.socket()
    let silent = try await TestSocket.open(port: server.http.port)
    async let stopped: Void = server.instance.stop()
    #expect(try await greeted.closeCode() == 1001)
    #expect(try await silent.closeCode() == 1001)
    greeted.cut()
    silent.cut()
    try await stopped
  }

  @Test("and staying silent gets pings; who answers none is closed with 4408")
  func heartbeat() async throws {
    try await TestWorkspace.run(configure: {
      $0.timings.ping = .milliseconds(100)
      $0.timings.dead = .seconds(8)
      $0.timings.tick = .milliseconds(50)
    }) { workspace in while try await !tellsDeadFromLively(workspace) {} }
  }

  /// `false` where the machine has let nobody answer for half of the time after which one is dead:
  /// that shows nothing.
  private func tellsDeadFromLively(_ workspace: TestWorkspace) async throws -> Bool {
    let dead = try await workspace.bob.socket()
    dead.answersPings = false
    let lively = try await workspace.ada.socket()
    let start = ContinuousClock.now
    async let code = dead.closeCode()
    var last = start
    while ContinuousClock.now - start < .milliseconds(8_500) {
      let event = try await lively.nextEvent()
      let isOpen = event != .end && event != .close(4408)
      let pause = ContinuousClock.now - last
      guard isOpen || pause < .seconds(4) else { return false }
      try #require(isOpen, "whoever answers is not dead")
      last = .now
    }
    #expect(try await code == 4408)
    _ = try await lively.fence()
    return true
  }
}

struct UnexpectedFrames: Error, CustomStringConvertible {
  let description: String

  init(_ frames: [ServerFrame]) { description = "\(frames)" }
}

extension [ServerFrame] {
  var deltas: [FeedDelta] { compactMap { if case .delta(let delta) = $0 { delta } else { nil } } }
}
