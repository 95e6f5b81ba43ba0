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

  func bytes(of range: Range<Int>) -> Range<Int> {
    guard let first = range.first, let last = range.last else { return 0..<0 }
    return tokens[first].range.lowerBound..<tokens[last].range.upperBound
  }

  func text(_ index: Int) -> String { text(index..<index + 1) }

  /// The tokens that cover the bytes.
  func place(of bytes: Range<Int>) -> Range<Int>? {
    let first = firstToken(from: bytes.lowerBound)
    var last = firstToken(from: bytes.upperBound) - 1
    if tokens.indices.contains(last), tokens[last].range.upperBound > bytes.upperBound { last -= 1 }
    guard first <= last else { return nil }
    return first..<last + 1
  }

  /// The index of the first token that starts at or after a byte.
  private func firstToken(from byte: Int) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound < byte { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
