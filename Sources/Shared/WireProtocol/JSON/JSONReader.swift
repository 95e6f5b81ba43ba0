import Domain

/// A strict pull parser for JSON (RFC 8259) over bytes that it does not own.
///
/// The caller walks the document in order: `enterObject` and then `nextKey` until `nil`,
/// `enterArray` and then `nextElement` until `false`, one value read or `skipValue` after each key
/// or element, `finish` at the end. Everything is checked on the way, skipped values too: grammar,
/// UTF-8, surrogates, depth. Every failure is a `Refusal` with `malformed`.
///
/// Reading a scalar gives `nil` for `null`, as the protocol treats `null` like an absent key. Of a
/// key that stands twice the last value counts, as in JavaScript.
package struct JSONReader {
  /// Arrays and objects inside one another beyond this are refused.
  package static let maximumDepth = 32

  let bytes: UnsafeBufferPointer<UInt8>
  /// What is read is what somebody asks for, and no row.
  private let isRequest: Bool
  var position = 0
  var depth = 0
  private var isAtFirst = false

  /// `bytes` must stay valid for as long as the reader is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, isRequest: Bool = false) {
    self.bytes = bytes
    self.isRequest = isRequest
  }

  // MARK: Containers

  /// Enters an object; `false` for `null`.
  package mutating func enterObject() throws(Refusal) -> Bool {
    try enter(UInt8(ascii: "{"), "an object")
  }

  /// Enters an array; `false` for `null`.
  package mutating func enterArray() throws(Refusal) -> Bool {
    try enter(UInt8(ascii: "["), "an array")
  }

  /// The next key of the object just entered, with the reader at its value; `nil` once the object
  /// has been left.
  package mutating func nextKey() throws(Refusal) -> String? {
    guard try nextKeyStart() else { return nil }
    let key = text(try scanString())
    try consumeColon()
    return key
  }

  /// Like `nextKey`, for keys that are feeds.
  mutating func nextFeedKey() throws(Refusal) -> FeedID? {
    guard try nextKeyStart() else { return nil }
    guard let feed = feed(of: try scanString()) else { throw wrongType("a feed") }
    try consumeColon()
    return feed
  }

  /// Whether another element of the array just entered follows, with the reader at it; the array
  /// has been left otherwise.
  package mutating func nextElement() throws(Refusal) -> Bool {
    try advance(closing: UInt8(ascii: "]"))
  }

  /// Checks that nothing but white space follows.
  package mutating func finish() throws(Refusal) {
    skipWhiteSpace()
    guard position == bytes.count, depth == 0 else { throw broken() }
  }

  // MARK: Scalars

  package mutating func string() throws(Refusal) -> String? {
    if try null() { return nil }
    return text(try scanString())
  }

  package mutating func boolean() throws(Refusal) -> Bool? {
    if try null() { return nil }
    switch bytes[position] {
    case UInt8(ascii: "t"):
      try consume("true")
      return true
    case UInt8(ascii: "f"):
      try consume("false")
      return false
    default:
      throw wrongType("true or false")
    }
  }

  /// A whole number in 64 bits without fraction or exponent.
  package mutating func integer() throws(Refusal) -> Int64? {
    if try null() { return nil }
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value: Int64 = 0
    while position < bytes.count, case let digit = bytes[position] &- 48, digit < 10 {
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative ? shifted.subtractingReportingOverflow(Int64(digit)) : shifted.addingReportingOverflow(Int64(digit))
      guard !overflow, !carry else { throw wrongType("a number of 64 bits") }
      value = sum
      position += 1
    }
    guard position > start else { throw wrongType("a whole number") }
    guard bytes[start] != 48 || position == start + 1 else { throw broken() }
    if position < bytes.count {
      let next = bytes[position]
      guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { throw wrongType("a whole number") }
    }
    return value
  }

  /// An id in canonical text, upper or lower case.
  package mutating func identifier<Entity>() throws(Refusal) -> Identifier<Entity>? {
    if try null() { return nil }
    let span = try scanString()
    guard !span.isEscaped, let identifier = Identifier<Entity>.parse(slice(span)) else { throw wrongType("an id") }
    return identifier
  }

  /// A moment. Throws `invalid` for one that no calendar has in a request. In a row it is the
  /// nearest that one has: earlier versions took any, and one bad row must not close a client.
  package mutating func timestamp(_ key: StaticString) throws(Refusal) -> Timestamp? {
    guard let milliseconds = try integer() else { return nil }
    let time = Timestamp(milliseconds: milliseconds)
    return try isRequest ? time.validated("\(key)") : time.withinCalendar
  }

  package mutating func feed() throws(Refusal) -> FeedID? {
    if try null() { return nil }
    guard let feed = feed(of: try scanString()) else { throw wrongType("a feed") }
    return feed
  }

  /// Consumes `null` if the next value is that. Afterwards `position` is inside `bytes` when the
  /// answer is `false`.
  mutating func null() throws(Refusal) -> Bool {
    skipWhiteSpace()
    guard position < bytes.count else { throw broken() }
    guard bytes[position] == UInt8(ascii: "n") else { return false }
    try consume("null")
    return true
  }

  // MARK: Failures

  func broken() -> Refusal {
    Refusal(.malformed, "Not valid JSON at byte \(position).")
  }

  func wrongType(_ expected: StaticString) -> Refusal {
    Refusal(.malformed, "Expected \(expected) at byte \(position).")
  }
}

extension JSONReader {
  private mutating func enter(_ opening: UInt8, _ name: StaticString) throws(Refusal) -> Bool {
    if try null() { return false }
    guard bytes[position] == opening else { throw wrongType(name) }
    guard depth < Self.maximumDepth else { throw Refusal(.malformed, "Nested too deeply at byte \(position).") }
    position += 1
    depth += 1
    isAtFirst = true
    return true
  }

  /// Moves to the next member or element, or leaves the container.
  private mutating func advance(closing: UInt8) throws(Refusal) -> Bool {
    skipWhiteSpace()
    guard position < bytes.count else { throw broken() }
    let byte = bytes[position]
    if byte == closing {
      position += 1
      depth -= 1
      isAtFirst = false
      return false
    }
    if isAtFirst {
      isAtFirst = false
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw broken() }
    position += 1
    // A closing bracket right after the comma is no value, so the next read refuses it.
    return true
  }

  private mutating func nextKeyStart() throws(Refusal) -> Bool {
    guard try advance(closing: UInt8(ascii: "}")) else { return false }
    skipWhiteSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw broken() }
    return true
  }

  private mutating func consumeColon() throws(Refusal) {
    skipWhiteSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw broken() }
    position += 1
  }

  mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  mutating func consume(_ literal: StaticString) throws(Refusal) {
    guard bytes.count - position >= literal.utf8CodeUnitCount else { throw broken() }
    for index in 0..<literal.utf8CodeUnitCount {
      guard bytes[position + index] == literal.utf8Start[index] else { throw broken() }
    }
    position += literal.utf8CodeUnitCount
  }
}
