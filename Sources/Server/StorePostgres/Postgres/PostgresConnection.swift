import CPostgres
import Foundation

/// One connection with its prepared statements, always in pipeline mode: statements are queued, and
/// go to the server together with the next one that somebody waits for. Used by one thread at a
/// time; whoever owns it sees to that.
///
/// Statements are written with `?`, or `?1`, for their values. They are prepared once, by their
/// text.
final class PostgresConnection {
  /// What the server still has to answer.
  private enum Pending {
    case prepare(String)
    case run
    /// A statement of the connection's own.
    case tidy
    case sync
  }

  private let handle: OpaquePointer
  private static let maximumStatements = 1_000

  private var names: [String: String] = [:]
  private var prepared = 0
  private var pending: [Pending] = []
  private let patience: Duration
  /// After this, nothing can be done with it any more.
  private(set) var isBroken = false
  private var isClosed = false
  /// Whether a transaction was begun and neither committed nor rolled back.
  private(set) var isInTransaction = false

  /// Connects, and waits no longer than `patience` for this and for each answer. `address` is a URL
  /// or whatever else libpq takes. Throws a `PostgresFailure`.
  init(_ address: String, patience: Duration) throws {
    self.patience = patience
    let seconds = String(max(1, patience.components.seconds))
    let settings: [(String, String)] = [
      ("connect_timeout", seconds), ("application_name", "messageai"), ("keepalives_idle", "30"), ("dbname", address),
      ("client_encoding", "UTF8"),
    ]
    let opened = Self.withStrings(settings.map(\.0)) { names in
      Self.withStrings(settings.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let opened else { throw PostgresFailure.lost("there is no memory for a connection") }
    handle = opened
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = Self.message(of: handle)
      PQfinish(handle)
      isClosed = true
      throw PostgresFailure.lost(message)
    }
    PQsetnonblocking(handle, 1)
    // Says nothing: errors are thrown, and notices are for people at a terminal.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    guard PQenterPipelineMode(handle) == 1 else { throw PostgresFailure.lost(Self.message(of: handle)) }
  }

  deinit { close() }

  /// Ends the connection; using it afterwards is a programming error.
  func close() {
    guard !isClosed else { return }
    // The server is still answering; what it says is of no interest any more.
    if !pending.isEmpty, !isBroken { _ = try? wait() }
    isClosed = true
    isBroken = true
    PQfinish(handle)
  }

  /// As a number: 150018 is 15.18.
  var serverVersion: Int32 { PQserverVersion(handle) }

  // MARK: Statements

  /// Queues a statement. What it answers is not looked at, but for a failure, which the next call
  /// that waits throws.
  func queue(_ sql: String, _ values: PostgresValue...) throws { try queue(sql, values) }

  func queue(_ sql: String, _ values: [PostgresValue]) throws {
    guard !isBroken else { throw PostgresFailure.lost("the connection has ended") }
    let parameters = PostgresParameters(values)
    let name = try name(of: sql, parameters.types)
    guard parameters.send(name, on: handle) == 1 else { throw broken() }
    pending.append(.run)
  }

  /// Sends what is queued without waiting for it.
  func send() throws {
    guard PQpipelineSync(handle) == 1 else { throw broken() }
    pending.append(.sync)
    guard PQflush(handle) >= 0 else { throw broken() }
  }

  /// Waits for all that is queued or sent. Answers the rows of each statement, in order.
  @discardableResult
  func wait() throws -> [PostgresResult] {
    try send()
    let deadline = ContinuousClock.now.advanced(by: patience)
    var failure: PostgresFailure?
    var results: [PostgresResult] = []
    let awaited = pending
    pending = []
    for item in awaited {
      let answer = try next(deadline)
      switch item {
      case .sync, .tidy: break
      case .prepare(let sql): if answer.failure != nil || answer.isAborted { names[sql] = nil }
      case .run: if let result = answer.result { results.append(result) }
      }
      failure = failure ?? answer.failure
    }
    if let failure { throw failure }
    return results
  }

  /// Runs one statement, after those that are queued.
  @discardableResult
  func run(_ sql: String, _ values: PostgresValue...) throws -> Int {
    try queue(sql, values)
    return try wait().last?.changes ?? 0
  }

  func rows(_ sql: String, _ values: [PostgresValue]) throws -> PostgresResult {
    try queue(sql, values)
    guard let result = try wait().last else { throw PostgresFailure.lost("the server sent no rows") }
    return result
  }

  /// Calls `body` for each row until it answers `false`.
  func scan(_ sql: String, _ values: [PostgresValue], _ body: (PostgresRow) throws -> Bool) throws {
    let result = try rows(sql, values)
    for number in 0..<result.count {
      guard try body(PostgresRow(result, number)) else { return }
    }
  }

  func all<Value>(_ sql: String, _ values: PostgresValue..., map: (PostgresRow) throws -> Value) throws -> [Value] {
    let result = try rows(sql, values)
    return try (0..<result.count).map { try map(PostgresRow(result, $0)) }
  }

  func first<Value>(_ sql: String, _ values: PostgresValue..., map: (PostgresRow) throws -> Value) throws -> Value? {
    let result = try rows(sql, values)
    return result.count > 0 ? try map(PostgresRow(result, 0)) : nil
  }

  func integer(_ sql: String, _ values: PostgresValue...) throws -> Int64 {
    let result = try rows(sql, values)
    return result.count > 0 ? PostgresRow(result, 0).integer(.only) : 0
  }

  /// Runs several statements that take no values, as one transaction.
  func script(_ sql: String) throws {
    try wait()
    guard PQexitPipelineMode(handle) == 1 else { throw broken() }
    guard PQsendQuery(handle, sql) == 1 else { throw broken() }
    let deadline = ContinuousClock.now.advanced(by: patience)
    var failure: PostgresFailure?
    while let result = try result(deadline) {
      failure = failure ?? Self.failure(of: result)
      PQclear(result)
    }
    guard PQenterPipelineMode(handle) == 1 else { throw broken() }
    if let failure { throw failure }
  }

  // MARK: Transactions

  /// Goes with the first statement of the transaction.
  func begin(_ kind: String = "BEGIN") throws {
    try queue(kind)
    isInTransaction = true
  }

  /// Returns when the transaction is on disk.
  func commit() throws {
    try queue("COMMIT")
    isInTransaction = false
    try wait()
  }

  /// Ends a transaction that only read, without waiting for it.
  func finish() throws {
    try queue("COMMIT")
    isInTransaction = false
    try send()
  }

  /// Ends an open transaction. What fails here breaks the connection, which ends it as well.
  func rollback() {
    guard !isBroken else { return }
    isInTransaction = false
    do {
      // The answers of a transaction that failed are of no interest any more.
      _ = try? wait()
      try queue("ROLLBACK")
      try wait()
    } catch {
      isBroken = true
    }
  }

  // MARK: Answers

  private struct Answer {
    var result: PostgresResult?
    var failure: PostgresFailure?
    var isAborted = false
  }

  /// The answer to one statement, or the end of a batch.
  private func next(_ deadline: ContinuousClock.Instant) throws -> Answer {
    guard let handle = try result(deadline) else { throw broken() }
    let status = PQresultStatus(handle)
    if status == PGRES_PIPELINE_SYNC {
      PQclear(handle)
      return Answer()
    }
    defer {
      // Each statement's answer ends with nothing.
      while let more = PQgetResult(self.handle) { PQclear(more) }
    }
    if status == PGRES_PIPELINE_ABORTED {
      PQclear(handle)
      return Answer(isAborted: true)
    }
    if let failure = Self.failure(of: handle) {
      PQclear(handle)
      if failure.kind == .connection || PQstatus(self.handle) != CONNECTION_OK { isBroken = true }
      return Answer(failure: failure)
    }
    return Answer(result: PostgresResult(handle))
  }

  private static func failure(of result: OpaquePointer) -> PostgresFailure? {
    switch PQresultStatus(result) {
    case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR: PostgresFailure(of: result)
    default: nil
    }
  }

  /// Waits until libpq has an answer. After the deadline the connection is given up.
  private func result(_ deadline: ContinuousClock.Instant) throws -> OpaquePointer? {
    while PQisBusy(handle) == 1 {
      let unsent = PQflush(handle)
      guard unsent >= 0 else { throw broken() }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { throw giveUp() }
      var place = pollfd(
        fd: PQsocket(handle), events: Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0), revents: 0)
      let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      let ready = poll(&place, 1, Int32(clamping: milliseconds + 1))
      guard ready >= 0 || errno == EINTR else { throw broken() }
      guard PQconsumeInput(handle) == 1 else { throw broken() }
    }
    return PQgetResult(handle)
  }

