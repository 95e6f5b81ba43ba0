import Domain
import Foundation
import GRDB
import ServerCore

/// The store in one SQLite file (or in memory). Commits are durable: write-ahead log with `synchronous = FULL`, one group a transaction.
///
/// One process owns the file; a second one is refused. The folder is made with mode 0700 when it does not exist.
package final class SQLiteStore: ServerStore {
  /// Frames of the write-ahead log (4 KiB each) after which an idle writer, and a busy one, moves them into the file.
  private static let idleCheckpoint = 1_000
  private static let busyCheckpoint = 8_000

  private struct CommitListener: Sendable {
    let hear: @Sendable ([CommitOutcome]) -> Void
  }

  let options: SQLiteStoreOptions
  private let file: StoreFile?
  private let readers: ReaderPool?
  private let searchers: ReaderPool?
  private let queue = CommitQueue()
  /// Held while the writer's connection is in use. A store in memory reads through it too.
  private let commitLock = NSLock()
  nonisolated(unsafe) private let writer: CommandWriter
  nonisolated(unsafe) private let connection: SQLiteConnection
  /// Keeps a database in memory alive.
  private let memory: DatabaseQueue?
  nonisolated(unsafe) private var observer: CommitListener?
  nonisolated(unsafe) private var isConnectionClosed = false
  private let threadEnded = DispatchSemaphore(value: 0)

  /// Opens or makes the file at `path`; `nil` keeps everything in memory. Throws a `StoreFileError` for files that are in use, foreign, newer or damaged.
  package init(path: String?, options: SQLiteStoreOptions = SQLiteStoreOptions()) throws {
    self.options = options
    if let path {
      let file = try StoreFile(path: path)
      try file.migrate()
      self.file = file
      memory = nil
      connection = try SQLiteConnection(path: path)
      readers = ReaderPool(path: path, limit: options.maximumReaders)
      searchers = ReaderPool(path: path, limit: options.maximumSearches)
    } else {
      let queue = try DatabaseQueue(configuration: StoreFile.configuration)
      try StoreFile.migrate(queue, path: "memory")
      guard let handle = queue.inDatabase({ $0.sqliteConnection }) else {
        throw StoreFileError.notUsable("memory", "it has no connection")
      }
      file = nil
      memory = queue
      connection = SQLiteConnection(borrowing: handle)
      readers = nil
      searchers = nil
    }
    try connection.execute(Self.settings)
    writer = try CommandWriter(connection: connection, groupSize: options.groupSize, limits: options.limits)
    if file != nil { connection.countWALFrames() }
    if options.commit == .thread { startThread() }
  }

  /// Schema version of the stores that this program writes.
  package static var schemaVersion: Int64 { Schema.version }

  private static let settings = """
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = 67108864;
    """

  // MARK: Writes

  package func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) {
    commitLock.withLock { self.observer = CommitListener(hear: observer) }
  }

  package var queueDepth: Int { queue.depth }

  package func submit(_ command: WriteCommand) {
    guard !queue.add(command) else { return }
    let refusal = Refusal(.overloaded, "The server is shutting down.", retryAfter: 5)
    report([CommitOutcome(origin: command.origin, result: .failure(refusal))])
  }

  /// Commits one group of what waits and reports it. `false` when nothing waited. Only in `.manual` mode.
  @discardableResult
  package func drain() -> Bool {
    let group = queue.take(options.maximumCommandsPerCommit)
    guard !group.isEmpty else { return false }
    commit(group)
    return true
  }

  package func close() {
    queue.close()
    if options.commit == .thread {
      threadEnded.wait()
      // For whoever closes a second time.
      threadEnded.signal()
    } else {
      while drain() {}
    }
    readers?.close()
    searchers?.close()
    commitLock.withLock {
      guard !isConnectionClosed else { return }
      isConnectionClosed = true
      connection.close()
    }
    file?.unlock()
  }

  private func startThread() {
    let thread = Thread { [self] in
      var pauses = PauseWork()
      // A pause of the writers is used to bring the search index up to date, and to rid it of what was deleted.
      while let group = queue.waitAndTake(options.maximumCommandsPerCommit, until: pauses.next) {
        if !group.isEmpty {
          commit(group)
          pauses.committed()
        } else if pauses.isLagging {
          // What fails here is tried again by the next search, which reports it.
          try? indexPending()
          pauses.indexed()
        } else {
          // What fails here is tried again after the next commit.
          pauses.purged(isDone: (try? purgeSearch()) ?? true)
        }
      }
      threadEnded.signal()
    }
    thread.name = "store"
    thread.stackSize = 2 << 20
    thread.start()
  }

  private func commit(_ group: [WriteCommand]) {
    let (outcomes, lag) = commitLock.withLock { (writer.commit(group), writer.searchLag) }
    report(outcomes)
    queue.didReport(group.count)
    // Not an error of the group, which is on disk: the next search tries again and reports it.
    if lag >= SearchIndexer.batch { try? indexPending() }
    checkpointIfDue()
  }

  /// Makes all that is committed findable, a batch at a time, so that writers wait for one at most.
  func indexPending() throws {
    var isDone = false
    while !isDone {
      isDone = try commitLock.withLock {
        guard !isConnectionClosed else { throw SQLiteFailure(code: 21, message: "the store is closed") }
        return try writer.indexPending()
      }
    }
  }

  /// Rewrites some of the search index without the terms of deleted and changed texts; `true` when none are left, neither in the file nor,
  /// unless a reader is in the way, in its log.
  package func purgeSearch() throws -> Bool {
    try commitLock.withLock {
      guard !isConnectionClosed, try writer.indexer.isStale() else { return true }
      guard try writer.indexer.purge() else { return false }
      if file != nil { try connection.checkpoint(truncating: true) }
      return true
    }
  }

  private func report(_ outcomes: [CommitOutcome]) {
    commitLock.withLock { observer }?.hear(outcomes)
    for outcome in outcomes {
      if case .callback(let callback) = outcome.origin { callback(outcome.result) }
    }
  }

  /// After the report, so that no one waits for it.
  private func checkpointIfDue() {
    let frames = connection.walFrameCount
    guard frames >= Self.idleCheckpoint, frames >= Self.busyCheckpoint || queue.depth == 0 else { return }
    // What could not be moved now stays in the log, where it is safe, and is tried again after the next commit.
    commitLock.withLock { try? connection.checkpoint() }
  }

  // MARK: Reads

  /// Runs `body` on one snapshot of committed data. Whatever fails that is not a `Refusal` becomes `internal`.
  func read<Value>(forSearch: Bool = false, _ body: (SQLiteConnection) throws -> Value) throws -> Value {
    do {
      if let readers = forSearch ? searchers : readers { return try readers.read(body) }
      return try commitLock.withLock {
        guard !isConnectionClosed else { throw SQLiteFailure(code: 21, message: "the store is closed") }
        return try connection.snapshot(body)
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(.internal, "The server could not read its data.")
    }
  }

  /// Gives tests the writer's connection, to break it and to look at its settings.
  package func withWriterConnection<Value>(_ body: (OpaquePointer) throws -> Value) rethrows -> Value {
    try commitLock.withLock { try body(connection.handle) }
  }
}
