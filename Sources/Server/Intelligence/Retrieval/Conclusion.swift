/// A talk comes to a choice: "ok so the green ones for all 200", "let's go with B".
enum Conclusion {
  private static let openings = [
    "ok so", "okay so", "right so", "so we", "then we", "we'll take", "we take", "we go with", "going with", "let's go",
    "lets go", "let's take", "lets take", "then let's", "ok then", "okay then",
  ]

  static func isTold(by text: String) -> Bool {
    let joined = QuestionWords.words(text).joined(separator: " ") + " "
    return openings.contains { joined.hasPrefix($0 + " ") } && !QuestionWords.asks(text)
  }
}
