import Foundation

/// Answers that give a task its time: "yes, by Friday" after "Bo, could you send the list?".
extension ActionParser {
  /// An answer that names a time and nothing to do has no more words than this.
  static let shortAnswer = 14
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
      previous.indices.contains(turn), previous[turn].speaker != speaker,
      previous.count - 1 - turn <= Self.turnsBetween
    else { return nil }
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
}
