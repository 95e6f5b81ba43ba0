/// Reads JSON from bytes that nobody vouches for: bounded depth, no recursion past it, no partial
/// values.
package struct JSONParser {
  /// Where and why bytes are no JSON. Holds nothing of the text.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let offset: Int
    package let reason: String

    package var description: String { "\(reason) at byte \(offset)" }
  }

  /// How deeply arrays and objects may be nested.
  package static let maximumDepth = 64

  private let bytes: ArraySlice<UInt8>
  private let isLenient: Bool
  private var position: Int

  private init(_ bytes: ArraySlice<UInt8>, isLenient: Bool) {
    self.bytes = bytes
    self.isLenient = isLenient
    position = bytes.startIndex
  }

  /// The one value that `text` consists of.
  package static func parse(_ text: String) throws(Failure) -> JSONValue {
    try parse(Array(text.utf8)[...])
  }

  /// The one value that `bytes` consist of, white space around it aside.
  package static func parse(_ bytes: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes, isLenient: false)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.endIndex else { throw parser.failure("unexpected text after the value") }
    return value
  }

  /// The value at the start of `bytes`, whatever follows. Forgives what models get wrong: a comma
  /// before a closing bracket and raw line breaks in strings.
  package static func parsePrefix(_ bytes: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes, isLenient: true)
    return try parser.value(depth: 0)
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.maximumDepth else { throw failure("nested too deeply") }
    skipSpace()
    guard let byte = current else { throw failure("the text ends early") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var members = JSONObject()
    if closes(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw failure("a member's name is missing") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
      members[name] = try value(depth: depth + 1)
      if try endsList(UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if closes(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(depth: depth + 1))
      if try endsList(UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  /// After an element: whether the list is over. Reads the comma otherwise.
  private mutating func endsList(_ end: UInt8) throws(Failure) -> Bool {
    if closes(end) { return true }
    guard take(UInt8(ascii: ",")) else { throw failure("a comma is missing") }
    return isLenient && closes(end)
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let isSame = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard isSame else { throw failure("not a value") }
    position += text.utf8CodeUnitCount
    return value
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = position
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    let firstDigit = position
    guard skipDigits() else { throw failure("not a value") }
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 { throw failure("a number starts with 0") }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard skipDigits() else { throw failure("digits are missing") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() else { throw failure("digits are missing") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw failure("a number is too large") }
    return .number(number)
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position > start
  }

  // MARK: Strings

  private mutating func string() throws(Failure) -> String {
    position += 1
    var result: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else { throw failure("not UTF-8") }
        return text
      case UInt8(ascii: "\\"): try escape(into: &result)
      case 0..<0x20 where !isLenient: throw failure("a control character in a string")
      default: result.append(byte)
      }
    }
    throw failure("a string is not closed")
  }

  private mutating func escape(into result: inout [UInt8]) throws(Failure) {
    guard let byte = current else { throw failure("a string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "b"): result.append(8)
    case UInt8(ascii: "f"): result.append(12)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "u"): result.append(contentsOf: Array(String(Character(try escapedScalar())).utf8))
    default: throw failure("an unknown escape")
    }
  }

  /// The scalar of `uXXXX`, or of two that are a surrogate pair. A lone surrogate becomes U+FFFD.
  private mutating func escapedScalar() throws(Failure) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    let first = try hexadecimal()
    guard (0xD800..<0xE000).contains(first) else { return Unicode.Scalar(first) ?? replacement }
    let afterFirst = position
    if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second) {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? replacement
      }
    }
    position = afterFirst
    return replacement
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard bytes.endIndex - position >= 4 else { throw failure("a string is not closed") }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("four hexadecimal digits are missing") }
    position += 4
    return value
  }

  // MARK: Bytes

  private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 32 || byte == 10 || byte == 13 || byte == 9 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func closes(_ end: UInt8) -> Bool {
    skipSpace()
    return take(end)
  }

  private func failure(_ reason: String) -> Failure {
    Failure(offset: position - bytes.startIndex, reason: reason)
  }
}
