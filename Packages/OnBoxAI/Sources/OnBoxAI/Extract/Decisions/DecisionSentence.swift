/// One sentence, read as a decision.
struct DecisionSentence {
  enum Found {
    /// The decision in its own words.
    case content(String)
    /// It agrees to what was proposed before.
    case agreement
    /// It picks one of the options named before.
    case option(Int)
    /// It sums up what those before agreed to.
    case sum(String)
  }

  /// Words of what sums up.
  private static let (shortestSum, longestSum) = (3, 8)

  let reader: PhraseReader
  let range: Range<Int>

  private var tokens: [Token] { reader.tokens }

  /// What the sentence decides; questions and conditions decide nothing.
  var found: Found? {
    if isQuestion, !isQuoted, asksOfAnother { return itIs }
    guard !isQuestion, !isQuoted else { return nil }
    if isAgreement { return .agreement }
    return announced ?? rule ?? marked ?? settled ?? itIs ?? closing ?? summed ?? inferred
  }

  var text: String { reader.text(range) }

  /// How it is said; `planned` for what says nothing.
  var form: DecisionForm {
    if isAgreement { return .agreed }
    if announced != nil { return .announced }
    if rule != nil { return .ruled }
    if let marked {
      switch marked {
      case .content: return isExplicit ? .stated : .planned
      case .agreement, .option, .sum: return .agreed
      }
    }
    if settled != nil { return .settled }
    return itIs == nil && closing == nil && summed == nil && inferred != nil ? .inferred : .concluded
  }

  /// Whether it is said to be a decision, and not only planned ("let's …").
  var isExplicit: Bool {
    guard !isAgreement, announced == nil, rule == nil, settled == nil, itIs == nil else { return true }
    if marked == nil, form == .inferred { return false }
    return range.contains { index in
      guard index == range.lowerBound || startsClause(index) else { return false }
      return DecisionWords.markers.contains {
        !DecisionWords.weakMarkers.contains($0.words)
          && reader.match($0.words, at: index, before: range.upperBound) != nil
      }
    } || marked == nil
  }

  /// "Decision then: buttons at the bottom", "New rule: …".
  private var announced: Found? { headed ?? afterSettling ?? afterThen }

  /// "Ok then: fire drill Thursday 09:00": a thing and its day.
  private var afterThen: Found? {
    guard let colon = range.prefix(4).first(where: { tokens[$0].isSign(":") }), colon > range.lowerBound,
      (range.lowerBound..<colon).allSatisfy({ DecisionWords.openings.contains(tokens[$0].text) }),
      (range.lowerBound..<colon).contains(where: { tokens[$0].text == "then" })
    else { return nil }
    let content = content(from: colon + 1)
    let words = content.filter { tokens[$0].kind == .word }
    guard let first = words.first, words.count > 2, !DecisionWords.unsettled.contains(tokens[first].text),
      ActionWords.verbs.isDisjoint(with: words.prefix(1).map { tokens[$0].text }),
      !words.contains(where: { DecisionWords.unsettling.contains(tokens[$0].text) || tokens[$0].text.contains("'") }),
      words.contains(where: { tokens[$0].meaning.weekday != nil || tokens[$0].meaning.month != nil })
    else { return nil }
    return .content(reader.text(content))
  }

  /// "That's settled then, Hana is on call".
  private var afterSettling: Found? {
    let start = afterOpenings(range.lowerBound)
    guard var next = reader.match(anyOf: DecisionWords.settlings, at: start, before: range.upperBound) else {
      return nil
    }
    if next < range.upperBound, tokens[next].text == "then" { next += 1 }
    guard next + 1 < range.upperBound, [",", ":", "-"].contains(tokens[next].text),
      !DecisionWords.unsettled.contains(tokens[next + 1].text)
    else { return nil }
    let content = content(from: next + 1)
    return content.count > 2 ? .content(reader.text(content)) : nil
  }

  private var headed: Found? {
    guard let colon = range.prefix(6).first(where: { tokens[$0].isSign(":") }),
      (range.lowerBound..<colon).contains(where: { DecisionWords.announcements.contains(tokens[$0].text) }),
      !(range.lowerBound..<colon).contains(where: {
        DecisionWords.undoings.contains(tokens[$0].text) || tokens[$0].text == "no" || tokens[$0].isSign(",")
      }
      )
    else { return nil }
    let start = colon + 1
    guard !isChoice(at: start) else { return nil }
    let content = content(from: start)
    return content.count > 1 ? .content(reader.text(content)) : nil
  }

  /// "Decided: we go with B" is read by the marker after it.
  private func isChoice(at start: Int) -> Bool {
    DecisionWords.markers.contains { reader.match($0.words, at: start, before: range.upperBound) != nil }
  }

