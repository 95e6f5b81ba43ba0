import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("Many at once")
struct ConcurrencyTests {
  func open(_ folder: TemporaryFolder) throws -> (SQLiteStore, StoreFixture) {
    let store = try SQLiteStore(path: folder.path("store.db"), options: SQLiteStoreOptions(clock: ContractClock()))
    return (store, StoreFixture(StoreUnderTest(store: store) { Pause.short() }))
  }

  @Test("concurrent submitters get seqs without gaps, in the order of the reports, while others read")
  func submitters() throws {
    let folder = try TemporaryFolder()
    let (store, fixture) = try open(folder)
    let ada = try fixture.user()
    let teams = try (0..<3).map { _ in try fixture.group(ada, []) }
    _ = fixture.takeOutcomes()
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for index in 0..<250 {
        fixture.submit(
          .message(
            .post(
              sender: ada, conversation: teams[index % 3], id: fixture.id(), text: "\(worker) \(index)", replyTo: nil)))
        guard index % 25 == 0, let window = try? fixture.window(teams[0], ada) else { continue }
        #expect(window.toRev == 1 + (window.messages.last?.seq ?? 0))
      }
    }
    fixture.drain()
    let outcomes = fixture.takeOutcomes()
    #expect(outcomes.count == 2_000)
    for team in teams {
      let seqs = outcomes.compactMap { outcome -> Int64? in
        guard case .success(.message(let delta)) = outcome.result, delta.feed == .conversation(team) else { return nil }
        return delta.messages[0].seq
      }
      #expect(seqs == Array(1...Int64(seqs.count)))
    }
    store.close()
  }

  @Test("callbacks come once each, after the observer; closing commits what waits and refuses the rest")
  func closing() async throws {
    let folder = try TemporaryFolder()
    let (store, fixture) = try open(folder)
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let counter = Counter()
    for _ in 0..<500 {
      let body = WriteCommand.Body.message(
        .post(
          sender: ada, conversation: team, id: fixture.id(), text: "x", replyTo: nil))
      store.submit(WriteCommand(body, at: StoreFixture.start, origin: .callback { counter.add($0) }))
    }
    store.close()
    #expect(counter.successes == 500)
    #expect(store.queueDepth == 0)
    store.submit(
      WriteCommand(.account(.touchLastSeen([:])), at: StoreFixture.start, origin: .callback { counter.add($0) }))
    #expect(counter.refusals.map(\.code) == [.overloaded])
    #expect(throws: Refusal.self) { try store.profile(ada) }
    let (again, other) = try open(folder)
    #expect(try other.window(team, ada).toRev == 501)
    again.close()
  }

  #if os(Linux)
    @Test("closing frees the file, also while a child that is being started has a copy of its descriptors")
    func lock() throws {
      let folder = try TemporaryFolder()
      let (store, _) = try open(folder)
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
          == folder.path("store.db.lock")
      }
      let copy = dup(try #require(descriptors.first.flatMap { Int32($0) }))
      defer { close(copy) }
      store.close()
      let (again, _) = try open(folder)
      again.close()
    }
  #endif

  @Test("a backup made while others write is one committed state, and restores to it")
  func backup() throws {
    let folder = try TemporaryFolder()
    let (store, fixture) = try open(folder)
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let copies = (0..<3).map { folder.path("backup-\($0).db") }
    for (index, copy) in copies.enumerated() {
      for number in 0..<400 {
        fixture.submit(
          .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "\(index) \(number)", replyTo: nil)))
      }
      try store.backup(to: copy)
    }
    fixture.drain()
    let whole = try fixture.window(team, ada)
    #expect(throws: StoreFileError.self) {
      try SQLiteStore.restore(from: copies[0], to: folder.path("store.db"))
    }
    try store.backup(to: folder.path("final.db"))
    store.close()
    for copy in copies + [folder.path("final.db")] {
      try SQLiteStore.verify(copy)
      let target = folder.path("restored/store.db")
      try SQLiteStore.restore(from: copy, to: target)
      let restored = try SQLiteStore(path: target, options: SQLiteStoreOptions(commit: .manual))
      let window = try restored.delta(of: .conversation(team), for: ada, fromRev: 0)
      #expect(window.toRev == 1 + (window.messages.last?.seq ?? 0))
      if copy.hasSuffix("final.db") { #expect(window == whole) }
      restored.close()
    }
  }
}

/// Counts results from any thread.
private final class Counter: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var results: [Result<CommitResult, Refusal>] = []

  func add(_ result: Result<CommitResult, Refusal>) {
    lock.withLock { results.append(result) }
  }

  var successes: Int {
    lock.withLock { results.filter { if case .success = $0 { true } else { false } }.count }
  }

  var refusals: [Refusal] {
    lock.withLock { results.compactMap { if case .failure(let refusal) = $0 { refusal } else { nil } } }
  }
}
