import Domain
import GRDBSQLite

/// The current row of a statement; valid until the next step.
struct SQLiteRow {
  let statement: SQLiteStatement
  private var handle: OpaquePointer { statement.handle }

  init(_ statement: SQLiteStatement) {
    self.statement = statement
  }

  func isNull(_ column: some SQLiteColumn) -> Bool { isNull(at: column.index(in: self)) }

  func integer(_ column: some SQLiteColumn) -> Int64 { sqlite3_column_int64(handle, column.index(in: self)) }

  func real(_ column: some SQLiteColumn) -> Double { sqlite3_column_double(handle, column.index(in: self)) }

  func optionalInteger(_ column: some SQLiteColumn) -> Int64? {
    let index = column.index(in: self)
    return isNull(at: index) ? nil : sqlite3_column_int64(handle, index)
  }

  func flag(_ column: some SQLiteColumn) -> Bool { integer(column) != 0 }

  /// Within the calendar: earlier versions kept any number that they were sent.
  func time(_ column: some SQLiteColumn) -> Timestamp { Timestamp(milliseconds: integer(column)).withinCalendar }

  func optionalTime(_ column: some SQLiteColumn) -> Timestamp? {
    optionalInteger(column).map { Timestamp(milliseconds: $0).withinCalendar }
  }

  func text(_ column: some SQLiteColumn) -> String { text(at: column.index(in: self)) }

  func optionalText(_ column: some SQLiteColumn) -> String? {
    let index = column.index(in: self)
    return isNull(at: index) ? nil : text(at: index)
  }

  func bytes(_ column: some SQLiteColumn) -> [UInt8] { bytes(at: column.index(in: self)) }

  func bytes(at index: Int32) -> [UInt8] { blob(at: index).map { [UInt8]($0) } ?? [] }

  /// Adds the column's bytes to `target` without a copy of their own.
  func append(_ column: some SQLiteColumn, to target: inout [UInt8]) {
    if let blob = blob(at: column.index(in: self)) { target.append(contentsOf: blob) }
  }

  /// Ids of 16 bytes each, one after the other. Throws for any other length: the file is damaged.
  func ids<Entity>(_ column: some SQLiteColumn) throws -> [Identifier<Entity>] {
    guard let bytes = blob(at: column.index(in: self)) else { return [] }
    guard bytes.count % 16 == 0 else {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "ids do not have 16 bytes each")
    }
    return stride(from: 0, to: bytes.count, by: 16).compactMap {
      Identifier(bytes: UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + 16]))
    }
  }

  /// Words that were joined by `SQLiteValue.list`.
  func words(_ column: some SQLiteColumn) -> [String] {
    text(column).split(separator: SQLiteValue.separator).map(String.init)
  }

  /// Throws when the column does not hold 16 bytes: the file is damaged.
  func id<Entity>(_ column: some SQLiteColumn) throws -> Identifier<Entity> {
    try id(at: column.index(in: self))
  }

  func optionalID<Entity>(_ column: some SQLiteColumn) throws -> Identifier<Entity>? {
    let index = column.index(in: self)
    return isNull(at: index) ? nil : try id(at: index)
  }

  /// A conversation's last renaming; `nil` where there is none.
  func renaming(
    at time: some SQLiteColumn, by user: some SQLiteColumn, from name: some SQLiteColumn
  ) throws -> Renaming? {
    guard let at = optionalTime(time) else { return nil }
    return Renaming(at: at, by: try id(user), from: text(name))
  }

  /// Throws when the column holds a word that is not one of the type's: the file is damaged.
  func word<Value: RawRepresentable>(_ column: some SQLiteColumn, as type: Value.Type = Value.self) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: text(column)) else {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "an unknown word stands for a \(type)")
    }
    return value
  }

  private func isNull(at index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }

  func text(at index: Int32) -> String {
    guard let start = sqlite3_column_text(handle, index) else { return "" }
    let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
    return String(decoding: utf8, as: UTF8.self)
  }

  private func blob(at index: Int32) -> UnsafeRawBufferPointer? {
    guard let start = sqlite3_column_blob(handle, index) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
  }

  private func id<Entity>(at index: Int32) throws -> Identifier<Entity> {
    guard let start = sqlite3_column_blob(handle, index), sqlite3_column_bytes(handle, index) == 16 else {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "an id does not have 16 bytes")
    }
    let high = start.loadUnaligned(as: UInt64.self)
    let low = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return Identifier(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}