  /// "From now on Tomas owns the records".
  private var rule: Found? {
    for index in range {
      guard let next = reader.match(anyOf: DecisionWords.rules, at: index, before: range.upperBound) else { continue }
      let lead = reader.text(index..<next).lowercased()
      if index == range.lowerBound {
        let content = content(from: next < range.upperBound && tokens[next].isSign(",") ? next + 1 : next)
        return content.count > 2 ? .content("\(reader.text(content)) \(lead)") : nil
      }
      let content = content(from: afterOpenings(range.lowerBound))
      return content.count > 4 ? .content(reader.text(content)) : nil
    }
    return nil
  }

  /// "Then we keep backups for 90 days".
  private var settled: Found? {
    var start = afterOpenings(range.lowerBound)
    let reversed = reader.match(anyOf: DecisionWords.reversals, at: start, before: range.upperBound)
    if let reversed { start = afterOpenings(reversed) }
    guard start > range.lowerBound, start + 2 < range.upperBound, tokens[start].text == "we",
      reversed != nil
        || (range.lowerBound..<start).contains(where: { DecisionWords.closers.contains(tokens[$0].text) })
    else { return nil }
    let verb = tokens[start + 1]
    guard verb.kind == .word, !DecisionWords.unsettling.contains(verb.text), !verb.text.hasSuffix("ed"),
      !verb.text.hasSuffix("'t")
    else { return nil }
    let content = content(from: start + 1)
    return content.count > 2 ? .content(reader.text(content)) : nil
  }

  /// "Great, so the retro in writing from May 4th": no verb, and a time.
  private var summed: Found? {
    let start = afterOpenings(range.lowerBound)
    let lead = range.lowerBound..<start
    guard lead.count > 1, lead.contains(where: { tokens[$0].text == "so" }) else { return nil }
    let content = content(from: start)
    let words = content.filter { tokens[$0].kind != .sign }
    guard (Self.shortestSum...Self.longestSum).contains(words.count),
      words.contains(where: { tokens[$0].meaning.weekday != nil || tokens[$0].meaning.month != nil }),
      !words.contains(where: {
        DecisionWords.unsettling.contains(tokens[$0].text) || DecisionWords.unsettled.contains(tokens[$0].text)
          || tokens[$0].text.contains("'")
      })
    else { return nil }
    return .sum(reader.text(content))
  }

  /// "Ok so Harbour Print for the labels": no verb, for others to agree to.
  private var inferred: Found? {
    let start = afterOpenings(range.lowerBound)
    guard (range.lowerBound..<start).contains(where: { tokens[$0].text == "so" }) else { return nil }
    let content = content(from: start)
    let words = content.filter { tokens[$0].kind != .sign }
    guard (Self.shortestSum...Self.longestSum).contains(words.count),
      !words.contains(where: {
        DecisionWords.unsettling.contains(tokens[$0].text) || DecisionWords.unsettled.contains(tokens[$0].text)
          || DecisionWords.openWords.contains(tokens[$0].text) || tokens[$0].text.contains("'")
          || tokens[$0].text == "is"
      }), words.first.map({ !DecisionWords.inquiring.contains(tokens[$0].text) }) ?? false
    else { return nil }
    return .content(reader.text(content))
  }

  /// Whether it may be said of a piece of work: "approved".
  var isApproval: Bool { range.contains { DecisionWords.approvals.contains(tokens[$0].text) } }

  /// "45 minutes on Wednesday then."
  private var closing: Found? {
    var end = withoutPunctuation(range.upperBound)
    guard end > range.lowerBound + 2, end - range.lowerBound <= 8, tokens[end - 1].text == "then" else { return nil }
    end = withoutPunctuation(end - 1)
    let start = afterOpenings(range.lowerBound)
    guard end - start >= 2 else { return nil }
    let names = start..<end
    let isTimed = names.contains { tokens[$0].kind == .number || tokens[$0].meaning.weekday != nil }
    let isStatement = names.contains {
      DecisionWords.unsettling.contains(tokens[$0].text) || tokens[$0].text.contains("'")
    }
    guard isTimed, !isStatement,
      !names.contains(where: { ["is", "i", "we", "you", "see", "until", "back"].contains(tokens[$0].text) })
    else { return nil }
    return .content("\(DecisionWords.choiceLead) \(reader.text(names))")
  }

  /// "… because the budget is small": what stands after the word.
  var reason: String? {
    guard
      let index = range.first(where: { DecisionWords.reasons.contains(tokens[$0].text) && tokens[$0].text != "as" }),
      index > range.lowerBound
    else { return nil }
    let start = tokens[index].text == "due" ? index : index + 1
    let end = withoutPunctuation(range.upperBound)
    return start < end ? TaskBuilder.shortened(reader.text(start..<end)) : nil
  }

