import Domain
import Foundation
import GRDB
import ServerCore

/// The store in one SQLite file (or in memory). Commits are durable: write-ahead log with
/// `synchronous = FULL`, one group a transaction.
///
/// One process owns the file; a second one is refused. The folder is made with mode 0700 when it
/// does not exist.
package final class SQLiteStore: ServerStore {
  /// Frames of the write-ahead log (4 KiB each) after which an idle writer, and a busy one, moves
  /// them into the file.
  private static let idleCheckpoint = 1_000
  private static let busyCheckpoint = 8_000

  let options: SQLiteStoreOptions
  private let file: StoreFile?
  private let readers: ReaderPool?
  private let searchers: ReaderPool?
  private let queue = CommitQueue()
  /// Held while the writer's connection is in use. A store in memory reads through it too.
  private let commitLock = NSLock()
  nonisolated(unsafe) private let writer: CommandWriter
  nonisolated(unsafe) private let connection: SQLiteConnection
  package let history: HistoryID
  /// Keeps a database in memory alive.
  private let memory: DatabaseQueue?
  nonisolated(unsafe) private var listener: CommitListener?
  nonisolated(unsafe) private var isConnectionClosed = false
  private let threadEnded = DispatchSemaphore(value: 0)

  /// Opens or makes the file at `path`; `nil` keeps everything in memory. Throws a `StoreFileError`
  /// for files that are in use, foreign, newer or damaged.
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
    history = try Self.readHistory(connection)
    writer = try CommandWriter(connection: connection, groupSize: options.groupSize, limits: options.limits)
    if file != nil { connection.countWALFrames() }
    if options.commit == .thread { startThread() }
  }

  /// Schema version of the stores that this program writes.
  package static var schemaVersion: Int64 { Schema.version }

  private static func readHistory(_ connection: SQLiteConnection) throws -> HistoryID {
    let found: HistoryID? = try connection.first("SELECT id FROM history") { try $0.id(.only) }
    guard let found else { throw StoreFileError.notUsable("The database", "it has no history id") }
    return found
  }

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
    commitLock.withLock { listener = CommitListener(hear: observer) }
  }

  package var queueDepth: Int { queue.depth }

  package func submit(_ command: WriteCommand) {
    guard !queue.add(command) else { return }
    let refusal = Refusal(.overloaded, "The server is shutting down.", retryAfter: 5)
    report([CommitOutcome(origin: command.origin, result: .failure(refusal))])
  }

  /// Commits one group of what waits and reports it. `false` when nothing waited. Only in `.manual`
  /// mode.
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
      var maintenance = Maintenance(now: options.monotonicNow(), isErasureDue: isErasureDue)
      var wait = maintenance.wait(now: options.monotonicNow())
      while let group = queue.waitAndTake(options.maximumCommandsPerCommit, seconds: wait) {
        let isIdle = group.isEmpty
        if !isIdle {
          commit(group)
          maintenance.committed(now: options.monotonicNow(), isErasureDue: isErasureDue)
        }
        switch maintenance.due(now: options.monotonicNow(), isIdle: isIdle) {
        case .index:
          // What fails here is tried again by the next search, which reports it.
          try? indexPending()
          maintenance.indexed()
        case .erase(let patience):
          // What fails here, for the disk is full, is tried again like what a reader stood in the
          // way of.
          let outcome = (try? eraseStep(patience: patience)) ?? .blocked
          maintenance.erased(outcome, now: options.monotonicNow(), isIdle: isIdle)
        case nil: break
        }
        wait = maintenance.wait(now: options.monotonicNow())
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

  /// Takes what was erased out of the files, step by step; `true` when nothing of it is left in
  /// them. A store with a thread of its own does so by itself.
  package func purge() throws -> Bool {
    if case .done(isDueAgain: false) = try eraseStep(patience: 100) { return true }
    return false
  }

  private var isErasureDue: Bool { commitLock.withLock { writer.isErasureDue } }

  /// First the log, which may hold the texts themselves, then the search index with their terms,
  /// then the log again, which may hold those.
  private func eraseStep(patience: Int32) throws -> Maintenance.Erasure {
    try commitLock.withLock {
      guard !isConnectionClosed, writer.isErasureDue else { return .done(isDueAgain: false) }
      if !writer.indexer.isPurging {
        guard try emptyLog(patience) else { return .blocked }
        guard writer.isErasureDue else { return .done(isDueAgain: false) }
      }
      guard try writer.indexer.purge() else { return .more }
      guard try emptyLog(patience) else { return .blocked }
      return .done(isDueAgain: writer.isErasureDue)
    }
  }

  private func emptyLog(_ patience: Int32) throws -> Bool {
    guard try file == nil || connection.emptyLog(patience: patience) else { return false }
    try writer.didEmptyLog()
    return true
  }

  private func report(_ outcomes: [CommitOutcome]) {
    CommitListener.report(outcomes, to: commitLock.withLock { listener })
  }

  /// After the report, so that no one waits for it.
  private func checkpointIfDue() {
    let depth = queue.depth
    commitLock.withLock {
      let frames = connection.walFrameCount
      guard frames >= Self.idleCheckpoint, frames >= Self.busyCheckpoint || depth == 0 else { return }
      // What could not be moved now stays in the log, where it is safe, and is tried again after
      // the next commit.
      try? connection.checkpoint()
    }
  }

  // MARK: Reads

  /// Runs `body` on one snapshot of committed data. Whatever fails that is not a `Refusal` becomes
  /// `internal`.
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
