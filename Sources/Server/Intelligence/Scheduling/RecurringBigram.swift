/// Two words next to each other that more than one message says, such as "supplier contract".
enum RecurringBigram {
  /// The pair that most texts say, the latest of equals, as it was last written.
  static func of(_ texts: [String]) -> String? {
    var counts: [String: Int] = [:]
    var latest: (key: String, words: String)?
    for text in texts {
      var seen = Set<String>()
      for pair in pairs(in: text) where seen.insert(pair.key).inserted {
        counts[pair.key, default: 0] += 1
        let count = counts[pair.key] ?? 0
        if count > 1, count >= latest.flatMap({ counts[$0.key] }) ?? 0 { latest = pair }
      }
    }
    return latest?.words
  }

  private static func pairs(in text: String) -> [(key: String, words: String)] {
    var pairs: [(key: String, words: String)] = []
    for clause in text.split(whereSeparator: { ".,;:!?()\n".contains($0) }) {
      let words = clause.split(separator: " ").map(String.init)
      for (one, other) in zip(words, words.dropFirst()) where isTelling(one) && isTelling(other) {
        pairs.append(("\(one.lowercased()) \(other.lowercased())", "\(one) \(other)"))
      }
    }
    return pairs
  }

  private static func isTelling(_ word: String) -> Bool {
    word.count > 2 && word.allSatisfy { $0.isLetter || $0 == "-" } && !QuestionWords.content(word).isEmpty
  }
}
