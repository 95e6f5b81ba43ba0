import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing
import WireProtocol

/// The real program's background work, killed without warning again and again: every message is
/// worked on once in the end.
@Suite("kill -9 of the pipeline")
struct PipelineKillTests {
  static let messages = 300
  static let kills = 6

  @Test("leaves every message with one vector and one set of signals, and no insight twice", .timeLimit(.minutes(10)))
  func killed() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-kill-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    let room = try await Fixture(TestHTTP(port: server.port))
    var moments = (0..<Self.kills).map { _ in Int.random(in: 10..<Self.messages) }.sorted()[...]
    var waiting: [Int] = []
    for number in 0..<Self.messages {
      try await room.post(number)
      while let next = moments.first, next <= number {
        moments.removeFirst()
        waiting.append(try await room.waiting())
        server.kill()
        try await server.start()
      }
    }
    // Some of the kills met work that was not done yet.
    #expect(waiting.contains { $0 > 0 }, "\(waiting)")
    try await eventually("all messages are worked on", timeout: .seconds(240)) { try await room.waiting() == 0 }
    server.kill()
    try room.check(SQLiteStore(path: data.appendingPathComponent("messageai.sqlite").path))
  }

  private struct Fixture {
    let http: TestHTTP
    let ada: SessionResponse
    let conversation: ConversationID

    init(_ http: TestHTTP) async throws {
      self.http = http
      ada = try await Self.signUp("ada", http)
      let ben = try await Self.signUp("ben", http)
      let form = CreateConversationRequest(kind: .group, members: [ben.user.id], name: "Team")
      let answer = try await http.send("POST", "/v1/conversations", token: ada.accessToken, body: form.json())
      conversation = try #require(try FeedDelta(json: answer.body).conversation).id
    }

    private static func signUp(_ name: String, _ http: TestHTTP) async throws -> SessionResponse {
      let form = SignUpRequest(email: "\(name)@example.org", password: "correct horse battery", name: name)
      return try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: form.json()).body)
    }

    func post(_ number: Int) async throws {
      let texts = [
        "I'll send report \(number) to Ben by Friday.", "We decided to ship version \(number) on Monday.",
        "Lunch number \(number) was very good.", "Can we meet tomorrow at 10 about topic \(number)?",
      ]
      let form = PostMessageRequest(id: TestUser.newID(), text: texts[number % texts.count])
      let answer = try await http.send(
        "POST", "/v1/conversations/\(conversation)/messages", token: ada.accessToken, body: form.json())
      #expect(answer.status == 201)
    }

    func waiting() async throws -> Int {
      let answer = try await http.send("GET", "/v1/ai/status", token: ada.accessToken)
      return try JSONDecoder().decode(AIStatus.self, from: Data(answer.body)).waitingMessages
    }

    func check(_ store: SQLiteStore) throws {
      defer { store.close() }
      let all = try store.transcript(
        of: conversation, for: ada.user.id, from: 1, to: .max, since: nil, limit: PipelineKillTests.messages + 1)
      #expect(all.map(\.message.seq) == Array(1...Int64(PipelineKillTests.messages)))
      #expect(all.allSatisfy { $0.signals != nil })
      #expect(try store.pipelineProgress() == PipelineProgress(due: 0, postponed: 0, dead: 0))
      let insights = try store.insights(InsightFilter(limit: 500), for: ada.user.id).map(\.insight)
      #expect(!insights.isEmpty)
      let places = insights.map { "\($0.kind) \($0.citations.first.map { "\($0)" } ?? "")" }
      #expect(Set(places).count == places.count, "none is doubled")
      let tasks = Set(insights.filter { $0.kind == .actionItem }.compactMap(\.citations.first))
      let promised = all.filter { $0.message.text.hasPrefix("I'll send") }.map(\.message.id)
      #expect(promised.allSatisfy(tasks.contains), "and none is lost")
      // scripts/models has put the embedder's files there.
      let vectors = try store.vectors(of: conversation, .embedder("all-minilm-l6-v2 int8"), after: 0).seqs
      #expect(vectors == all.map(\.message.seq))
    }
  }
}
