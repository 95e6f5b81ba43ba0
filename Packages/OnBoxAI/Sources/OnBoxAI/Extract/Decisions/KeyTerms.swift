/// The words that a text is about.
struct KeyTerms {
  let tokenizer: Tokenizer

  /// Names and rare-looking words first, then in order of the text; the first text counts most.
  func terms(of texts: [String], limit: Int = 5) -> [String] {
    var weights: [String: Double] = [:]
    var order: [String] = []
    for (position, text) in texts.enumerated() {
      for (index, token) in tokenizer.tokens(of: text).enumerated() where isTelling(token) {
        let term = token.text.lowercased()
        if weights[term] == nil { order.append(term) }
        let isName = token.isAllCapitals && token.length > 1 || token.isCapitalized && index > 0
        weights[term, default: 0] += (position == 0 ? 2 : 0.5) + (isName ? 2 : 0) + min(Double(token.length), 10) / 10
      }
    }
    let ranked = order.enumerated().sorted { one, other in
      let (first, second) = (weights[one.element, default: 0], weights[other.element, default: 0])
      return first == second ? one.offset < other.offset : first > second
    }
    return ranked.prefix(limit).map(\.element)
  }

  private func isTelling(_ token: Token) -> Bool {
    token.kind == .word && (token.length > 2 || token.length == 2 && token.isAllCapitals)
      && !StopWords.ofDecisions.contains(token.text) && !token.text.contains("'")
  }
}
