/// Finds the phrases of a text that spoke the most for a label.
struct ReasonFinder {
  let text: String
  let features: TextFeatures

  private static let limit = 3
  private static let longestPhrase = 3
  private static let emptyWords = TokenSet(StopWords.ofReasons)

  private struct Phrase {
    let tokens: Range<Int>
    let weight: Double
  }

  /// The strongest phrases by `model`, at most three, none overlapping another.
  func reasons(by model: LinearModel) -> [String] {
    let utf8 = Array(text.utf8)
    var chosen: [Phrase] = []
    for phrase in phrases(by: model).sorted(by: { $0.weight > $1.weight }) {
      let least = (chosen.first?.weight ?? 0) / 4
      guard chosen.count < Self.limit, phrase.weight > 0, phrase.weight >= least else { break }
      if chosen.contains(where: { $0.tokens.overlaps(phrase.tokens) }) { continue }
      chosen.append(phrase)
    }
    var seen: Set<String> = []
    return chosen.compactMap { phrase in
      let spans = features.tokens.spans
      let words = String(
        decoding: utf8[spans[phrase.tokens.lowerBound].lowerBound..<spans[phrase.tokens.upperBound - 1].upperBound],
        as: UTF8.self)
      return seen.insert(words.lowercased()).inserted ? words : nil
    }
  }

  /// All phrases of up to three words that could be shown, with what each brings.
  private func phrases(by model: LinearModel) -> [Phrase] {
    var found: [Phrase] = []
    for sentence in features.sentences {
      for start in sentence.head..<sentence.end {
        for length in 1...Self.longestPhrase where start + length <= sentence.end {
          let range = start..<start + length
          if isTelling(range) { found.append(Phrase(tokens: range, weight: weight(of: range, in: sentence, model))) }
        }
      }
    }
    return found
  }

  /// Words at both ends, and not only words that explain nothing.
  private func isTelling(_ range: Range<Int>) -> Bool {
    let tokens = features.tokens
    return tokens.isWord(range.lowerBound) && tokens.isWord(range.upperBound - 1)
      && range.contains { tokens.isWord($0) && !Self.emptyWords.contains(tokens.hash($0)) }
  }

  /// The weights of the words, pairs and triples inside `range`, spread over its length so that
  /// longer does not win by being longer.
  private func weight(of range: Range<Int>, in sentence: TextSentence, _ model: LinearModel) -> Double {
    let tokens = features.tokens
    func bucket(_ kind: Unicode.Scalar, _ parts: Range<Int>) -> Int {
      var bucket = FeatureBucket(kind)
      for index in parts { bucket.add(tokens.bytes[tokens.ranges[index]]) }
      return bucket.index
    }
    var sum = 0.0
    func add(_ kind: Unicode.Scalar, _ informalKind: Unicode.Scalar, _ parts: Range<Int>, heads: Bool = false) {
      sum += model.weight(of: bucket(kind, parts), in: heads ? .heads : .words)
      guard features.isInformal else { return }
      sum += model.weight(of: bucket(informalKind, parts), in: heads ? .informalHeads : .informalWords)
    }
    for index in range {
      add("w", "x", index..<index + 1)
      if index + 1 < range.upperBound { add("b", "y", index..<index + 2) }
      if index + 2 < range.upperBound { add("t", "z", index..<index + 3) }
    }
    if range.lowerBound == sentence.head { add("h", "H", range.lowerBound..<range.lowerBound + 1, heads: true) }
    return sum / Double(range.count).squareRoot()
  }
}
