import Foundation

/// Reads what is hidden or encoded in a text, as a model may.
enum HostileDecoder {
  /// What the text says besides what it shows.
  static func decoded(_ text: String) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.count >= 12 }
    let shifted = String(text.map(rotated))
    return words.compactMap(base64) + words.compactMap(hex)
      + [shifted, String(text.reversed()), hidden(text)]
      .filter { !$0.isEmpty && $0 != text }
  }

  private static func base64(_ word: String) -> String? {
    Data(base64Encoded: word).flatMap { String(data: $0, encoding: .utf8) }
  }

  private static func hex(_ word: String) -> String? {
    let digits = word.compactMap(\.hexDigitValue)
    guard digits.count == word.count, word.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    return String(bytes: bytes, encoding: .utf8)
  }

  private static func rotated(_ character: Character) -> Character {
    guard let value = character.asciiValue, character.isLetter else { return character }
    let base: UInt8 = value >= 97 ? 97 : 65
    return Character(Unicode.Scalar((value - base + 13) % 26 + base))
  }

  /// Tag characters and variation selectors as the letters that they stand for.
  private static func hidden(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xE0020...0xE007E: view.append(Unicode.Scalar(UInt8(scalar.value - 0xE0000)))
      case 0xE0120...0xE017E: view.append(Unicode.Scalar(UInt8(scalar.value - 0xE0100)))
      default: break
      }
    }
    return String(view)
  }
}
