/// The words of time, by what they mean: the grammar knows that alone, never how they are spelt.
struct TimeWords: Sendable {
  /// By lower-case spelling.
  private(set) var meanings: [String: TimeWord] = [:]
  /// Signs that mean the same as others: typographic dashes, quotation marks.
  private(set) var signs: [String: String] = [:]
  /// What may follow a word without changing its meaning ("tomorrow's").
  let endings: [String]

  init(endings: [String], signs: [String: String]) {
    self.endings = endings
    self.signs = signs
  }

  /// The meaning of a word in lower case; `.none` of an unknown one.
  subscript(word: String) -> TimeWord {
    if let known = meanings[word] { return known }
    for ending in endings where word.hasSuffix(ending) {
      if let known = meanings[String(word.dropLast(ending.count))] { return known }
    }
    return .none
  }

  /// Adds to the meaning of each of the words.
  mutating func define(_ words: some Sequence<String>, _ change: (inout TimeWord) -> Void) {
    for word in words {
      change(&meanings[word, default: .none])
    }
  }
}
