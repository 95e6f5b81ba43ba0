/// What the classifiers read off a text: the distinct buckets of each group of features.
///
/// `Packages/OnBoxAI/Training/features.py` does the same, byte for byte: change both or none.
package struct TextFeatures {
  /// A kind of features that share a scale.
  enum Group: String, CaseIterable, Codable, CodingKeyRepresentable {
    case words, characters, heads, cues, title
    /// The same once more, of informal texts only: there, the same words may mean something else.
    case informalWords, informalHeads, informalCues
    /// For urgency: `TextTroubles`.
    case troubles

    /// Whether each feature counts alone, however many there are.
    var isAbsolute: Bool { [.cues, .informalCues, .troubles].contains(self) }
  }

  let tokens: TextTokens
  let sentences: [TextSentence]
  /// Chat and transcripts rather than letters: the first ASCII letter is a small one.
  let isInformal: Bool
  private(set) var buckets: [Group: [Int]] = [:]

  private static let start: [UInt8] = [60]

  static func isInformal(_ text: String) -> Bool {
    text.utf8.first { (65...90).contains($0) || (97...122).contains($0) }.map { $0 >= 97 } ?? false
  }

  init(_ text: String) {
    tokens = TextTokens(text)
    sentences = TextSentence.all(in: tokens)
    isInformal = Self.isInformal(text)
    let cues = TextCues(tokens, sentences: sentences).names
    buckets[.words] = wordBuckets(kinds: ("w", "b", "t"))
    buckets[.title] = titleBuckets()
    buckets[.characters] = characterBuckets()
    buckets[.heads] = headBuckets(kinds: ("h", "i", "j", "k"))
    buckets[.cues] = Self.cueBuckets(cues, kind: "q")
    buckets[.troubles] = Self.cueBuckets(TextTroubles(tokens).names, kind: "r")
    if isInformal {
      buckets[.informalWords] = wordBuckets(kinds: ("x", "y", "z"))
      buckets[.informalHeads] = headBuckets(kinds: ("H", "I", "J", "K"))
      buckets[.informalCues] = Self.cueBuckets(cues + ["informal"], kind: "Q")
    }
  }

  private static func cueBuckets(_ names: [String], kind: Unicode.Scalar) -> [Int] {
    distinct(names.map { bucket(kind, Array($0.utf8)[...]) })
  }

  package static func bucket(_ kind: Unicode.Scalar, _ parts: ArraySlice<UInt8>...) -> Int {
    var bucket = FeatureBucket(kind)
    for part in parts { bucket.add(part) }
    return bucket.index
  }

  private func token(_ index: Int) -> ArraySlice<UInt8> { tokens.bytes[tokens.ranges[index]] }

  /// Words, pairs and triples; sentences and lines begin anew.
  private func wordBuckets(kinds: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)) -> [Int] {
    var found: [Int] = []
    found.reserveCapacity(tokens.count * 3)
    var previous = Self.start[...]
    var before = Self.start[...]
    for index in 0..<tokens.count {
      let word = token(index)
      if !tokens.isLineBreak(index) {
        found.append(Self.bucket(kinds.0, word))
        found.append(Self.bucket(kinds.1, previous, word))
        found.append(Self.bucket(kinds.2, before, previous, word))
      }
      let beginsAnew = tokens.isLineBreak(index) || tokens.isStop(index)
      (before, previous) = beginsAnew ? (Self.start[...], Self.start[...]) : (previous, word)
    }
    return Self.distinct(found)
  }

  /// The words and pairs of the first line when there are more lines.
  private func titleBuckets() -> [Int] {
    guard let end = (0..<tokens.count).first(where: tokens.isLineBreak) else { return [] }
    var found: [Int] = []
    var previous = Self.start[...]
    for index in 0..<end {
      let word = token(index)
      found.append(Self.bucket("T", word))
      found.append(Self.bucket("U", previous, word))
      previous = tokens.isStop(index) ? Self.start[...] : word
    }
    return Self.distinct(found)
  }

  /// Three to five bytes in a row within each word, its edges marked "_".
  private func characterBuckets() -> [Int] {
    var found: [Int] = []
    var padded: [UInt8] = []
    for index in 0..<tokens.count where tokens.isWord(index) {
      padded.removeAll(keepingCapacity: true)
      padded.append(95)
      padded.append(contentsOf: token(index))
      padded.append(95)
      for size in 3...5 where size <= padded.count {
        for at in 0...(padded.count - size) { found.append(Self.bucket("c", padded[at..<at + size])) }
      }
    }
    return Self.distinct(found)
  }

  /// The first one, two and three words of each sentence, and the first with the mark that ends it.
  private func headBuckets(
    kinds: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)
  ) -> [Int] {
    var found: [Int] = []
    for sentence in sentences {
      let first = token(sentence.head)
      let last = min(sentence.end, sentence.head + 3)
      found.append(Self.bucket(kinds.0, first))
      var two = FeatureBucket(kinds.1)
      for index in sentence.head..<min(last, sentence.head + 2) { two.add(token(index)) }
      found.append(two.index)
      var three = FeatureBucket(kinds.2)
      for index in sentence.head..<last { three.add(token(index)) }
      found.append(three.index)
      found.append(Self.bucket(kinds.3, first, sentence.mark.map { token($0).prefix(1) } ?? []))
    }
    return Self.distinct(found)
  }

  private static func distinct(_ buckets: [Int]) -> [Int] { Array(Set(buckets)) }
}
