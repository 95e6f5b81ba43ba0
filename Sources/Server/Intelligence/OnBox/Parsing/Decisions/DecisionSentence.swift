/// One sentence, read as a decision.
struct DecisionSentence {
  enum Found {
    /// The decision in its own words.
    case content(String)
    /// It agrees to what was proposed before.
    case agreement
    /// It picks one of the options named before.
    case option(Int)
  }

  let words: DecisionWords
  let reader: PhraseReader
  let range: Range<Int>

  private var tokens: [Token] { reader.tokens }

  /// What the sentence decides; questions and conditions decide nothing.
  var found: Found? {
    guard !isQuestion, !isQuoted else { return nil }
    if isAgreement { return .agreement }
    return marked ?? itIs
  }

  /// "… because the budget is small": what stands after the word.
  var reason: String? {
    guard let index = range.first(where: { words.reasons.contains(tokens[$0].text) && tokens[$0].text != "as" }),
      index > range.lowerBound
    else { return nil }
    let start = tokens[index].text == "due" ? index : index + 1
    let end = withoutPunctuation(range.upperBound)
    return start < end ? TaskBuilder.shortened(reader.text(start..<end)) : nil
  }

  private var isQuestion: Bool { range.contains { tokens[$0].isSign("?") } }
  private var isQuoted: Bool { range.first.map { tokens[$0].isSign(">") } ?? true }

  private var marked: Found? {
    for index in range where index == range.lowerBound || startsClause(index) {
      for marker in words.markers {
        guard let next = reader.match(marker.words, at: index, before: range.upperBound), !isUndone(index) else {
          continue
        }
        return found(marker, from: next)
      }
    }
    return nil
  }

  private func found(_ marker: DecisionWords.Marker, from start: Int) -> Found? {
    let content = content(from: start)
    guard let verb = content.first else { return nil }
    let object = tokens[verb].text == "do" ? content.dropFirst() : content
    let isPointer = object.allSatisfy { words.pointers.contains(tokens[$0].text) || tokens[$0].kind == .sign }
    if isPointer { return pointed(content) }
    let text = reader.text(content)
    switch marker.shape {
    case .action:
      return isWeak(marker, content) ? nil : .content(text)
    case .choice: return .content("\(words.choiceLead) \(text)")
    case .refusal: return .content("\(words.refusalLead) \(text)")
    case .statement: return .content(text)
    }
  }

  /// "The second", "option B", "that".
  private func pointed(_ content: Range<Int>) -> Found {
    for index in content.reversed() {
      let text = tokens[index].text
      guard let choice = words.choices[text], text != "a" || content.count > 1 && index > content.lowerBound else {
        continue
      }
      if text == "one", content.count > 1 { continue }
      return .option(choice)
    }
    return .agreement
  }

  /// "Let's" and "we'll" decide only with a verb that settles something; "let's see", "we'll talk" decide nothing.
  private func isWeak(_ marker: DecisionWords.Marker, _ content: Range<Int>) -> Bool {
    guard marker.words.count <= 2, let verb = content.first else { return false }
    return [
      "see", "talk", "wait", "discuss", "meet", "be", "have", "know", "check", "try", "think", "look", "let", "hope",
      "catch", "get", "ask", "need", "say", "find", "decide", "not", "probably", "likely", "start", "continue",
    ].contains(
      tokens[verb].text)
  }

  /// "Postgres it is", "Thursday it is then".
  private var itIs: Found? {
    for index in range where tokens[index].text == "it" && index > range.lowerBound && index + 1 < range.upperBound {
      guard tokens[index + 1].text == "is" else { continue }
      let rest = index + 2..<range.upperBound
      guard rest.allSatisfy({ tokens[$0].kind == .sign || tokens[$0].text == "then" }) else { continue }
      let start = afterOpenings(range.lowerBound)
      guard start < index, index - start <= 6 else { return nil }
      let subject = start..<index
      if subject.allSatisfy({ words.pointers.contains(tokens[$0].text) }) { return pointed(subject) }
      return .content("\(words.choiceLead) \(reader.text(subject))")
    }
    return nil
  }

  private var isAgreement: Bool {
    let start = afterAssents(range.lowerBound)
    return reader.match(anyOf: words.agreements, at: start, before: range.upperBound).map { next in
      (next..<range.upperBound).allSatisfy {
        tokens[$0].kind == .sign
          || ["then", "all", "everyone", "thanks", "here", "team", "folks", "now"].contains(tokens[$0].text)
      }
    } ?? false
  }

  // MARK: Places

  private func startsClause(_ index: Int) -> Bool {
    let before = tokens[index - 1]
    if before.kind == .sign { return tokens[index].isSpaced }
    return [
      "so", "and", "but", "then", "ok", "okay", "yes", "yeah", "think", "great", "well", "alright", "right", "agreed",
      "therefore",
    ].contains(before.text)
  }

  private func afterOpenings(_ start: Int) -> Int {
    var index = start
    while index < range.upperBound,
      tokens[index].kind == .sign
        || ["ok", "okay", "so", "then", "alright", "right", "well", "great", "and", "yes"].contains(
          tokens[index].text)
    {
      index += 1
    }
    return index
  }

  private func afterAssents(_ start: Int) -> Int {
    var index = afterOpenings(start)
    while let next = reader.match(anyOf: words.assents, at: index, before: range.upperBound) {
      index = afterOpenings(next)
    }
    return index
  }

  /// "We haven't decided", "if we agreed to": nothing is decided.
  private func isUndone(_ index: Int) -> Bool {
    (max(range.lowerBound, index - 3)..<index).contains { words.undoings.contains(tokens[$0].text) }
  }

  /// From `start` to the reason or the end of the sentence.
  private func content(from start: Int) -> Range<Int> {
    var first = start
    while first < range.upperBound, tokens[first].isSign(":") || tokens[first].isSign("-") || tokens[first].isSign("\"")
    {
      first += 1
    }
    var end = range.upperBound
    for index in first..<max(first, range.upperBound) where index > first {
      let isReason = words.reasons.contains(tokens[index].text) && !["as", "since"].contains(tokens[index].text)
      let isAside =
        tokens[index].isSign(",") && index + 1 < range.upperBound
        && ["ok", "right", "as", "since", "and", "so"]
          .contains(tokens[index + 1].text)
      if isReason || isAside {
        end = index
        break
      }
    }
    end = withoutPunctuation(end)
    while end > first, ["then", "please", "ok"].contains(tokens[end - 1].text) { end = withoutPunctuation(end - 1) }
    return first..<max(first, end)
  }

  private func withoutPunctuation(_ end: Int) -> Int {
    var end = end
    while end > range.lowerBound, tokens[end - 1].kind == .sign, ![")", "%", "\""].contains(tokens[end - 1].text) {
      end -= 1
    }
    return end
  }
}
