/// The part of a text that shows why it was found, matches between U+0002 and U+0003.
enum Snippet {
  private static let open = "\u{2}"
  private static let close = "\u{3}"

  /// About the first match of the query's words; the text's beginning when none matches.
  static func of(_ text: String, matching query: String) -> String {
    let wanted = QuestionWords.content(query)
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var first: Int?
    for (index, word) in words.enumerated() {
      guard !QuestionWords.content(word).isDisjoint(with: wanted) else { continue }
      first = first ?? index
      words[index] = open + word + close
    }
    // A few words before the match tell what it is part of.
    let start = max(0, (first ?? 0) - 6)
    let shown = words[start...].prefix(24)
    let head = start > 0 ? "…" : ""
    let tail = start + shown.count < words.count ? "…" : ""
    return head + shown.joined(separator: " ") + tail
  }
}
