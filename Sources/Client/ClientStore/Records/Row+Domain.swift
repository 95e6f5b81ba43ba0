import Domain
import Foundation
import GRDB

extension Identifier {
  /// The 16 bytes as they are stored.
  var blob: Data { Data(bytes) }
}

extension FeedID {
  /// The private feed is stored under 16 zero bytes, which no version 7 UUID can be.
  var blob: Data {
    switch self {
    case .me: Data(count: 16)
    case .conversation(let id): id.blob
    }
  }
}

extension Row {
  func identifier<Entity>(_ index: Int) throws -> Identifier<Entity> {
    guard let id: Identifier<Entity> = try optionalIdentifier(index) else { throw ClientStoreError.corrupted("id") }
    return id
  }

  func optionalIdentifier<Entity>(_ index: Int) throws -> Identifier<Entity>? {
    try withUnsafeData(atIndex: index) { data in
      guard let data else { return nil }
      guard let id = data.withUnsafeBytes({ Identifier<Entity>(bytes: $0) }) else {
        throw ClientStoreError.corrupted("id")
      }
      return id
    }
  }

  func feed(_ index: Int) throws -> FeedID {
    let id: ConversationID = try identifier(index)
    return id.high == 0 && id.low == 0 ? .me : .conversation(id)
  }

  func timestamp(_ index: Int) -> Timestamp { Timestamp(milliseconds: self[index]).withinCalendar }

  func optionalTimestamp(_ index: Int) -> Timestamp? {
    (self[index] as Int64?).map { Timestamp(milliseconds: $0).withinCalendar }
  }

  func value<Value: RawRepresentable>(_ index: Int, _ name: String) throws -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: self[index]) else { throw ClientStoreError.corrupted(name) }
    return value
  }
}

extension Database {
  /// Runs a statement that is prepared once per connection.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Decodes row by row without keeping copies of them.
  func map<Value>(
    _ sql: String, _ arguments: StatementArguments = StatementArguments(), _ decode: (Row) throws -> Value
  ) throws -> [Value] {
    let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try cursor.next() { values.append(try decode(row)) }
    return values
  }
}
