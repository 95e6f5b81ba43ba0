import Domain
import Foundation
import ServerCore

/// The store in one schema of a PostgreSQL database, which several servers may share.
///
/// Commands of one conversation are committed in order, each lane of conversations by a writer of
/// its own; a command that may touch more is committed alone: see `CommitLock`. Commits are
/// durable: `synchronous_commit` is on, one group a transaction.
package final class PostgresStore: ServerStore {
  let options: PostgresStoreOptions
  private let readers: PostgresPool
  let searchers: PostgresPool
  private let lanes: CommitLanes
  /// One for each lane, each used by that lane alone; of a store that is drained by hand, by
  /// whoever holds `drainLock`.
  nonisolated(unsafe) private let writers: [CommandWriter]
  private let drainLock = NSLock()
  let access: PostgresAccess
  let lease: PostgresLease?
  package let history: HistoryID
  /// Held while outcomes are reported, so that two lanes never do so at once. Recursive, for who
  /// hears of a commit may submit.
  private let reportLock = NSRecursiveLock()
  nonisolated(unsafe) private var listener: CommitListener?
  private let threads = DispatchGroup()
  private let closing = NSLock()
  nonisolated(unsafe) private var isClosed = false

  /// Opens the workspace at `address`, a URL; makes its tables when there are none. Throws a
  /// `PostgresStoreError`.
  package init(_ address: String, options: PostgresStoreOptions = PostgresStoreOptions()) throws {
    let access = PostgresAccess(address: address, schema: options.schema, patience: options.patience)
    let lease = options.sharing == .reading ? nil : PostgresLease(access: access, isShared: options.sharing == .shared)
    history = try PostgresSchema(access: access, isAlone: options.sharing == .alone, lease: lease).open()
    self.access = access
    self.options = options
    self.lease = lease
    readers = PostgresPool(access: access, limit: options.maximumReaders, now: options.monotonicNow)
    searchers = PostgresPool(access: access, limit: options.maximumSearches, now: options.monotonicNow)
    lanes = CommitLanes(count: options.lanes)
    do {
      writers = try (0..<lanes.count).map { _ in
        try CommandWriter(
          access: access, lease: lease, groupSize: options.groupSize, limits: options.limits, now: options.monotonicNow)
      }
    } catch let failure as PostgresFailure {
      lease?.release()
      throw PostgresStoreError.unreachable(failure.message)
    }
    if options.commit == .threads { for lane in writers.indices { startThread(lane) } }
  }

  // MARK: Writes

  package func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) {
    reportLock.withLock { listener = CommitListener(hear: observer) }
  }

  package var queueDepth: Int { lanes.depth }

  package func submit(_ command: WriteCommand) {
    guard !lanes.add(command) else { return }
    let refusal = Refusal(.overloaded, "The server is shutting down.", retryAfter: 5)
    report([CommitOutcome(origin: command.origin, result: .failure(refusal))])
  }

  /// Commits one group of what waits and reports it. `false` when nothing waited. Only in `.manual`
  /// mode.
  @discardableResult
  package func drain() -> Bool {
    drainLock.withLock {
      for lane in writers.indices {
        let group = lanes.take(lane, options.maximumCommandsPerCommit)
        guard !group.commands.isEmpty else { continue }
        commit(group, by: writers[lane])
        return true
      }
      return false
    }
  }

  package func close() {
    lanes.close()
    if options.commit == .threads {
      threads.wait()
    } else {
      while drain() {}
    }
    closing.withLock {
      guard !isClosed else { return }
      isClosed = true
      for writer in writers { writer.close() }
      readers.close()
      searchers.close()
      lease?.release()
    }
  }

  private func startThread(_ lane: Int) {
    threads.enter()
    let thread = Thread { [self] in
      while let group = lanes.waitAndTake(lane, options.maximumCommandsPerCommit) {
        commit(group, by: writers[lane])
      }
      threads.leave()
    }
    thread.name = "store \(lane)"
    thread.stackSize = 2 << 20
    thread.start()
  }

  private func commit(_ group: (commands: [WriteCommand], lock: CommitLock), by writer: CommandWriter) {
    report(writer.commit(group.commands, group.lock))
    lanes.didReport(group.commands.count)
  }

  private func report(_ outcomes: [CommitOutcome]) {
    reportLock.withLock { CommitListener.report(outcomes, to: listener) }
  }

  // MARK: Reads

  /// Runs `body` on one snapshot of committed data. Whatever fails that is not a `Refusal` becomes
  /// `internal`, or `overloaded` where it passes.
  func read<Value>(isRepeatable: Bool = true, _ body: (PostgresConnection) throws -> Value) throws -> Value {
    do {
      return try readers.read(isRepeatable: isRepeatable, body)
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw PostgresPool.refusal(error)
    }
  }

  /// The ordinal up to which nothing is missing: none that is lower will ever be committed. Waits
  /// for those who post, and they for it, for a moment.
  func settledOrdinal() throws -> Int64 {
    do {
      return try readers.write { connection in
        try connection.queue("SELECT pg_advisory_xact_lock(?)", .integer(access.lockKey))
        return try connection.integer("SELECT coalesce(max(ordinal), 0) FROM messages")
      }
    } catch {
      throw PostgresPool.refusal(error)
    }
  }

  package func backup(to path: String) throws {
    throw Refusal(.invalid, "This workspace is in PostgreSQL: copy it with pg_dump.")
  }
}
