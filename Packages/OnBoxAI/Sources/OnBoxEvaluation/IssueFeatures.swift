import OnBoxAI

/// What the model of issues reads off a title and its description: the distinct buckets of each
/// group of features.
///
/// `Packages/OnBoxAI/Training/issue.py` does the same, byte for byte: change both or none.
struct IssueFeatures {
  enum Group: Hashable {
    case title, body, cues
  }

  let buckets: [Group: [Int]]

  init(title: String, body: String) {
    let title = TextTokens(title)
    let body = TextTokens(body)
    buckets = [
      .title: Self.wordBuckets(of: title, kinds: ("T", "U")),
      .body: Self.wordBuckets(of: body, kinds: ("B", "C")),
      .cues: Array(Set(Self.cues(title: title, body: body).map { TextFeatures.bucket("V", Array($0.utf8)[...]) })),
    ]
  }

  private static func token(_ index: Int, of tokens: TextTokens) -> ArraySlice<UInt8> {
    tokens.bytes[tokens.ranges[index]]
  }

  /// Words and pairs of words, whatever marks stand between them.
  private static func wordBuckets(of tokens: TextTokens, kinds: (Unicode.Scalar, Unicode.Scalar)) -> [Int] {
    var found: Set<Int> = []
    var previous: ArraySlice<UInt8>?
    for index in 0..<tokens.count where tokens.isWord(index) {
      let word = token(index, of: tokens)
      found.insert(TextFeatures.bucket(kinds.0, word))
      if let previous { found.insert(TextFeatures.bucket(kinds.1, previous, word)) }
      previous = word
    }
    return Array(found)
  }

  /// Yes-or-no observations, by name.
  private static func cues(title: TextTokens, body: TextTokens) -> Set<String> {
    var names = words("title ", title).union(words("body ", body))
    for limit in [0, 9, 24, 49, 99, 149] where body.count > limit { names.insert("body over \(limit)") }
    for limit in [4, 7, 11, 15] where title.count > limit { names.insert("title over \(limit)") }
    if title.count > 0 {
      if Array(token(0, of: title)) == Array("[".utf8) { names.insert("title bracket") }
      if IssueWords.deeds.contains(title.hash(0)) { names.insert("title does") }
    }
    let hashes = (0..<body.count).map(body.hash)
    let at = TokenSet.hash("at".utf8)
    if zip(hashes, hashes.dropFirst()).contains(where: { $0 == at && IssueWords.packages.contains($1) }) {
      names.insert("trace")
    }
    if hashes.contains(TokenSet.hash("{".utf8)) { names.insert("brace") }
    if hashes.contains(where: IssueWords.links.contains) { names.insert("link") }
    if hashes.contains(where: IssueWords.persons.contains) { names.insert("person") }
    if (0..<body.count).count(where: { Array(token($0, of: body)) == [TextTokens.lineBreak] }) > 3 {
      names.insert("many lines")
    }
    if ends(body, with: "exception", longerThan: 0) { names.insert("names exception") }
    if ends(body, with: "error", longerThan: 5) { names.insert("names error") }
    return names
  }

  /// What is looked for in title and description alike.
  private static func words(_ part: String, _ tokens: TextTokens) -> Set<String> {
    let all = (0..<tokens.count).map { token($0, of: tokens) }
    var names: Set<String> = []
    for family in IssueWords.families + [IssueWords.testNames] where all.contains(where: family.contains) {
      names.insert(part + family.name)
    }
    if (0..<tokens.count).contains(where: tokens.isNumber) { names.insert(part + "number") }
    if all.contains(where: { Array($0) == Array("?".utf8) }) { names.insert(part + "question") }
    return names
  }

  private static func ends(_ tokens: TextTokens, with ending: String, longerThan length: Int) -> Bool {
    (0..<tokens.count).contains { index in
      let word = token(index, of: tokens)
      return word.count > length && word.reversed().starts(with: ending.utf8.reversed())
    }
  }
}
