/// Cuts the tokens of a message into sentences: at ".", "!", "?", and where a line ends.
enum Sentences {
  /// Words whose full stop ends no sentence, short names of months among them.
  static let abbreviations = Set(CalendarWords.months.flatMap { $0.dropFirst() })
    .union(English.words("calendar.abbreviations"))

  /// The sentences of `text` as they stand in it, white space made single; those of signs alone are
  /// left out. One of more than `longest` characters is cut.
  static func of(_ text: String, longest: Int) -> [String] {
    let bytes = Array(text.utf8)
    let tokens = Tokenizer().tokens(of: bytes)
    return ranges(of: tokens, bytes: bytes).flatMap { range in
      let place = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
      let sentence = String(decoding: bytes[place], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      return pieces(of: sentence, longest: longest).filter { $0.contains { $0.isLetter || $0.isNumber } }
    }
  }

  private static func pieces(of sentence: String, longest: Int) -> [String] {
    var pieces: [String] = []
    var rest = sentence[...]
    while !rest.isEmpty {
      pieces.append(rest.prefix(longest).split(separator: " ").joined(separator: " "))
      rest = rest.dropFirst(longest)
    }
    return pieces
  }

  /// Ranges of tokens, the closing sign included. Abbreviations ("e.g.", "Dr.") end none.
  static func ranges(of tokens: [Token], bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for index in tokens.indices {
      let endsHere = ends(index, tokens: tokens) || breaksLine(after: index, tokens: tokens, bytes: bytes)
      guard endsHere else { continue }
      ranges.append(start..<index + 1)
      start = index + 1
    }
    if start < tokens.count { ranges.append(start..<tokens.count) }
    return ranges
  }

  /// The same, with sentences of more than `longest` tokens in parts of as many.
  static func ranges(of tokens: [Token], bytes: [UInt8], longest: Int) -> [Range<Int>] {
    ranges(of: tokens, bytes: bytes).flatMap { sentence in
      stride(from: sentence.lowerBound, to: sentence.upperBound, by: longest).map { start in
        start..<min(start + longest, sentence.upperBound)
      }
    }
  }

  private static func ends(_ index: Int, tokens: [Token]) -> Bool {
    let token = tokens[index]
    guard token.kind == .sign else { return false }
    let isLast = index + 1 >= tokens.count
    let next = isLast ? nil : tokens[index + 1]
    switch token.text {
    case "!", "?":
      return next.map { !($0.isSign("!") || $0.isSign("?") || $0.isSign(")") || $0.isSign("\"")) } ?? true
    case ".":
      guard let next else { return true }
      if !next.isSpaced || next.isSign(".") { return false }
      let before = index > 0 ? tokens[index - 1] : nil
      if let before, before.kind == .word, before.length == 1 && before.text != "i" { return false }
      return before.map { !abbreviations.contains($0.text) } ?? true
    default: return false
    }
  }

  private static func breaksLine(after index: Int, tokens: [Token], bytes: [UInt8]) -> Bool {
    guard index + 1 < tokens.count else { return false }
    return bytes[tokens[index].range.upperBound..<tokens[index + 1].range.lowerBound].contains(10)
  }
}
