import OnBoxAI

/// The words that tell how pressing an issue is, by what they speak of. A star stands for any
/// ending.
enum IssueWords {
  /// A family of words.
  struct Family: Sendable {
    let name: String
    private let words: TokenSet
    private let beginnings: [[UInt8]]

    init(_ name: String, list: String) {
      self.name = name
      let parts = English.words(list)
      words = TokenSet(parts.filter { $0.last != "*" })
      beginnings = parts.filter { $0.last == "*" }.map { Array($0.dropLast().utf8) }
    }

    func contains(_ token: ArraySlice<UInt8>) -> Bool {
      words.contains(TokenSet.hash(token)) || beginnings.contains { token.starts(with: $0) }
    }
  }

  static let families = [
    "typo", "documents", "logs", "tests", "tidies", "improves", "upgrades", "security", "data", "crashes", "fails",
    "hangs", "performance", "compatibility", "build", "release", "presses",
  ].map { Family($0, list: "trackers.\($0)") }
  static let testNames = Family("names a test", list: "trackers.testNames")
  static let deeds = TokenSet(English.words("trackers.deeds"))
  static let packages = TokenSet(English.words("trackers.packages"))
  static let persons = TokenSet(English.words("trackers.persons"))
  static let links = TokenSet(English.words("trackers.links"))
}
