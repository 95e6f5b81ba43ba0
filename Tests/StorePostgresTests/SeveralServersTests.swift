import Domain
import Foundation
import ServerCore
import TestSupport
import Testing

@testable import StorePostgres

@Suite("Several servers over one database")
struct SeveralServersTests {
  /// Two stores over one schema, each with its own fixture.
  private func withNodes(_ body: (StoreFixture, StoreFixture) throws -> Void) throws {
    try TestSchema.with { schema in
      let stores = try (0..<2).map { _ in try schema.store(.threads, lanes: 3) }
      defer { stores.forEach { $0.close() } }
      let fixtures = stores.map { store in StoreFixture(StoreUnderTest(store: store) { Pause.short() }) }
      try body(fixtures[0], fixtures[1])
    }
  }

  private func post(_ id: MessageID, by sender: UserID, in conversation: ConversationID) -> WriteCommand.Body {
    .message(.post(sender: sender, conversation: conversation, id: id, text: "x", replyTo: nil))
  }

  @Test("one of them has the lease of the background work; it passes on when that one goes, however it goes")
  func jobs() throws {
    try TestSchema.with { schema in
      let stores = try (0..<2).map { _ in try schema.store() }
      defer { stores.forEach { $0.close() } }
      let leases = stores.map { $0.makeJobLease() }
      #expect(leases[0].hold() && leases[0].hold())
      #expect(!leases[1].hold())
      leases[0].release()
      #expect(leases[1].hold() && !leases[0].hold())
      let admin = try schema.connection()
      _ = try admin.integer(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
          AND (classid::bigint << 32 | objid::bigint) = ?
        """, .integer(stores[0].access.lockKey &+ PostgresLease.Subject.jobs.rawValue))
      var taken = false
      while !taken {
        taken = leases[0].hold()
        if !taken { Pause.short() }
      }
      #expect(!leases[1].hold(), "it was cut off, and knows")
      leases.forEach { $0.release() }
    }
  }

  @Test("posts through both get seqs and revisions without gaps, in every conversation")
  func gapFree() throws {
    try withNodes { one, other in
      let ada = try one.user()
      let teams = try (0..<4).map { _ in try one.group(ada, []) }
      let ids: [MessageID] = (0..<400).map { _ in one.id() }
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        for index in stride(from: worker, to: ids.count, by: 4) {
          (worker % 2 == 0 ? one : other).submit(post(ids[index], by: ada, in: teams[index / 4 % teams.count]))
        }
      }
      one.drain()
      other.drain()
      let outcomes = one.takeOutcomes() + other.takeOutcomes()
      for team in teams {
        let deltas = outcomes.compactMap { outcome -> FeedDelta? in
          guard case .success(.message(let delta)) = outcome.result, delta.feed == .conversation(team) else {
            return nil
          }
          return delta
        }
        #expect(deltas.flatMap(\.messages).map(\.seq).sorted() == Array(1...100))
        #expect(deltas.compactMap(\.toRev).sorted() == Array(2...101))
        #expect(try other.window(team, ada).toRev == 101)
      }
    }
  }

  @Test("of two messages with one id in two conversations at once, one is stored and one is a conflict")
  func sameID() throws {
    try withNodes { one, other in
      let ada = try one.user()
      let teams = try (0..<2).map { _ in try one.group(ada, []) }
      let ids: [MessageID] = (0..<100).map { _ in one.id() }
      _ = one.takeOutcomes()
      // One by one: of a group that fails each is tried alone.
      for id in ids {
        DispatchQueue.concurrentPerform(iterations: 2) { node in
          let store = node == 0 ? one : other
          store.submit(post(id, by: ada, in: teams[node]))
          store.drain()
        }
      }
      let outcomes = one.takeOutcomes() + other.takeOutcomes()
      var stored = 0
      for outcome in outcomes {
        switch outcome.result {
        case .success: stored += 1
        case .failure(let refusal): #expect(refusal.code == .conflict)
        }
      }
      #expect(stored == ids.count && outcomes.count == 2 * ids.count)
    }
  }

  @Test("a post that is repeated through the other, even at once, is stored once and answered alike")
  func repeats() throws {
    try withNodes { one, other in
      let ada = try one.user()
      let team = try one.group(ada, [])
      let ids: [MessageID] = (0..<100).map { _ in one.id() }
      _ = one.takeOutcomes()
      DispatchQueue.concurrentPerform(iterations: 2) { node in
        for id in ids { (node == 0 ? one : other).submit(post(id, by: ada, in: team)) }
      }
      one.drain()
      other.drain()
      let rows = [one, other].map { node in
        node.takeOutcomes().compactMap { outcome -> Message? in
          guard case .success(.message(let delta)) = outcome.result else { return nil }
          return delta.messages[0]
        }.sorted { $0.id < $1.id }
      }
      #expect(rows[0].count == 100)
      #expect(rows[0] == rows[1])
      #expect(try one.store.page(of: team, for: ada, before: nil, after: 0, limit: 200).messages.count == 100)
    }
  }

  @Test("whoever is removed through one can neither post nor read through the other")
  func revocation() throws {
    try withNodes { one, other in
      let (ada, ben) = (try one.user(), try one.user())
      let team = try one.group(ada, [ben])
      try other.post("before", by: ben, in: team)
      try one.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
      try other.expectRefusal(.notFound, post(other.id(), by: ben, in: team))
      try other.expectNotFound("window") { _ = try other.window(team, ben) }
      #expect(try other.search("before", ben).isEmpty)
    }
  }

  @Test("posts and commands that go alone pass each other by without a failure")
  func mixed() throws {
    try withNodes { one, other in
      let (ada, ben) = (try one.user(), try one.user())
      let teams = try (0..<3).map { _ in try one.group(ada, [ben]) }
      _ = one.takeOutcomes()
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        let node = worker % 2 == 0 ? one : other
        for index in 0..<60 {
          let team = teams[(index + worker) % 3]
          if index % 10 == worker {
            node.submit(.conversation(.update(asker: ada, conversation: team, name: "\(worker) \(index)", photo: nil)))
          } else {
            node.submit(post(one.id(), by: worker % 2 == 0 ? ada : ben, in: team))
          }
        }
      }
      one.drain()
      other.drain()
      let outcomes = one.takeOutcomes() + other.takeOutcomes()
      #expect(outcomes.count == 240)
      for outcome in outcomes { _ = try outcome.result.get() }
      for team in teams {
        let window = try one.window(team, ada)
        let page = try other.store.page(of: team, for: ada, before: nil, after: 0, limit: 200)
        #expect(page.messages.map(\.seq) == Array(1...Int64(page.messages.count)))
        #expect(window.toRev ?? 0 >= Int64(page.messages.count))
      }
    }
  }

  @Test("stores that open a new schema at once make its tables once")
  func opening() throws {
    try TestSchema.with { schema in
      let histories = Mutexed<[HistoryID]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        guard let store = try? schema.store() else { return }
        histories.change { $0.append(store.history) }
        store.close()
      }
      let found = histories.value
      #expect(found.count == 4)
      #expect(Set(found).count == 1)
    }
  }
}

private final class Mutexed<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
