import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

/// Invariants I1, I2 and I5 with the real program: what was acked is on disk, once, byte for byte,
/// in a sequence without gaps.
@Suite("kill -9 under load")
struct KillLoopTests {
  /// `MESSAGEAI_KILLS=n` kills that often; each kill stands among 500 acked messages.
  static let kills = ProcessInfo.processInfo.environment["MESSAGEAI_KILLS"].flatMap { Int($0) } ?? 20
  static let acked = max(1, kills) * 500
  static let writers = 16

  @Test(
    "20 kills, 10,000 acked messages: none lost, none doubled, byte-equal",
    .timeLimit(.minutes(10 + KillLoopTests.kills / 2)))
  func killLoop() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("kill-loop-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    let room = try await KillLoopRoom.make(TestHTTP(port: server.port))
    let ledger = Ledger(goal: Self.acked)

    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<Self.writers {
        group.addTask { try await write(writer, to: room, ledger: ledger) }
      }
      let progress = await ledger.progress()
      group.addTask { try await kill(server, progress: progress) }
      try await group.waitForAll()
    }

    let kept = try await room.messages()
    let promised = await ledger.acked
    #expect(promised.count >= Self.acked)
    #expect(kept.map(\.seq) == Array(1...Int64(kept.count)))
    #expect(Set(kept.map(\.id)).count == kept.count)
    let byID = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) })
    for (id, promise) in promised {
      #expect(byID[id]?.text == promise.text && byID[id]?.seq == promise.seq)
    }
    let attempted = await ledger.attempted
    #expect(kept.allSatisfy { attempted.contains($0.id) })
  }

  /// Kills at random moments of the work, and starts again at once.
  private func kill(_ server: ServerChild, progress: AsyncStream<Int>) async throws {
    var moments = (0..<Self.kills).map { _ in Int.random(in: 100..<Self.acked - 100) }.sorted()[...]
    for await count in progress {
      guard let next = moments.first else { return }
      guard count >= next else { continue }
      moments.removeFirst()
      server.kill()
      try await server.start()
    }
    #expect(moments.isEmpty)
  }

  /// Sends one message after the other, each again with the same id until it is acked.
  private func write(_ writer: Int, to room: KillLoopRoom, ledger: Ledger) async throws {
    let ids = RandomIdentifierSource()
    var number = 0
    while await !ledger.isDone {
      number += 1
      let id: MessageID = ids.next()
      let text = "writer \(writer) number \(number) " + String(repeating: "é🙂", count: Int.random(in: 1...40))
      await ledger.attempt(id)
      while true {
        if let seq = try await room.post(id, text) {
          await ledger.ack(id, text: text, seq: seq)
          break
        }
      }
    }
  }
}

/// What the writers were promised.
private actor Ledger {
  private let goal: Int
  private(set) var acked: [MessageID: (text: String, seq: Int64)] = [:]
  private(set) var attempted: Set<MessageID> = []
  private var observer: AsyncStream<Int>.Continuation?

  init(goal: Int) {
    self.goal = goal
  }

  var isDone: Bool { acked.count >= goal }

  func progress() -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { observer = $0 }
  }

  func attempt(_ id: MessageID) {
    attempted.insert(id)
  }

  func ack(_ id: MessageID, text: String, seq: Int64) {
    acked[id] = (text, seq)
    observer?.yield(acked.count)
    if isDone { observer?.finish() }
  }
}

/// A direct conversation on the server under test.
private struct KillLoopRoom: Sendable {
  let http: TestHTTP
  let session: KillLoopSession
  let path: String

  static func make(_ http: TestHTTP) async throws -> KillLoopRoom {
    let ada = try await signUp("ada", http)
    let ben = try await signUp("ben", http)
    let body = CreateConversationRequest(kind: .direct, members: [ben.user.id], name: nil, id: nil).json()
    let answer = try await http.send("POST", "/v1/conversations", token: ada.accessToken, body: body)
    let window = try FeedDelta(json: answer.body)
    return KillLoopRoom(
      http: http, session: KillLoopSession(http, token: ada.accessToken),
      path: "/v1/conversations/\(window.feed)/messages")
  }

  private static func signUp(_ name: String, _ http: TestHTTP) async throws -> SessionResponse {
    let body = SignUpRequest(email: "\(name)@example.org", password: KillLoopSession.password, name: name, device: nil)
    return try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: body.json()).body)
  }

  /// The message's seq once acked; `nil` when the server died on the way and nobody knows.
  func post(_ id: MessageID, _ text: String) async throws -> Int64? {
    let answer: TestHTTP.Answer
    let token = await session.token
    do {
      answer = try await http.send(
        "POST", path, token: token, body: PostMessageRequest(id: id, text: text, replyTo: nil).json())
    } catch {
      return nil
    }
    guard answer.status == 201 || answer.status == 200 else {
      if answer.status == 401 {
        try await session.renew(token)
        return nil
      }
      // While it goes down or comes up; anything else is a fault.
      try #require(answer.status == 503 || answer.status == 500, "\(answer.status)")
      return nil
    }
    return try Message(json: answer.body).seq
  }

  func messages() async throws -> [Message] {
    var all: [Message] = []
    while true {
      let token = await session.token
      let answer = try await http.send("GET", path + "?after=\(all.last?.seq ?? 0)&limit=200", token: token)
      if answer.status == 401 {
        try await session.renew(token)
        continue
      }
      let page = try MessagePage(json: answer.body)
      all += page.messages
      if !page.hasMore { return all }
    }
  }
}

/// Who writes. An access token lives ten minutes, and hundreds of kills take longer: then they sign
/// in again.
private actor KillLoopSession {
  static let password = "correct horse battery"
  private let http: TestHTTP
  private(set) var token: String
  private var isRenewing = false

  init(_ http: TestHTTP, token: String) {
    self.http = http
    self.token = token
  }

  /// Signs in again unless another writer has, or is about to. A server that is just being killed
  /// leaves the old token, and the next answer of 401 tries again.
  func renew(_ old: String) async throws {
    guard token == old, !isRenewing else { return }
    isRenewing = true
    defer { isRenewing = false }
    let form = SignInRequest(email: "ada@example.org", password: Self.password, device: nil)
    let answer: TestHTTP.Answer
    do {
      answer = try await http.send("POST", "/v1/sessions", body: form.json())
    } catch {
      return
    }
    guard answer.status == 201 || answer.status == 200 else {
      try #require(answer.status == 503 || answer.status == 500, "signing in again: \(answer.status)")
      return
    }
    token = try SessionResponse(json: answer.body).accessToken
  }
}
