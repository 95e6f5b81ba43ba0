import Domain

extension JSONReader {
  /// Reads over one value of any type, checking it in full.
  package mutating func skipValue() throws(Refusal) {
    if try null() { return }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      _ = try scanString()
    case UInt8(ascii: "{"):
      if try enterObject() {
        while try nextKey() != nil { try skipValue() }
      }
    case UInt8(ascii: "["):
      if try enterArray() {
        while try nextElement() { try skipValue() }
      }
    case UInt8(ascii: "t"):
      try consume("true")
    case UInt8(ascii: "f"):
      try consume("false")
    default:
      try skipNumber()
    }
  }

  /// A number of any notation.
  package mutating func number() throws(Refusal) -> Double? {
    if try null() { return nil }
    let first = bytes[position]
    guard first == UInt8(ascii: "-") || first &- 48 < 10 else { throw wrongType("a number") }
    let start = position
    try skipNumber()
    let digits = UnsafeBufferPointer(rebasing: bytes[start..<position])
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      throw wrongType("a number of 64 bits")
    }
    return number
  }

  /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
  private mutating func skipNumber() throws(Refusal) {
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let start = position
    try skipDigits()
    guard bytes[start] != UInt8(ascii: "0") || position == start + 1 else { throw broken() }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else { return }
    position += 1
    if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
      position += 1
    }
    try skipDigits()
  }

  private mutating func skipDigits() throws(Refusal) {
    let start = position
    while position < bytes.count, bytes[position] &- 48 < 10 { position += 1 }
    guard position > start else { throw broken() }
  }
}
