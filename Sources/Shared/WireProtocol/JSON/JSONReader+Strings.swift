import Domain

extension JSONReader {
  /// Where the inside of a string stands, checked in full.
  struct StringSpan {
    let start: Int
    let end: Int
    /// Whether it holds a backslash, so that the bytes are not the text.
    let isEscaped: Bool
  }

  /// Reads over a string, from its opening to behind its closing quote.
  mutating func scanString() throws(Refusal) -> StringSpan {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw wrongType("a string") }
    position += 1
    let start = position
    var isEscaped = false
    while true {
      skipPlainWords()
      guard position < bytes.count else { throw broken() }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return StringSpan(start: start, end: position - 1, isEscaped: isEscaped)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try scanEscape()
      } else if byte >= 0x80 {
        try scanMultibyte()
      } else if byte >= 0x20 {
        position += 1
      } else {
        throw broken()
      }
    }
  }

  func slice(_ span: StringSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[span.start..<span.end])
  }

  func text(_ span: StringSpan) -> String {
    span.isEscaped ? unescaped(slice(span)) : String(decoding: slice(span), as: UTF8.self)
  }

  func feed(of span: StringSpan) -> FeedID? {
    guard !span.isEscaped else { return FeedID(text(span)) }
    let name = slice(span)
    if name.count == 2, name[0] == UInt8(ascii: "m"), name[1] == UInt8(ascii: "e") { return .me }
    return ConversationID.parse(name).map(FeedID.conversation)
  }

  /// Skips printable ASCII eight bytes at a time and stops at the first byte that needs a look, or
  /// near the end.
  private mutating func skipPlainWords() {
    guard let base = bytes.baseAddress else { return }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while bytes.count - position >= 8 {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // The lowest set bit is exact: borrows only travel upwards.
      let special =
        (word | (word &- ones &* 0x20) | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & highs
      guard special == 0 else {
        position += special.trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
  }

  private mutating func scanEscape() throws(Refusal) {
    guard position + 1 < bytes.count else { throw broken() }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      guard let unit = Self.codeUnit(bytes, at: position) else { throw broken() }
      switch unit {
      case 0xD800...0xDBFF:
        guard let low = Self.codeUnit(bytes, at: position + 6), 0xDC00...0xDFFF ~= low else { throw broken() }
        position += 12
      case 0xDC00...0xDFFF:
        throw broken()
      default:
        position += 6
      }
    default:
      throw broken()
    }
  }

  /// The code unit of the six bytes `\uXXXX` at `index`; `nil` when they are something else.
  private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    guard bytes.count - index >= 6, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for digit in bytes[(index + 2)..<(index + 6)] {
      switch digit {
      case 48...57: value = value << 4 | UInt32(digit &- 48)
      case 97...102: value = value << 4 | UInt32(digit &- 87)
      case 65...70: value = value << 4 | UInt32(digit &- 55)
      default: return nil
      }
    }
    return value
  }

  /// Checks the scalars beyond ASCII that start here: shortest form, no surrogates, at most
  /// U+10FFFF.
  private mutating func scanMultibyte() throws(Refusal) {
    while position < bytes.count, bytes[position] >= 0x80 {
      let length: Int
      let second: ClosedRange<UInt8>
      switch bytes[position] {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: throw invalidText()
      }
      guard bytes.count - position >= length, second ~= bytes[position + 1] else { throw invalidText() }
      if length > 2 {
        guard bytes[position + 2] & 0xC0 == 0x80 else { throw invalidText() }
        if length > 3 {
          guard bytes[position + 3] & 0xC0 == 0x80 else { throw invalidText() }
        }
      }
      position += length
    }
  }

  private func invalidText() -> Refusal {
    Refusal(.malformed, "Not valid UTF-8 at byte \(position).")
  }

  /// The text of a checked string with escapes. It is never longer than its source.
  private func unescaped(_ source: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: source.count) { target in
      var count = 0
      var index = 0
      while index < source.count {
        guard source[index] == UInt8(ascii: "\\") else {
          target[count] = source[index]
          count += 1
          index += 1
          continue
        }
        if source[index + 1] == UInt8(ascii: "u") {
          let (scalar, length) = Self.scalar(source, at: index)
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            target[count] = byte
            count += 1
          }
          index += length
        } else {
          target[count] = Self.plainEscape(source[index + 1])
          count += 1
          index += 2
        }
      }
      return count
    }
  }

  /// The scalar of one `\u` escape, or of two that are a surrogate pair, and its length in the
  /// source.
  private static func scalar(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
    let unit = codeUnit(source, at: index) ?? 0xFFFD
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    let low = codeUnit(source, at: index + 6) ?? 0xDC00
    let value = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
    return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
  }

  private static func plainEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}
