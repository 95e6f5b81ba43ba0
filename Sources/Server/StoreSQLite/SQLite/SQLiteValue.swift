import Domain

/// A value to bind to a statement.
enum SQLiteValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case words(UInt64, UInt64)
  case bytes([UInt8])

  static func id<Entity>(_ identifier: Identifier<Entity>) -> SQLiteValue {
    .words(identifier.high, identifier.low)
  }

  static func id<Entity>(_ identifier: Identifier<Entity>?) -> SQLiteValue {
    identifier.map { .words($0.high, $0.low) } ?? .null
  }

  /// Ids of 16 bytes each, one after the other.
  static func ids<Entity>(_ identifiers: [Identifier<Entity>]) -> SQLiteValue {
    .bytes(identifiers.flatMap(\.bytes))
  }

  /// Stands between the words of a list.
  static let separator: Character = "\u{1F}"

  static func list(_ words: [String]) -> SQLiteValue {
    .text(words.joined(separator: String(separator)))
  }

  static func time(_ timestamp: Timestamp) -> SQLiteValue { .integer(timestamp.milliseconds) }

  static func time(_ timestamp: Timestamp?) -> SQLiteValue {
    timestamp.map { .integer($0.milliseconds) } ?? .null
  }

  static func flag(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }

  static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }

  static func optional(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
}
