import ArgumentParser
import Domain
import Foundation
import ServerCore
import StoreSQLite
import Synchronization

#if POSTGRES
  import StorePostgres
#endif

struct StoresBench: Benchmark {
  static let configuration = CommandConfiguration(
    commandName: "stores", abstract: "Posts straight into a store, as many at a time as given: SQLite or PostgreSQL.",
    discussion: "A database must be empty; what is measured stays in it.")

  @OptionGroup var options: BenchOptions
  @Option(help: "Address of a PostgreSQL database; without one, SQLite is measured.") var database: String?
  @Option(help: "Lanes of writers over PostgreSQL; each number is measured.") var lanes = [1, 2, 4, 8]
  @Option(help: "Posts in one transaction at most; each number is measured.") var batch = [1, 256]
  @Option(help: "Posts that wait for their answer; each number is measured.") var inFlight = [1, 16, 128]
  @Option(help: "Conversations that they are spread over.") var conversations = 64

  func measure(_ bench: Bench) async throws {
    guard let database else {
      let folder = try bench.makeDataFolder()
      let store = try SQLiteStore(path: folder.appending(path: "messageai.sqlite").path)
      try await load(StoreLoad(store, conversations: conversations), "SQLite", bench)
      store.close()
      return try bench.remove(folder)
    }
    #if POSTGRES
      for lanes in lanes {
        for batch in batch {
          let store = try PostgresStore(
            database, options: PostgresStoreOptions(lanes: lanes, maximumCommandsPerCommit: batch))
          try await load(
            StoreLoad(store, conversations: conversations), "PostgreSQL, lanes \(lanes), batch \(batch)", bench)
          store.close()
        }
      }
    #else
      throw BenchError("This program was built without PostgreSQL: \(database) cannot be opened.")
    #endif
  }

  private func load(_ load: StoreLoad, _ name: String, _ bench: Bench) async throws {
    try await load.prepare()
    for inFlight in inFlight {
      let result = try await load.run(inFlight: inFlight, for: .seconds(bench.seconds))
      bench.record(name, "\(inFlight) at a time", Double(result.count) / bench.seconds, "posts/s")
      for share in [0.5, 0.99] {
        bench.record(name, "\(inFlight) at a time, p\(Int(share * 100))", result.value(share), "ms")
      }
    }
    // What touches more than a conversation's messages goes alone in PostgreSQL.
    let renames = try await load.run(.rename, inFlight: 16, for: .seconds(bench.seconds))
    bench.record(name, "renames of groups, 16 at a time", Double(renames.count) / bench.seconds, "renames/s")
  }
}

/// Commands to a store: with each answer the next one is submitted.
private final class StoreLoad: Sendable {
  enum Kind {
    case post, rename
  }

  private struct State {
    var samples = Percentiles()
    var waiting = 0
    var next = 0
    var failure: Refusal?
  }

  private let store: any ServerStore
  private let identifiers = RandomIdentifierSource()
  /// Each conversation has one person, who posts.
  private let rooms: [(user: UserID, conversation: ConversationID)]
  private let state = Mutex(State())

  init(_ store: any ServerStore, conversations count: Int) {
    self.store = store
    rooms = (0..<count).map { [identifiers] _ in (identifiers.next(), identifiers.next()) }
    // Nobody is connected.
    store.observeCommits { _ in }
  }

  func prepare() async throws {
    let commands = DirectCommandPerformer(store: store, clock: SystemClock())
    for (user, conversation) in rooms {
      let account = AccountRecord(
        id: user, email: "\(user)@example.org", name: "User", passwordHash: nil, workspaceRole: .member,
        isDisabled: false, createdAt: SystemClock().now)
      _ = try await commands.perform(.account(.create(try NewAccount(account))))
      _ = try await commands.perform(
        .conversation(.create(creator: user, id: conversation, kind: .group, name: "Group", members: [])))
    }
  }

  func run(_ kind: Kind = .post, inFlight: Int, for time: Duration) async throws -> Percentiles {
    state.withLock { $0 = State(next: $0.next) }
    let end = ContinuousClock.now + time
    for _ in 0..<inFlight { submit(kind, until: end) }
    while state.withLock({ $0.waiting }) > 0 { try await Task.sleep(for: .milliseconds(5)) }
    let (samples, failure) = state.withLock { ($0.samples, $0.failure) }
    if let failure { throw failure }
    return samples
  }

  private func submit(_ kind: Kind, until end: ContinuousClock.Instant) {
    let start = ContinuousClock.now
    guard start < end else { return }
    let (number, room) = state.withLock { state in
      state.waiting += 1
      state.next += 1
      return (state.next, rooms[state.next % rooms.count])
    }
    let body: WriteCommand.Body =
      switch kind {
      case .post:
        .message(
          .post(
            sender: room.user, conversation: room.conversation, id: identifiers.next(),
            text: "A message of a usual length, more or less", replyTo: nil))
      case .rename:
        .conversation(
          .update(asker: room.user, conversation: room.conversation, name: "Group \(number)", photo: nil))
      }
    let origin = WriteCommand.Origin.callback { [self] result in
      let took = ContinuousClock.now - start
      submit(kind, until: end)
      state.withLock { state in
        state.waiting -= 1
        switch result {
        case .success: state.samples.add(took)
        case .failure(let refusal): state.failure = refusal
        }
      }
    }
    store.submit(WriteCommand(body, at: SystemClock().now, origin: origin))
  }
}
