import GRDBSQLite

/// One connection with its prepared statements. Used by one thread at a time; whoever owns it sees
/// to that.
final class SQLiteConnection {
  let handle: OpaquePointer
  private let ownsHandle: Bool
  private var statements: [String: SQLiteStatement] = [:]
  private let walFrames: UnsafeMutablePointer<Int32>
  /// Milliseconds to wait for other connections.
  private static let patience: Int32 = 10_000

  /// Opens the file for reading and writing; it must exist.
  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = opened.map { Self.failure(of: $0) } ?? SQLiteFailure(code: code, message: "cannot open the file")
      sqlite3_close_v2(opened)
      throw failure
    }
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, Self.patience)
    handle = opened
    ownsHandle = true
    walFrames = .allocate(capacity: 1)
    walFrames.initialize(to: 0)
    try PlacedTokenizer.register(on: opened)
  }

  /// Borrows a connection that GRDB opened and will close. Its hooks are for its own queue only, so
  /// they go.
  init(borrowing handle: OpaquePointer) {
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    self.handle = handle
    ownsHandle = false
    walFrames = .allocate(capacity: 1)
    walFrames.initialize(to: 0)
  }

  deinit {
    close()
    walFrames.deallocate()
  }

  /// Ends the connection; using it afterwards is a programming error.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    for statement in statements.values { statement.finalize() }
    statements = [:]
    if ownsHandle { sqlite3_close_v2(handle) }
  }

  private var isClosed = false

  static func failure(of handle: OpaquePointer) -> SQLiteFailure {
    SQLiteFailure(code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements that take no values and whose rows do not matter.
  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Self.failure(of: handle) }
  }

  func statement(_ sql: String) throws -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(connection: handle, sql: sql)
    statements[sql] = statement
    return statement
  }

  /// Runs one statement with values; answers how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: SQLiteValue...) throws -> Int {
    let statement = try statement(sql)
    statement.bind(values)
    try statement.run()
    return Int(sqlite3_changes(handle))
  }

  /// Calls `body` for each row until it answers `false`.
  func scan(_ sql: String, _ values: [SQLiteValue], _ body: (SQLiteRow) throws -> Bool) throws {
    let statement = try statement(sql)
    statement.bind(values)
    defer { statement.reset() }
    while try statement.step() {
      guard try body(SQLiteRow(statement)) else { return }
    }
  }

  func all<Value>(_ sql: String, _ values: SQLiteValue..., map: (SQLiteRow) throws -> Value) throws -> [Value] {
    var found: [Value] = []
    try scan(sql, values) {
      found.append(try map($0))
      return true
    }
    return found
  }

  func first<Value>(_ sql: String, _ values: SQLiteValue..., map: (SQLiteRow) throws -> Value) throws -> Value? {
    var found: Value?
    try scan(sql, values) {
      found = try map($0)
      return false
    }
    return found
  }

  func integer(_ sql: String, _ values: SQLiteValue...) throws -> Int64 {
    var found: Int64 = 0
    try scan(sql, values) {
      found = $0.integer(.only)
      return false
    }
    return found
  }

  /// Ends an open transaction, if SQLite has not already done so because of an error.
  func rollback() {
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    // A failed ROLLBACK leaves nothing to do: the connection closes or the next BEGIN reports it.
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  // MARK: Deadlines

  /// Steps of SQLite's machine between two looks at the clock: some ten microseconds.
  private static let stepsBetweenLooks: Int32 = 1_000

  /// Runs `body`; after `time` its statements fail with `SQLITE_INTERRUPT`.
  func within<Value>(_ time: Duration, _ body: () throws -> Value) rethrows -> Value {
    var end = ContinuousClock.now.advanced(by: time)
    return try withUnsafeMutablePointer(to: &end) { end in
      sqlite3_progress_handler(
        handle, Self.stepsBetweenLooks,
        { end in
          guard let end = end?.assumingMemoryBound(to: ContinuousClock.Instant.self) else { return 0 }
          return ContinuousClock.now >= end.pointee ? 1 : 0
        }, end)
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      return try body()
    }
  }

  // MARK: Write-ahead log

  /// Takes checkpoints away from commits and begins to count frames instead; see `walFrameCount`.
  func countWALFrames() {
    _ = sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        context?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, walFrames)
  }

  /// Frames in the write-ahead log after the last commit or checkpoint.
  var walFrameCount: Int { Int(walFrames.pointee) }

  /// Moves what readers allow from the write-ahead log to the file. A busy reader only makes it
  /// move less.
  func checkpoint() throws {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else { throw Self.failure(of: handle) }
    walFrames.pointee = 0
  }

  /// Moves all of the write-ahead log to the file and makes the log empty. Waits so many
  /// milliseconds for those who still read the state of before, and writers wait with it; `false`
  /// when they read on.
  func emptyLog(patience: Int32) throws -> Bool {
    sqlite3_busy_timeout(handle, patience)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if code & 0xFF == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else { throw Self.failure(of: handle) }
    walFrames.pointee = 0
    return true
  }
}
