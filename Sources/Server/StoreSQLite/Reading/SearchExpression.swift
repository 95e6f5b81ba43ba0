import ServerCore

/// Words and phrases of a search in the language of FTS5, for some conversations.
struct SearchExpression {
  private var terms: [SearchTerms.Term]

  init(_ terms: SearchTerms) {
    self.terms = terms.terms
  }

  /// Whether there is nothing to look for.
  var isEmpty: Bool { terms.isEmpty }
  var count: Int { terms.count }
  var hasPhrases: Bool { terms.contains(where: \.isPhrase) }

  /// The expression with the terms at these places only.
  func keeping(_ places: [Int]) -> SearchExpression {
    var copy = self
    copy.terms = places.map { terms[$0] }
    return copy
  }

  /// One term alone.
  func term(_ place: Int) -> SearchExpression { keeping([place]) }

  /// Matches what holds all terms; with `isAny` all phrases and at least one of the words.
  func match(in conversations: some Sequence<Int64>, isAny: Bool = false) -> String {
    conversations.map { conversation in
      let phrases = terms.filter(\.isPhrase).map { Self.quoted($0, conversation) }
      let words = terms.filter { !$0.isPhrase }.map { Self.quoted($0, conversation) }
      let alternatives = isAny && words.count > 1 ? ["(" + words.joined(separator: " OR ") + ")"] : words
      return "(" + (phrases + alternatives).joined(separator: " AND ") + ")"
    }.joined(separator: " OR ")
  }

  private static func quoted(_ term: SearchTerms.Term, _ conversation: Int64) -> String {
    "\"" + PlacedText.of(escaped(term.text), in: conversation) + (term.isPrefix ? "\" *" : "\"")
  }

  /// Between quotes, quotes are doubled. FTS5 reads its language up to the first NUL.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"").filter { $0 != "\0" }
  }
}