  /// "Blue it is, I'll order it, two of them?": what is asked after the comma does not ask for
  /// blue; "blue it is, right?" does.
  private var asksOfAnother: Bool {
    guard let comma = range.first(where: { tokens[$0].isSign(",") }), comma > range.lowerBound + 1,
      tokens[comma - 1].text == "is", tokens[comma - 2].text == "it"
    else { return false }
    return comma + 1 < range.upperBound && ["i'll", "i", "we'll"].contains(tokens[comma + 1].text)
  }

  private var isQuestion: Bool { range.contains { tokens[$0].isSign("?") } }
  private var isQuoted: Bool { range.first.map { tokens[$0].isSign(">") } ?? true }

  private var marked: Found? {
    for index in range where index == range.lowerBound || startsClause(index) {
      for marker in DecisionWords.markers {
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
    let isPointer = object.allSatisfy { DecisionWords.pointers.contains(tokens[$0].text) || tokens[$0].kind == .sign }
    if isPointer { return pointed(content) }
    let text = reader.text(content)
    switch marker.shape {
    case .action:
      return isWeak(marker, content) ? nil : .content(text)
    case .choice: return .content("\(DecisionWords.choiceLead) \(text)")
    case .refusal: return .content("\(DecisionWords.refusalLead) \(text)")
    case .statement, .permission: return .content(text)
    }
  }

  /// "The second", "option B", "that".
  private func pointed(_ content: Range<Int>) -> Found {
    for index in content.reversed() {
      let text = tokens[index].text
      guard let choice = DecisionWords.choices[text], text != "a" || content.count > 1 && index > content.lowerBound
      else {
        continue
      }
      if text == "one", content.count > 1 { continue }
      return .option(choice)
    }
    return .agreement
  }

  /// "Let's" and "we'll" decide only with a verb that settles something; "let's see", "we'll talk"
  /// decide nothing.
  private func isWeak(_ marker: DecisionWords.Marker, _ content: Range<Int>) -> Bool {
    guard marker.words.count <= 2, let verb = content.first else { return false }
    let object = content.dropFirst()
    if let first = object.first, DecisionWords.pointers.contains(tokens[first].text),
      ["it", "this", "that"].contains(tokens[first].text)
    {
      return true
    }
    if tokens[verb].text == "say", let first = object.first {
      return !reader.bytes[tokens[verb].range.upperBound..<tokens[first].range.upperBound].contains(UInt8(ascii: "\""))
    }
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
      // "Blue it is, I'll order it": what comes after the comma is another matter.
      let end = rest.first { tokens[$0].isSign(",") } ?? rest.upperBound
      guard (rest.lowerBound..<end).allSatisfy({ tokens[$0].kind == .sign || tokens[$0].text == "then" }) else {
        continue
      }
      let start = afterOpenings(range.lowerBound)
      guard start < index, index - start <= 6 else { return nil }
      let subject = start..<index
      if subject.contains(where: { DecisionWords.unchosen.contains(tokens[$0].text) }) { return nil }
      if subject.contains(where: { ActionWords.statingVerbs.contains(tokens[$0].text) }) { return nil }
      if subject.allSatisfy({ DecisionWords.pointers.contains(tokens[$0].text) }) { return pointed(subject) }
      return .content("\(DecisionWords.choiceLead) \(reader.text(subject))")
    }
    return nil
  }

  private var isAgreement: Bool {
    let start = afterAssents(range.lowerBound)
    return reader.match(anyOf: DecisionWords.agreements, at: start, before: range.upperBound).map { next in
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
        || DecisionWords.openings.contains(tokens[index].text)
    {
      index += 1
    }
    return index
  }

  private func afterAssents(_ start: Int) -> Int {
    var index = afterOpenings(start)
    while let next = reader.match(anyOf: DecisionWords.assents, at: index, before: range.upperBound) {
      index = afterOpenings(next)
    }
    return index
  }

  /// "We haven't decided", "if we agreed to": nothing is decided.
  private func isUndone(_ index: Int) -> Bool {
    (max(range.lowerBound, index - 3)..<index).contains { DecisionWords.undoings.contains(tokens[$0].text) }
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
      let isReason =
        DecisionWords.reasons.contains(tokens[index].text) && !["as", "since"].contains(tokens[index].text)
      let isAside =
        tokens[index].isSign(",") && index + 1 < range.upperBound
        && (["ok", "right", "as", "since", "and", "so", "i'll"].contains(tokens[index + 1].text)
          || DecisionWords.explaining.contains(tokens[index + 1].text))
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
