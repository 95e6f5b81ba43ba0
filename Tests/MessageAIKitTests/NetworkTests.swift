import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing

/// What Apple's systems carry the client with. There `URLSession` opens the sockets; here only its
/// data tasks run, so the socket's logic is shown on a task that the test plays.
@Suite("The network by URLSession", .timeLimit(.minutes(5)))
struct NetworkTests {
  private func bytes(_ body: AsyncThrowingStream<[UInt8], any Error>) async throws -> [UInt8] {
    try await body.reduce(into: []) { $0 += $1 }
  }

  @Test("an answer comes with its status and its whole body, a refusal too, side by side")
  func answers() async throws {
    try await TestServer.run { server in
      let user = try await server.user("ada")
      let exchange = URLSessionExchange()
      let base = "http://127.0.0.1:\(server.http.port)"
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 {
          group.addTask {
            var request = HTTPExchangeRequest(.get, url: base + "/v1/me", timeout: 10)
            request.headers["authorization"] = "Bearer \(user.token)"
            let answer = try await exchange.open(request)
            let body = try await bytes(answer.body)
            #expect(String(decoding: body, as: UTF8.self).contains("ada@example.org"))
            return answer.status
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      let refused = try await exchange.open(HTTPExchangeRequest(.get, url: base + "/v1/me", timeout: 10))
      #expect(refused.status == 401)
      #expect(String(decoding: try await bytes(refused.body), as: UTF8.self).contains("unauthenticated"))
      var form = HTTPExchangeRequest(.post, url: base + "/v1/sessions", timeout: 10)
      form.headers["content-type"] = "application/json"
      form.body = Array(#"{"email":"ada@example.org","password":"correct horse ada"}"#.utf8)
      #expect(try await exchange.open(form).status == 201)
      try await exchange.shutdown()
    }
  }

  @Test("where nobody listens, it says offline")
  func offline() async throws {
    let port = try await TestServer.run { $0.http.port }
    let exchange = URLSessionExchange()
    await #expect(throws: ClientError.offline) {
      _ = try await exchange.open(HTTPExchangeRequest(.get, url: "http://127.0.0.1:\(port)/health", timeout: 5))
    }
    try await exchange.shutdown()
  }

  // MARK: Sockets

  /// The system's task, played.
  private final class PlayedTask: WebSocketTask, @unchecked Sendable {
    private struct Waiting {
      let tell: @Sendable (Result<[UInt8]?, any Error>) -> Void
    }

    private let lock = NSLock()
    private var waiting: Waiting?
    private var sentTexts: [String] = []
    private var code: UInt16?
    private var hasClosed = false
    private var isBroken = false

    var sent: [String] { lock.withLock { sentTexts } }
    var isClosed: Bool { lock.withLock { hasClosed } }
    var isReading: Bool { lock.withLock { waiting != nil } }
    var closeCode: UInt16? { lock.withLock { code } }

    func receive(_ completion: @escaping @Sendable (Result<[UInt8]?, any Error>) -> Void) {
      lock.withLock { waiting = Waiting(tell: completion) }
    }

    func send(_ text: String, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
      let fails = lock.withLock {
        sentTexts.append(text)
        return isBroken
      }
      completion(fails ? ClientError.offline : nil)
    }

    func close() { lock.withLock { hasClosed = true } }

    func breakDown() { lock.withLock { isBroken = true } }

    func hear(_ result: Result<[UInt8]?, any Error>, code: UInt16? = nil) {
      let completion = lock.withLock {
        self.code = code
        defer { waiting = nil }
        return waiting
      }
      completion?.tell(result)
    }
  }

  private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []

    var events: [String] { lock.withLock { all } }

    func note(_ event: SocketEvent) {
      let word =
        switch event {
        case .opened: "opened"
        case .frame(let bytes): String(decoding: bytes, as: UTF8.self)
        case .closed(let code): "closed \(code.map(String.init) ?? "-")"
        }
      lock.withLock { all.append(word) }
    }
  }

  @Test("a socket opens, hands over one frame after the other, and ends once with the other side's reason")
  func socket() {
    let (task, heard) = (PlayedTask(), Heard())
    let loop = WebSocketLoop(task: task) { heard.note($0) }
    #expect(!task.isReading)
    loop.opened()
    loop.opened()
    task.hear(.success(Array("one".utf8)))
    task.hear(.success(nil))
    task.hear(.success(Array("two".utf8)))
    loop.send(Array("mine".utf8))
    #expect(task.sent == ["mine"])
    // The task says it twice: by the call that waits, and by its delegate.
    task.hear(.failure(ClientError.offline), code: 4401)
    loop.ended(code: 4401)
    loop.ended(code: nil)
    #expect(heard.events == ["opened", "one", "two", "closed 4401"])
    #expect(!task.isReading)
  }

  @Test("a socket that does not open, or breaks while it sends, ends without a reason")
  func broken() {
    let (task, heard) = (PlayedTask(), Heard())
    WebSocketLoop(task: task) { heard.note($0) }.ended(code: nil)
    #expect(heard.events == ["closed -"])
    let (other, told) = (PlayedTask(), Heard())
    let loop = WebSocketLoop(task: other) { told.note($0) }
    loop.opened()
    other.breakDown()
    loop.send(Array("lost".utf8))
    #expect(told.events == ["opened", "closed -"])
    loop.close()
    #expect(other.isClosed)
  }
}
