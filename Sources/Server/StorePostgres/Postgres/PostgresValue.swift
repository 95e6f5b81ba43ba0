import Domain

/// A value to bind to a statement.
enum PostgresValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case words(UInt64, UInt64)
  case bytes([UInt8])
  /// Of bytes each.
  case array([[UInt8]])

  static func id<Entity>(_ identifier: Identifier<Entity>) -> PostgresValue {
    .words(identifier.high, identifier.low)
  }

  static func id<Entity>(_ identifier: Identifier<Entity>?) -> PostgresValue {
    identifier.map { .words($0.high, $0.low) } ?? .null
  }

  /// Ids of 16 bytes each, one after the other.
  static func ids<Entity>(_ identifiers: [Identifier<Entity>]) -> PostgresValue {
    .bytes(identifiers.flatMap(\.bytes))
  }

  /// Stands between the words of a list.
  static let separator: Character = "\u{1F}"

  static func list(_ words: [String]) -> PostgresValue {
    .text(words.joined(separator: String(separator)))
  }

  /// Ids as an array of PostgreSQL, for `= ANY(?)`.
  static func array<Entity>(_ identifiers: some Sequence<Identifier<Entity>>) -> PostgresValue {
    .array(identifiers.map(\.bytes).map(Array.init))
  }

  static func time(_ timestamp: Timestamp) -> PostgresValue { .integer(timestamp.milliseconds) }

  static func time(_ timestamp: Timestamp?) -> PostgresValue {
    timestamp.map { .integer($0.milliseconds) } ?? .null
  }

  static func flag(_ value: Bool) -> PostgresValue { .integer(value ? 1 : 0) }

  static func optional(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }

  static func optional(_ number: Int64?) -> PostgresValue { number.map { .integer($0) } ?? .null }
}
