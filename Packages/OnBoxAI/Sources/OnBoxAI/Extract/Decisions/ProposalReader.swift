/// Reads the proposals of one turn, and the options they leave.
struct ProposalReader {
  let reader: PhraseReader
  let turn: Int
  let speaker: String

  private var tokens: [Token] { reader.tokens }

  func proposals() -> [ProposalHistory.Proposal] {
    let sentences = Sentences.ranges(of: tokens, bytes: reader.bytes)
    let listed = listedOptions()
    return sentences.compactMap { proposal(in: $0, listed: listed) }
      + (listed.count > 1 && !sentences.contains { marker(in: $0) != nil } ? [list(listed)] : [])
  }

  private func proposal(in sentence: Range<Int>, listed: [String]) -> ProposalHistory.Proposal? {
    guard let (marker, start) = marker(in: sentence) else {
      let options = options(in: sentence)
      guard options.count > 1, sentence.contains(where: { tokens[$0].isSign("?") }) else { return nil }
      return made("\(DecisionWords.choiceLead) \(options[0])", sentence, options: options)
    }
    let end = withoutPunctuation(sentence)
    guard start < end else { return nil }
    let content = reader.text(start..<end)
    let summary =
      switch marker.shape {
      case .choice: "\(DecisionWords.choiceLead) \(content)"
      case .permission: "\(ActionScene.shortName(speaker)) may \(content)"
      case .action, .refusal, .statement: content
      }
    let options = options(in: start..<end)
    return made(summary, sentence, options: listed.count > 1 ? listed : options)
  }

  private func made(_ summary: String, _ sentence: Range<Int>, options: [String]) -> ProposalHistory.Proposal {
    ProposalHistory.Proposal(
      turn: turn, text: reader.text(sentence), summary: summary, options: options, terms: terms(sentence))
  }

  private func list(_ options: [String]) -> ProposalHistory.Proposal {
    ProposalHistory.Proposal(
      turn: turn, text: reader.text(tokens.indices), summary: "\(DecisionWords.choiceLead) \(options[0])",
      options: options,
      terms: terms(tokens.indices))
  }

  private func terms(_ range: Range<Int>) -> Set<String> {
    Set(
      range.filter { tokens[$0].length > 2 && !StopWords.ofDecisions.contains(tokens[$0].text) }.map {
        tokens[$0].text.lowercased()
      })
  }

  private func marker(in sentence: Range<Int>) -> (DecisionWords.Marker, Int)? {
    for index in sentence {
      for marker in DecisionWords.proposals {
        if let next = reader.match(marker.words, at: index, before: sentence.upperBound) { return (marker, next) }
      }
    }
    return nil
  }

  // MARK: Options

  /// "Postgres or MySQL", "use A, B or C": the few words on each side.
  func options(in range: Range<Int>) -> [String] {
    guard let or = range.first(where: { tokens[$0].text == "or" }) else { return [] }
    let end = withoutPunctuation(range)
    guard or + 1 < end else { return [] }
    let last = phrase(from: or + 1, to: end, forwards: true)
    var firsts: [String] = []
    var stop = or
    while stop > range.lowerBound {
      let head = tokens[stop - 1].isSign(",") ? stop - 1 : stop
      let first = phrase(from: range.lowerBound, to: head, forwards: false, length: last.count)
      guard !first.isEmpty else { break }
      firsts.insert(reader.text(first), at: 0)
      guard first.lowerBound > range.lowerBound, tokens[first.lowerBound - 1].isSign(",") else { break }
      stop = first.lowerBound - 1
    }
    return firsts.isEmpty || last.isEmpty ? [] : firsts + [reader.text(last)]
  }

  /// The words of an option: up to a sign; backwards no more words than its counterpart has, and no
  /// verb of asking.
  private func phrase(from start: Int, to end: Int, forwards: Bool, length: Int = 6) -> Range<Int> {
    if forwards {
      var index = start
      while index < end, tokens[index].kind != .sign || tokens[index].isSign("-") || tokens[index].isSign("."),
        !["for", "because", "in", "as"].contains(tokens[index].text) || index == start
      {
        index += 1
      }
      return start..<index
    }
    var index = end
    while index > start, end - index < max(1, length), tokens[index - 1].kind != .sign || tokens[index - 1].isSign("-"),
      !["use", "with", "to", "either", "on", "for", "we", "do", "choose", "pick", "between", "prefer", "take", "is"]
        .contains(
          tokens[index - 1].text)
    {
      index -= 1
    }
    // "3 tries or 5".
    if index > start, index < end, tokens[index - 1].kind == .number, tokens[index].kind == .word { index -= 1 }
    return index..<end
  }

  /// "1) … 2) …", "Option A: … Option B: …", one a line or in one line.
  private func listedOptions() -> [String] {
    var starts: [(mark: Int, content: Int)] = []
    for index in tokens.indices {
      let token = tokens[index]
      let isNumber = token.kind == .number && token.value == starts.count + 1
      let isLetter = token.length == 1 && token.text == ["a", "b", "c", "d", "e"].dropFirst(starts.count).first
      guard isNumber || isLetter, index + 2 < tokens.count, [")", ":", "."].contains(tokens[index + 1].text),
        !tokens[index + 1].isSpaced, tokens[index + 2].isSpaced
      else { continue }
      let hasWord = index > 0 && tokens[index - 1].text == "option"
      starts.append((hasWord ? index - 1 : index, index + 2))
    }
    return starts.indices.map { position in
      let end = position + 1 < starts.count ? starts[position + 1].mark : tokens.count
      return reader.text(starts[position].content..<withoutPunctuation(starts[position].content..<end))
    }
  }

  private func withoutPunctuation(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound + 1, tokens[end - 1].kind == .sign, ![")", "%"].contains(tokens[end - 1].text) {
      end -= 1
    }
    return end
  }
}
