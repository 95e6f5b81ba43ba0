/// A talk comes to a choice: "ok so the green ones for all 200", "let's go with B".
enum Conclusion {
  private static let openings = [
    "ok so", "okay so", "right so", "so we", "then we", "we'll take", "we take", "we go with", "going with", "let's go",
    "lets go", "let's take", "lets take", "then let's", "ok then", "okay then",
  ]

  /// Words of a part of a sentence that names the choice.
  private static let longestName = 7

  static func isTold(by text: String) -> Bool {
    let joined = QuestionWords.words(text).joined(separator: " ") + " "
    return isNamed(text) || openings.contains { joined.hasPrefix($0 + " ") } && !QuestionWords.asks(text)
  }

  /// "Ok voucher it is, 20 for each of us?".
  private static func isNamed(_ text: String) -> Bool {
    text.split { ".,;:!\n".contains($0) }.filter { !$0.contains("?") }.map { QuestionWords.words(String($0)) }.contains
    { words in
      (3...longestName).contains(words.count) && words.suffix(2) == ["it", "is"]
    }
  }
}
