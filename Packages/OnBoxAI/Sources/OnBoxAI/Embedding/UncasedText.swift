import Foundation

/// Text as BERT's uncased models see it, sign by sign.
enum UncasedText {
  enum Sign: Hashable {
    case space
    /// Belongs to the word before it.
    case letter(Unicode.Scalar)
    /// A word of its own: punctuation, a Chinese character.
    case alone(Unicode.Scalar)
  }

  /// Gives `take` one sign after the other, until it answers `false`.
  static func read(_ text: String, _ take: (Sign) -> Bool) {
    for byte in text.utf8 where byte >= 0x80 {
      return readAny(text.decomposedStringWithCanonicalMapping, take)
    }
    for byte in text.utf8 {
      if let sign = sign(ascii: byte), !take(sign) { return }
    }
  }

  private static func readAny(_ decomposed: String, _ take: (Sign) -> Bool) {
    for scalar in decomposed.unicodeScalars {
      if scalar.isASCII {
        if let sign = sign(ascii: UInt8(scalar.value)), !take(sign) { return }
      } else if !readForeign(scalar, take) {
        return
      }
    }
  }

  private static func readForeign(_ scalar: Unicode.Scalar, _ take: (Sign) -> Bool) -> Bool {
    if scalar.properties.isWhitespace { return take(.space) }
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .nonspacingMark:
      return true
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return take(.alone(scalar))
    default: break
    }
    if scalar == "\u{FFFD}" { return true }
    if isChinese(scalar.value) { return take(.alone(scalar)) }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars where !take(.letter(lower)) { return false }
    return true
  }

  /// `nil` for what is dropped.
  private static func sign(ascii byte: UInt8) -> Sign? {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: .space
    case 0..<0x20, 0x7F: nil
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): .letter(Unicode.Scalar(byte))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter(Unicode.Scalar(byte + 32))
    default: .alone(Unicode.Scalar(byte))
    }
  }

  private static func isChinese(_ value: UInt32) -> Bool {
    switch value {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F, 0x2B920...0x2CEAF,
      0xF900...0xFAFF, 0x2F800...0x2FA1F:
      true
    default: false
    }
  }
}
