import Domain
import GRDBSQLite

/// A prepared statement that its connection keeps and reuses.
final class SQLiteStatement {
  let handle: OpaquePointer
  private let connection: OpaquePointer
  private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(connection: OpaquePointer, sql: String) throws {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw SQLiteConnection.failure(of: connection) }
    handle = prepared
    self.connection = connection
  }

  private var indexes: [String: Int32] = [:]

  /// Where the column stands that has this name in the statement. A name that it does not have is a
  /// mistake in the program.
  func index(of name: String) -> Int32 {
    if indexes.isEmpty { indexes = readIndexes() }
    guard let index = indexes[name] else { preconditionFailure("the statement has no column \(name)") }
    return index
  }

  var columnCount: Int32 { sqlite3_column_count(handle) }

  private func readIndexes() -> [String: Int32] {
    var found: [String: Int32] = [:]
    for index in 0..<columnCount {
      guard let name = sqlite3_column_name(handle, index) else { continue }
      found[String(cString: name)] = index
    }
    return found
  }

  func finalize() {
    sqlite3_finalize(handle)
  }

  func bind(_ value: Int64, at index: Int32) {
    sqlite3_bind_int64(handle, index, value)
  }

  func bind(_ value: String, at index: Int32) {
    var copy = value.storable
    copy.withUTF8 { utf8 in
      // A nil pointer would bind NULL instead of an empty text.
      guard let start = utf8.baseAddress else {
        sqlite3_bind_text(handle, index, "", 0, transient)
        return
      }
      let characters = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
      sqlite3_bind_text(handle, index, characters, Int32(utf8.count), transient)
    }
  }

  func bind<Entity>(_ identifier: Identifier<Entity>, at index: Int32) {
    bindWords(identifier.high, identifier.low, at: index)
  }

  func bindNull(at index: Int32) {
    sqlite3_bind_null(handle, index)
  }

  func bind(_ value: SQLiteValue, at index: Int32) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let integer): bind(integer, at: index)
    case .real(let real): sqlite3_bind_double(handle, index, real)
    case .text(let text): bind(text, at: index)
    case .words(let high, let low): bindWords(high, low, at: index)
    case .bytes(let bytes):
      // A nil pointer would bind NULL instead of an empty value.
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(handle, index, 0)
      } else {
        _ = bytes.withUnsafeBytes { sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), transient) }
      }
    }
  }

  func bind(_ values: [SQLiteValue]) {
    for (offset, value) in values.enumerated() { bind(value, at: Int32(offset + 1)) }
  }

  /// Whether there is a row. Resets by itself when it fails.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let failure = SQLiteConnection.failure(of: connection)
    reset()
    throw failure
  }

  /// Runs a statement that gives no rows, and makes it ready for the next use.
  func run() throws {
    _ = try step()
    reset()
  }

  func reset() {
    sqlite3_reset(handle)
  }

  private func bindWords(_ high: UInt64, _ low: UInt64, at index: Int32) {
    let words = (high.bigEndian, low.bigEndian)
    _ = withUnsafeBytes(of: words) { sqlite3_bind_blob(handle, index, $0.baseAddress, 16, transient) }
  }
}