  /// The server is not asked to stop, which could take as long again: it looks itself whether
  /// somebody is still there, and its own deadline for a statement is earlier than this one.
  private func giveUp() -> PostgresFailure {
    isBroken = true
    return PostgresFailure(kind: .timeout, sqlState: "", message: "the server did not answer in time")
  }

  private func broken() -> PostgresFailure {
    isBroken = true
    return PostgresFailure.lost(Self.message(of: handle))
  }

  private static func message(of handle: OpaquePointer) -> String {
    String(cString: PQerrorMessage(handle)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Preparing

  private func name(of sql: String, _ types: [Oid]) throws -> String {
    if let name = names[sql] { return name }
    if names.count >= Self.maximumStatements { try forgetStatements() }
    prepared += 1
    let name = "s\(prepared)"
    guard PQsendPrepare(handle, name, Self.numbered(sql), Int32(types.count), types) == 1 else { throw broken() }
    pending.append(.prepare(sql))
    names[sql] = name
    return name
  }

  /// Searches have many forms: the server is not to keep every one for ever.
  private func forgetStatements() throws {
    guard PQsendQueryParams(handle, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 1) == 1 else { throw broken() }
    pending.append(.tidy)
    names = [:]
  }

  /// PostgreSQL numbers all values.
  static func numbered(_ sql: String) -> String {
    var (written, count) = ("", 0)
    var rest = sql[...]
    while let mark = rest.firstIndex(of: "?") {
      written += rest[..<mark] + "$"
      rest = rest[rest.index(after: mark)...]
      guard rest.first?.isNumber != true else { continue }
      count += 1
      written += String(count)
    }
    return written + rest
  }

  private static func withStrings<Value>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
  }
}
