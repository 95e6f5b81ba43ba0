import CPostgres
import Domain
import ServerCore

/// One row of a result.
struct PostgresRow {
  let result: PostgresResult
  private let number: Int32

  init(_ result: PostgresResult, _ number: Int32) {
    self.result = result
    self.number = number
  }

  func isNull(_ column: some PostgresColumn) -> Bool { isNull(at: column.index(in: self)) }

  /// NULL is 0.
  func integer(_ column: some PostgresColumn) -> Int64 { integer(at: column.index(in: self)) }

  func real(_ column: some PostgresColumn) -> Double {
    Double(bitPattern: UInt64(bitPattern: integer(at: column.index(in: self))))
  }

  func optionalInteger(_ column: some PostgresColumn) -> Int64? {
    let index = column.index(in: self)
    return isNull(at: index) ? nil : integer(at: index)
  }

  func flag(_ column: some PostgresColumn) -> Bool { integer(column) != 0 }

  /// Within the calendar: earlier versions kept any number that they were sent.
  func time(_ column: some PostgresColumn) -> Timestamp { Timestamp(milliseconds: integer(column)).withinCalendar }

  func optionalTime(_ column: some PostgresColumn) -> Timestamp? {
    optionalInteger(column).map { Timestamp(milliseconds: $0).withinCalendar }
  }

  func text(_ column: some PostgresColumn) -> String { text(at: column.index(in: self)) }

  func optionalText(_ column: some PostgresColumn) -> String? {
    let index = column.index(in: self)
    return isNull(at: index) ? nil : text(at: index)
  }

  func bytes(_ column: some PostgresColumn) -> [UInt8] { blob(at: column.index(in: self)).map { [UInt8]($0) } ?? [] }

  /// Adds the column's bytes to `target` without a copy of their own.
  func append(_ column: some PostgresColumn, to target: inout [UInt8]) {
    if let blob = blob(at: column.index(in: self)) { target.append(contentsOf: blob) }
  }

  /// Ids of 16 bytes each, one after the other. Throws for any other length: the database is
  /// damaged.
  func ids<Entity>(_ column: some PostgresColumn) throws -> [Identifier<Entity>] {
    guard let bytes = blob(at: column.index(in: self)) else { return [] }
    guard bytes.count % 16 == 0 else {
      throw PostgresFailure.damaged("ids do not have 16 bytes each")
    }
    return stride(from: 0, to: bytes.count, by: 16).compactMap {
      Identifier(bytes: UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + 16]))
    }
  }

  /// Words that were joined by `PostgresValue.list`.
  func words(_ column: some PostgresColumn) -> [String] {
    text(column).split(separator: PostgresValue.separator).map(String.init)
  }

  /// Throws when the column does not hold 16 bytes: the database is damaged.
  func id<Entity>(_ column: some PostgresColumn) throws -> Identifier<Entity> {
    try id(at: column.index(in: self))
  }

  func optionalID<Entity>(_ column: some PostgresColumn) throws -> Identifier<Entity>? {
    let index = column.index(in: self)
    return isNull(at: index) ? nil : try id(at: index)
  }

  /// A conversation's last renaming; `nil` where there is none.
  func renaming(
    at time: some PostgresColumn, by user: some PostgresColumn, from name: some PostgresColumn
  ) throws -> Renaming? {
    guard let at = optionalTime(time) else { return nil }
    return Renaming(at: at, by: try id(user), from: text(name))
  }

  /// Throws when the column holds a word that is not one of the type's: the database is damaged.
  func word<Value: RawRepresentable>(_ column: some PostgresColumn, as type: Value.Type = Value.self) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: text(column)) else {
      throw PostgresFailure.damaged("an unknown word stands for a \(type)")
    }
    return value
  }

  /// What the column at this place holds, as a move takes it.
  func movedValue(at index: Int32) -> MovedValue {
    guard !isNull(at: index) else { return .null }
    switch PQftype(result.handle, index) {
    case PostgresParameters.text: return .text(text(at: index))
    case PostgresParameters.bytea: return .bytes(blob(at: index).map { [UInt8]($0) } ?? [])
    case PostgresParameters.float8: return .real(Double(bitPattern: UInt64(bitPattern: integer(at: index))))
    default: return .integer(integer(at: index))
    }
  }

  private func isNull(at index: Int32) -> Bool { PQgetisnull(result.handle, number, index) == 1 }

  private func bytes(at index: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result.handle, number, index), count: Int(PQgetlength(result.handle, number, index)))
  }

  /// Whole numbers of any width, truth values, and the bits of a floating-point number.
  private func integer(at index: Int32) -> Int64 {
    let bytes = bytes(at: index)
    switch bytes.count {
    case 1: return Int64(bytes[0])
    case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    default: return 0
    }
  }

  private func text(at index: Int32) -> String { String(decoding: bytes(at: index), as: UTF8.self) }

  private func blob(at index: Int32) -> UnsafeRawBufferPointer? { isNull(at: index) ? nil : bytes(at: index) }

  private func id<Entity>(at index: Int32) throws -> Identifier<Entity> {
    let bytes = bytes(at: index)
    guard bytes.count == 16 else { throw PostgresFailure.damaged("an id does not have 16 bytes") }
    let high = bytes.loadUnaligned(as: UInt64.self)
    let low = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return Identifier(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}
