/// Days of the week: "Friday", "next Tuesday", "Wednesday next week", "a week on Friday".
extension TimeScanner {
  func weekday(at index: Int) -> Found<TimePiece.Value>? {
    if let qualifier = role(index), [.this, .next, .last].contains(qualifier) {
      let name = role(index + 1) == .this || role(index + 1) == .next ? index + 2 : index + 1
      guard let weekday = token(name)?.meaning.weekday else { return nil }
      return Found(value: .day(qualified(weekday, by: qualifier), .weekday), next: name + 1)
    }
    guard let weekday = tokens[index].meaning.weekday, isWeekdayName(index) else { return nil }
    return followed(weekday, next: index + 1)
  }

  /// "Friday next week", "Sunday this week", "Friday week", "Monday after next", or the plain name.
  private func followed(_ weekday: Int, next: Int) -> Found<TimePiece.Value> {
    let inWeek = role(next) == .of || role(next) == .inside ? next + 1 : next
    let qualifier = role(inWeek)
    if token(inWeek + 1)?.meaning.unit == .week, let weeks = weeks(qualifier) {
      return Found(value: .day(today.monday + (7 * weeks + weekday - 1), .weekday), next: inWeek + 2)
    }
    if token(next)?.meaning.unit == .week, token(next)?.text == "week" {
      return Found(value: .day(upcoming(weekday) + 7, .weekday), next: next + 1)
    }
    if role(next) == .after, role(next + 1) == .next {
      return Found(value: .day(qualified(weekday, by: .next) + 7, .weekday), next: next + 2)
    }
    return Found(value: .day(upcoming(weekday), .weekday), next: next)
  }

  private func weeks(_ qualifier: TimeWord.Role?) -> Int? {
    switch qualifier {
    case .this, .the: 0
    case .next: 1
    case .last: -1
    default: nil
    }
  }

  /// The next such day; the day itself means the one a week from now.
  func upcoming(_ weekday: Int) -> CivilDay {
    let ahead = (weekday - today.weekday + 7) % 7
    return today + (ahead == 0 ? 7 : ahead)
  }

  private func qualified(_ weekday: Int, by qualifier: TimeWord.Role) -> CivilDay {
    switch qualifier {
    case .next: return today.monday + (7 + weekday - 1)
    case .last:
      let back = (today.weekday - weekday + 7) % 7
      return today + -(back == 0 ? 7 : back)
    default: return weekday == today.weekday ? today : upcoming(weekday)
    }
  }

  /// "Sat", "sun", "wed", "mon" are days only beside words of time.
  private func isWeekdayName(_ index: Int) -> Bool {
    let token = tokens[index]
    if role(index - 1) == .every { return false }
    guard token.meaning.isAmbiguous else { return true }
    if isAlone(index, next: index + 1) { return true }
    let before = roleBefore(index)
    if role(index - 1) == .the || role(index - 1) == .article { return false }
    if let before, [.on, .this, .next, .last, .by, .until, .before, .after, .since, .from, .to].contains(before) {
      return true
    }
    if isSign("-", at: index - 1) || isSign("/", at: index - 1) { return token.isCapitalized }
    let following = self.token(index + 1)
    let leadsToTime =
      following?.kind == .number || following?.meaning.dayPart != nil || following?.meaning.month != nil
      || following?.meaning.role == .at || following?.isSign("-") == true || following?.isSign("/") == true
    if leadsToTime, !(token.text == "sat" && following?.meaning.role == .at && !token.isCapitalized) { return true }
    let isSentenceStart = index == 0 || endsSentence(index - 1)
    return token.isCapitalized && !isSentenceStart
  }
}
