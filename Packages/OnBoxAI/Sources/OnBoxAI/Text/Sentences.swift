/// Cuts the tokens of a message into sentences: at ".", "!", "?", and where a line ends.
enum Sentences {
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
      return !["dr", "mr", "mrs", "ms", "vs", "etc", "approx", "e.g", "i.e", "st", "jan", "feb", "mar", "sept"]
        .contains(
          before?.text ?? "")
    default: return false
    }
  }

  private static func breaksLine(after index: Int, tokens: [Token], bytes: [UInt8]) -> Bool {
    guard index + 1 < tokens.count else { return false }
    return bytes[tokens[index].range.upperBound..<tokens[index + 1].range.lowerBound].contains(10)
  }
}
