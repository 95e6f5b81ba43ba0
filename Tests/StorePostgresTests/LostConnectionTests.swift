import Domain
import Foundation
import ServerCore
import TestSupport
import Testing

@testable import StorePostgres

@Suite("When connections to PostgreSQL end")
struct LostConnectionTests {
  /// A store whose connections can be told from others', and one of the test's own to end them.
  private func withStore(_ body: (StoreFixture, _ end: () throws -> Int64) throws -> Void) throws {
    try TestSchema.with { schema in
      let store = try PostgresStore(
        schema.address + "&application_name=\(schema.name)", options: schema.options(.threads, lanes: 2))
      defer { store.close() }
      let other = try PostgresConnection(schema.address, patience: .seconds(60))
      try body(StoreFixture(StoreUnderTest(store: store) { Pause.short() })) {
        try other.integer(
          """
          SELECT count(*) FROM (
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ?) ended
          """, .text(schema.name))
      }
    }
  }

  @Test("the next read and the next command connect anew, and nobody notices")
  func idle() throws {
    try withStore { fixture, end in
      let ada = try fixture.user()
      let team = try fixture.group(ada, [])
      for seq in 1...5 {
        #expect(try fixture.window(team, ada).messages.count == seq - 1)
        #expect(try end() >= 2, "those of a reader and of a writer at least")
        #expect(try fixture.window(team, ada).messages.count == seq - 1)
        #expect(try fixture.post("x", by: ada, in: team).seq == Int64(seq))
      }
    }
  }

  @Test("under load, what was answered is stored once, in a sequence without gaps, and a refusal says when to retry")
  func busy() throws {
    try withStore { fixture, end in
      let ada = try fixture.user()
      let team = try fixture.group(ada, [])
      let ids: [MessageID] = (0..<300).map { _ in fixture.id() }
      _ = fixture.takeOutcomes()
      for (index, id) in ids.enumerated() {
        fixture.submit(.message(.post(sender: ada, conversation: team, id: id, text: "x", replyTo: nil)))
        if index % 40 == 20 { _ = try end() }
      }
      fixture.drain()
      let outcomes = fixture.takeOutcomes()
      #expect(outcomes.count == ids.count)
      var answered: [Message] = []
      for outcome in outcomes {
        switch outcome.result {
        case .success(.message(let delta)): answered.append(delta.messages[0])
        case .success: Issue.record("an answer that is no message")
        case .failure(let refusal): #expect(refusal.code == .overloaded && refusal.retryAfter != nil)
        }
      }
      #expect(!answered.isEmpty)
      var stored: [Message] = []
      while true {
        let last = stored.last?.seq ?? 0
        let page = try fixture.store.page(of: team, for: ada, before: nil, after: last, limit: 100).messages
        if page.isEmpty { break }
        stored += page
      }
      #expect(stored.map(\.seq) == Array(1...Int64(stored.count)))
      let known = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
      for message in answered { #expect(known[message.id] == message) }
    }
  }

  @Test("a server that falls silent in a transaction holds up the others for a few seconds")
  func silent() throws {
    try TestSchema.with { schema in
      let store = try schema.store(.threads)
      defer { store.close() }
      let fixture = StoreFixture(StoreUnderTest(store: store) { Pause.short() })
      let ada = try fixture.user()
      let team = try fixture.group(ada, [])
      let access = PostgresAccess(address: schema.address, schema: schema.name, patience: .seconds(60))
      let silent = try access.connect()
      try silent.begin()
      try silent.run("SELECT pg_advisory_xact_lock(?)", .integer(access.lockKey))
      let start = ContinuousClock.now
      #expect(try fixture.post("x", by: ada, in: team).seq == 1)
      let waited = start.duration(to: .now)
      #expect(waited > .seconds(1), "it had to wait")
      #expect(waited < .seconds(15))
      #expect {
        _ = try silent.integer("SELECT 1")
      } throws: {
        ($0 as? PostgresFailure)?.kind == .connection
      }
    }
  }

  @Test("where PostgreSQL takes no more connections, those that are open serve everybody")
  func full() throws {
    try TestSchema.with { schema in
      let role = "r" + schema.name
      let own = try schema.connection()
      try own.script("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 1")
      defer { #expect(throws: Never.self) { try own.script("DROP ROLE \(role)") } }
      let address = schema.address.replacingOccurrences(of: "tester@", with: "\(role)@")
      let access = PostgresAccess(address: address, schema: schema.name, patience: .seconds(60))
      let pool = PostgresPool(access: access, limit: 4) { 0 }
      defer { pool.close() }
      let answers = Answers()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        answers.add(Result { try pool.read { try $0.integer("SELECT count(pg_sleep(0.2))") } })
      }
      #expect(try answers.all.map { try $0.get() } == [1, 1, 1, 1])
    }
  }
}

/// What several threads got.
private final class Answers: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var results: [Result<Int64, any Error>] = []

  func add(_ result: Result<Int64, any Error>) { lock.withLock { results.append(result) } }
  var all: [Result<Int64, any Error>] { lock.withLock { results } }
}
