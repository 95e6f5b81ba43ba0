/// A text as the classifiers read it: lower-cased tokens, each digit a "0", typographic quotes made
/// plain.
///
/// The trained weights know texts by these tokens, byte for byte: cut in another way, they mean
/// nothing. So this is not `Tokenizer`, and stays as it is until the models are trained again, by
/// `Training/features.py`, which cuts alike.
package struct TextTokens {
  /// What follows so many tokens is not read.
  static let limit = 400
  /// Longer words are cut.
  static let longestToken = 24
  package static let lineBreak: UInt8 = 10

  /// The normalised bytes of all tokens, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Where each token lies in `bytes`.
  package private(set) var ranges: [Range<Int>] = []
  /// Where each token stood in the text's UTF-8.
  private(set) var spans: [Range<Int>] = []

  package init(_ text: String) {
    let raw = Array(text.utf8)
    bytes.reserveCapacity(raw.count)
    var scanner = Scanner(raw: raw)
    while ranges.count < Self.limit, let span = scanner.next(into: &bytes) {
      let start = ranges.last?.upperBound ?? 0
      if bytes.count - start > Self.longestToken { bytes.removeLast(bytes.count - start - Self.longestToken) }
      ranges.append(start..<bytes.count)
      spans.append(span)
    }
  }

  package var count: Int { ranges.count }

  package func hash(_ index: Int) -> UInt64 { TokenSet.hash(bytes[ranges[index]]) }

  /// Whether the token is a word or a number, not a mark.
  package func isWord(_ index: Int) -> Bool {
    let first = bytes[ranges[index].lowerBound]
    return (97...122).contains(first) || first == 48 || first >= 0x80
  }

  package func isNumber(_ index: Int) -> Bool { bytes[ranges[index].lowerBound] == 48 }

  func isLineBreak(_ index: Int) -> Bool { bytes[ranges[index].lowerBound] == Self.lineBreak }

  /// Whether the token ends a sentence: ".", "!" or "?", also several.
  func isStop(_ index: Int) -> Bool { [46, 33, 63].contains(bytes[ranges[index].lowerBound]) }
}

/// Cuts UTF-8 into tokens.
private struct Scanner {
  let raw: [UInt8]
  private var at = 0

  init(raw: [UInt8]) {
    self.raw = raw
  }

  /// Appends the next token to `bytes` and says where it stood; `nil` at the end.
  mutating func next(into bytes: inout [UInt8]) -> Range<Int>? {
    while at < raw.count {
      let start = at
      if letter(at) != nil {
        takeWord(into: &bytes)
        return start..<at
      }
      if let quote = quote(at) {
        at += quote.width
      } else if let width = typography(at) {
        at += width
      } else if raw[at] == TextTokens.lineBreak {
        at += 1
        bytes.append(TextTokens.lineBreak)
        return start..<at
      } else if raw[at] <= 32 || raw[at] == 127 {
        at += 1
      } else {
        let mark = raw[at]
        while at < raw.count, raw[at] == mark { at += 1 }
        bytes.append(mark)
        if at - start > 1 { bytes.append(mark) }
        return start..<at
      }
    }
    return nil
  }

  private mutating func takeWord(into bytes: inout [UInt8]) {
    while true {
      if let letter = letter(at) {
        bytes.append(letter)
        at += 1
      } else if let quote = quote(at), quote.plain == 39, letter(at + quote.width) != nil {
        bytes.append(39)
        at += quote.width
      } else {
        return
      }
    }
  }

  private func byte(_ position: Int) -> UInt8 { position < raw.count ? raw[position] : 0 }

  /// The normalised letter or digit at `position`.
  private func letter(_ position: Int) -> UInt8? {
    guard position < raw.count else { return nil }
    switch raw[position] {
    case 65...90: return raw[position] + 32
    case 97...122: return raw[position]
    case 48...57: return 48
    case 0x80...: return quote(position) == nil && typography(position) == nil ? raw[position] : nil
    default: return nil
    }
  }

  private func quote(_ position: Int) -> (plain: UInt8, width: Int)? {
    switch byte(position) {
    case 39: (39, 1)
    case 34: (34, 1)
    case 0xE2 where byte(position + 1) == 0x80:
      switch byte(position + 2) {
      case 0x98, 0x99: (39, 3)
      case 0x9C, 0x9D: (34, 3)
      default: nil
      }
    case 0xCA: byte(position + 1) == 0xBC ? (39, 2) : nil
    default: nil
    }
  }

  /// How many bytes the dash, dot or space at `position` takes: the block General Punctuation, or a
  /// no-break space.
  private func typography(_ position: Int) -> Int? {
    switch byte(position) {
    case 0xE2: byte(position + 1) == 0x80 && position + 2 < raw.count ? 3 : nil
    case 0xC2: byte(position + 1) == 0xA0 ? 2 : nil
    default: nil
    }
  }
}
