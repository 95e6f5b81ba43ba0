import Foundation

/// Answers that give a task its time: "yes, by Friday" after "Bo, could you send the list?".
extension ActionParser {
  /// An answer that names a time and nothing to do has no more words than this.
  static let shortAnswer = 14
  /// Words and signs of a sentence that says only when.
  private static let shortTime = 8
  /// Turns between a request and an answer without words of the request's own.
  private static let turnsBetween = 2

  /// The time that a message gives to a task that an earlier one has given; `nil` when it names
  /// none for it.
  /// - Parameters:
  ///   - task: What `previous[turn]` gives, or (`nil`) one from before these.
  ///   - previous: The turns before the message, oldest first.
  ///   - timeZone: The speaker's zone.
  func due(
    givenTo task: ParsedAction, of turn: Int?, in text: String, speaker: String, members: [String], previous: [Turn],
    now: Date, timeZone: TimeZone
  ) -> TimeMention? {
    let found = actions(
      in: text, speaker: speaker, members: members, previous: previous, now: now, timeZone: timeZone)
    let said = found.last { $0.repeats(task) && $0.due.map { text.contains($0.text) } ?? false }?.due
    var due = said
    if found.isEmpty, let turn { due = agreed(to: task, of: turn, in: text, speaker, members, previous, now, timeZone) }
    return due?.text == task.due?.text ? nil : due
  }

  private func agreed(
    to task: ParsedAction, of turn: Int, in text: String, _ speaker: String, _ members: [String], _ previous: [Turn],
    _ now: Date, _ timeZone: TimeZone
  ) -> TimeMention? {
    guard case .member(let owner, _) = task.owner, members.indices.contains(owner), members[owner] == speaker,
      previous.indices.contains(turn)
    else { return nil }
    if let said = timeAlone(in: text, for: task, now, timeZone), previous.count - turn <= Self.reach {
      let isAsked =
        previous[turn].speaker != speaker && previous.count - 1 - turn <= Self.turnsBetween
        && !previous[(turn + 1)...].contains { $0.text.contains("?") }
      if isAsked && said.words.isEmpty || !said.words.isEmpty && said.isOfTask { return said.mention }
    }
    guard previous[turn].speaker != speaker, previous.count - 1 - turn <= Self.turnsBetween else { return nil }
    let bytes = Array(text.utf8)
    let tokens = tokenizer.tokens(of: bytes)
    guard tokens.count(where: { $0.kind != .sign }) <= Self.shortAnswer,
      !tokens.contains(where: { $0.isSign("?") || ActionWords.doubts.contains($0.text) })
    else { return nil }
    let reader = PhraseReader(tokens: tokens, bytes: bytes)
    let first = tokens.firstIndex { $0.kind != .sign } ?? 0
    let agrees = reader.match(anyOf: ActionWords.agreements, at: first, before: tokens.count) != nil
    let today = CivilDay(now, in: timeZone)
    return times.mentions(in: tokens, of: bytes, now: now, timeZone: timeZone).first { mention in
      let isDeadline = mention.bound == .by || mention.bound == .until
      let isFirst = tokens.prefix { $0.range.upperBound <= mention.range.lowerBound }.allSatisfy {
        ActionWords.timePrepositions.contains($0.text)
      }
      return (agrees || isDeadline && isFirst)
        && mention.isAhead(of: today) && !mention.isBareNumber
    }
  }

  /// The time that a sentence names and nothing else but the task: "tonight after dinner", "mine on
  /// Tuesday", "drawings tomorrow".
  private func timeAlone(
    in text: String, for task: ParsedAction, _ now: Date, _ timeZone: TimeZone
  ) -> (mention: TimeMention, words: [String], isOfTask: Bool)? {
    let bytes = Array(text.utf8)
    let tokens = tokenizer.tokens(of: bytes)
    guard let sentence = Sentences.ranges(of: tokens, bytes: bytes).first, sentence.count <= Self.shortTime,
      tokens.count(where: { $0.kind != .sign }) <= Self.shortAnswer,
      !sentence.contains(where: { tokens[$0].isSign("?") || ActionWords.doubts.contains(tokens[$0].text) })
    else { return nil }
    let reader = PhraseReader(tokens: tokens, bytes: bytes)
    let today = CivilDay(now, in: timeZone)
    let mentions = times.mentions(in: tokens, of: bytes, now: now, timeZone: timeZone)
    guard let mention = mentions.first, mention.date != nil, mention.isAhead(of: today),
      let place = reader.place(of: mention.range), sentence.contains(place.lowerBound)
    else { return nil }
    let before = (sentence.lowerBound..<place.lowerBound).filter {
      tokens[$0].kind == .word && !ActionWords.openings.contains(tokens[$0].text)
        && !ActionWords.timePrepositions.contains(tokens[$0].text)
    }.map { tokens[$0].text }
    let after = (place.upperBound..<max(place.upperBound, sentence.upperBound)).filter { tokens[$0].kind != .sign }
    guard after.first.map({ ["after", "before", "then", "latest", "probably"].contains(tokens[$0].text) }) ?? true
    else { return nil }
    let named = Set(PlainWords.of(task.task).map(PorterStemmer.stem))
    return (mention, before, before == ["mine"] || before.allSatisfy { named.contains(PorterStemmer.stem($0)) })
  }
}
