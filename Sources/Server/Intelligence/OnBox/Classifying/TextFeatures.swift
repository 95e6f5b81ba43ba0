/// What the classifiers read off a text: the distinct buckets of each group of features.
///
/// `Models/training/features.py` does the same, byte for byte: change both or none.
struct TextFeatures {
  /// A kind of features that share a scale.
  enum Group: String, CaseIterable, Codable, CodingKeyRepresentable {
    case words, characters, heads, cues, title
  }

  let tokens: TextTokens
  let sentences: [TextSentence]
  private(set) var buckets: [Group: [Int]] = [:]

  private static let start: [UInt8] = [60]

  init(_ text: String) {
    tokens = TextTokens(text)
    sentences = TextSentence.all(in: tokens)
    let (words, title) = wordBuckets()
    buckets[.words] = words
    buckets[.title] = title
    buckets[.characters] = characterBuckets()
    buckets[.heads] = headBuckets()
    buckets[.cues] = Self.distinct(
      TextCues(tokens, sentences: sentences).names.map { Self.bucket("q", Array($0.utf8)[...]) })
  }

  static func bucket(_ kind: Unicode.Scalar, _ parts: ArraySlice<UInt8>...) -> Int {
    var bucket = FeatureBucket(kind)
    for part in parts { bucket.add(part) }
    return bucket.index
  }

  private func token(_ index: Int) -> ArraySlice<UInt8> { tokens.bytes[tokens.ranges[index]] }

  /// Words, pairs and triples; and the words and pairs of the first line when there are more lines.
  private func wordBuckets() -> (words: [Int], title: [Int]) {
    var words: [Int] = []
    var title: [Int] = []
    words.reserveCapacity(tokens.count * 3)
    var inTitle = (0..<tokens.count).contains { tokens.isLineBreak($0) }
    var previous = Self.start[...]
    var before = Self.start[...]
    for index in 0..<tokens.count {
      let word = token(index)
      if tokens.isLineBreak(index) {
        inTitle = false
        (before, previous) = (Self.start[...], Self.start[...])
        continue
      }
      words.append(Self.bucket("w", word))
      words.append(Self.bucket("b", previous, word))
      words.append(Self.bucket("t", before, previous, word))
      if inTitle {
        title.append(Self.bucket("T", word))
        title.append(Self.bucket("U", previous, word))
      }
      (before, previous) = tokens.isStop(index) ? (Self.start[...], Self.start[...]) : (previous, word)
    }
    return (Self.distinct(words), Self.distinct(title))
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
  private func headBuckets() -> [Int] {
    var found: [Int] = []
    for sentence in sentences {
      let first = token(sentence.head)
      let last = min(sentence.end, sentence.head + 3)
      found.append(Self.bucket("h", first))
      var two = FeatureBucket("i")
      for index in sentence.head..<min(last, sentence.head + 2) { two.add(token(index)) }
      found.append(two.index)
      var three = FeatureBucket("j")
      for index in sentence.head..<last { three.add(token(index)) }
      found.append(three.index)
      found.append(Self.bucket("k", first, sentence.mark.map { token($0).prefix(1) } ?? []))
    }
    return Self.distinct(found)
  }

  private static func distinct(_ buckets: [Int]) -> [Int] { Array(Set(buckets)) }
}
