/// Reads phrases off a run of tokens.
struct PhraseReader {
  let tokens: [Token]
  let bytes: [UInt8]

  /// The index after `words` when they stand at `index`, before `end`.
  func match(_ words: [String], at index: Int, before end: Int) -> Int? {
    guard index + words.count <= end else { return nil }
    for (offset, word) in words.enumerated() where tokens[index + offset].text != word { return nil }
    return index + words.count
  }

  /// The index after the first of `phrases` that stands at `index`.
  func match(anyOf phrases: [[String]], at index: Int, before end: Int) -> Int? {
    for phrase in phrases {
      if let next = match(phrase, at: index, before: end) { return next }
    }
    return nil
  }

  /// The text of the tokens as it stands in the message.
  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return String(decoding: bytes[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
  }

  func text(_ index: Int) -> String { text(index..<index + 1) }

  /// The tokens that cover the bytes.
  func place(of bytes: Range<Int>) -> Range<Int>? {
    guard let first = tokens.firstIndex(where: { $0.range.lowerBound >= bytes.lowerBound }),
      let last = tokens.lastIndex(where: { $0.range.upperBound <= bytes.upperBound }), first <= last
    else { return nil }
    return first..<last + 1
  }

  func isSpaced(_ index: Int) -> Bool { tokens[index].isSpaced }
}
