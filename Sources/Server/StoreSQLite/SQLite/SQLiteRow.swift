import Domain
import GRDBSQLite

/// The current row of a statement; valid until the next step.
struct SQLiteRow {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: integer(column)) }

  func optionalTime(_ column: Int32) -> Timestamp? { isNull(column) ? nil : time(column) }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: utf8, as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Adds the column's bytes to `target` without a copy of their own.
  func append(_ column: Int32, to target: inout [UInt8]) {
    guard let start = sqlite3_column_blob(handle, column) else { return }
    target.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Ids of 16 bytes each, one after the other. Throws for any other length: the file is damaged.
  func ids<Entity>(_ column: Int32) throws -> [Identifier<Entity>] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    guard bytes.count % 16 == 0 else {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "ids do not have 16 bytes each")
    }
    return stride(from: 0, to: bytes.count, by: 16).compactMap {
      Identifier(bytes: UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + 16]))
    }
  }

  /// Words that were joined by `SQLiteValue.list`.
  func words(_ column: Int32) -> [String] {
    text(column).split(separator: SQLiteValue.separator).map(String.init)
  }

  /// Throws when the column does not hold 16 bytes: the file is damaged.
  func id<Entity>(_ column: Int32) throws -> Identifier<Entity> {
    guard let start = sqlite3_column_blob(handle, column), sqlite3_column_bytes(handle, column) == 16 else {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "an id does not have 16 bytes")
    }
    let high = start.loadUnaligned(as: UInt64.self)
    let low = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return Identifier(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  func optionalID<Entity>(_ column: Int32) throws -> Identifier<Entity>? {
    isNull(column) ? nil : try id(column)
  }

  /// Throws when the column holds a word that is not one of the type's: the file is damaged.
  func word<Value: RawRepresentable>(_ column: Int32, as type: Value.Type = Value.self) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: text(column)) else {
      throw SQLiteFailure(code: SQLITE_CORRUPT, message: "an unknown word stands for a \(type)")
    }
    return value
  }
}
