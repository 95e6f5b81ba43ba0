/// Days that a message names by the calendar: "March 3rd", "2026-03-05", "the 13th", "next
/// Tuesday".
extension TimeScanner {
  func day(at index: Int) -> Found<TimePiece.Value>? {
    if tokens[index].kind == .number {
      guard isFreeBefore(index) else { return nil }
      return isoDay(at: index) ?? numericDay(at: index) ?? dayThenMonth(at: index) ?? dayOfMonth(at: index)
    }
    let meaning = tokens[index].meaning
    if meaning.ordinal != nil || meaning.number.map({ $0 == 20 || $0 == 30 }) ?? false,
      let day = dayThenMonth(at: index)
    {
      return day
    }
    if meaning.month != nil, let day = monthThenDay(at: index) ?? wholeMonth(at: index) { return day }
    return weekday(at: index)
  }

  private func explicit(_ day: CivilDay, next: Int) -> Found<TimePiece.Value> {
    Found(value: .day(day, .explicit), next: next)
  }

  // MARK: Digits only

  /// "2026-03-05", "2026/3/5", followed or not by "T" and a clock time.
  private func isoDay(at index: Int) -> Found<TimePiece.Value>? {
    guard tokens[index].length == 4, let year = year(at: index), let separator = token(index + 1),
      separator.isSign("-") || separator.isSign("/"), isSign(separator.text, at: index + 3),
      (1...4).allSatisfy({ isGlued(index + $0) }), let month = number(at: index + 2), let day = number(at: index + 4),
      let civil = CivilDay(year: year, month: month, day: day)
    else { return nil }
    let hasClock = token(index + 5)?.text == "t" && isGlued(index + 5) && token(index + 6)?.kind == .number
    return explicit(civil, next: index + (hasClock ? 6 : 5))
  }

  /// "3/14/2026", "14.03.26", "on 3/14". Which number is the month: the one that can be; if both
  /// can, the dots of Europe put the day first, and a stroke follows the habit of the reader's
  /// zone.
  private func numericDay(at index: Int) -> Found<TimePiece.Value>? {
    guard tokens[index].length <= 2, let first = number(at: index), let separator = token(index + 1),
      isGlued(index + 1),
      ["/", ".", "-"].contains(separator.text), isGlued(index + 2), token(index + 2)?.length ?? 3 <= 2,
      let second = number(at: index + 2)
    else { return nil }
    var next = index + 3
    var saidYear: Int?
    if isSign(separator.text, at: next), isGlued(next), isGlued(next + 1), let number = token(next + 1),
      number.kind == .number
    {
      saidYear = year(at: next + 1) ?? (number.length == 2 ? 2000 + number.value : nil)
      guard saidYear != nil, !isGlued(next + 2) || token(next + 2)?.kind == .sign else { return nil }
      next += 2
    } else {
      guard isAnnouncedDay(index), separator.text != "-" else { return nil }
      if separator.text == "." {
        guard isSign(".", at: next), isGlued(next) else { return nil }
        next += 1
      } else if !isSafeFollow(next), token(next)?.kind != .number {
        return nil
      }
    }
    let isMonthSecond = first > 12 || second <= 12 && (separator.text == "." || !isMonthFirst)
    let month = isMonthSecond ? second : first
    let day = isMonthSecond ? first : second
    guard let civil = dated(year: saidYear, month: month, day: day) else { return nil }
    return explicit(civil, next: next)
  }

  /// A word before it says that a day comes: "on 3/14", "by the 3rd", "Friday 13th".
  private func isAnnouncedDay(_ index: Int) -> Bool {
    if let before = token(index - 1), before.meaning.weekday != nil || before.isSign("("), isFreeBefore(index) {
      return true
    }
    if isSign(",", at: index - 1), token(index - 2)?.meaning.weekday != nil { return true }
    guard let role = roleBefore(index) else { return false }
    return [.on, .by, .before, .until, .after, .since, .from, .starting, .due, .between, .this, .next].contains(role)
  }

  // MARK: Months

  /// "3rd of March", "3 March 2026", "the third of March", "3–5 March".
  private func dayThenMonth(at index: Int) -> Found<TimePiece.Value>? {
    guard let first = dayNumber(at: index) else { return nil }
    if let last = spannedDay(after: first.next), let month = monthName(at: last.next) {
      let year = trailingYear(at: month.next)
      return span(
        dated(year: year?.value, month: month.value, day: first.value),
        dated(year: year?.value, month: month.value, day: last.value), next: year?.next ?? month.next)
    }
    guard let month = monthName(at: first.next) else { return nil }
    let year = trailingYear(at: month.next)
    guard let civil = dated(year: year?.value, month: month.value, day: first.value) else { return nil }
    return explicit(civil, next: year?.next ?? month.next)
  }

  /// "March 3rd", "March the third", "Mar. 3, 2026", "March 3–5".
  private func monthThenDay(at index: Int) -> Found<TimePiece.Value>? {
    guard let month = tokens[index].meaning.month else { return nil }
    var next = index + 1
    if isSign(".", at: next), isGlued(next) { next += 1 }
    if role(next) == .the { next += 1 }
    guard let first = dayNumber(at: next), isWholeNumber(at: next, endingAt: first.next) else { return nil }
    if token(next)?.kind == .number, first.next == next + 1, tokens[index].meaning.isAmbiguous,
      !tokens[index].isCapitalized, !isSafeFollow(first.next)
    {
      return nil
    }
    if let last = spannedDay(after: first.next), meridiem(at: last.next) == nil, last.value > first.value,
      !isSign(":", at: last.next)
    {
      let year = trailingYear(at: last.next)
      return span(
        dated(year: year?.value, month: month, day: first.value),
        dated(year: year?.value, month: month, day: last.value), next: year?.next ?? last.next)
    }
    let year = trailingYear(at: first.next)
    guard let civil = dated(year: year?.value, month: month, day: first.value) else { return nil }
    return explicit(civil, next: year?.next ?? first.next)
  }

  private func span(_ first: CivilDay?, _ last: CivilDay?, next: Int) -> Found<TimePiece.Value>? {
    guard let first, let last, first < last else { return nil }
    return Found(value: .days(first, last, .explicit), next: next)
  }

  /// "in March", "by the end of June", "March 2027": all days of the month.
  private func wholeMonth(at index: Int) -> Found<TimePiece.Value>? {
    guard let month = tokens[index].meaning.month, tokens[index].isCapitalized || !tokens[index].meaning.isAmbiguous
    else { return nil }
    let year = trailingYear(at: index + 1)
    let trigger = role(index - 1)
    let isAnnounced = trigger.map {
      [.inside, .by, .until, .since, .next, .this, .before, .of, .early, .late, .mid].contains($0)
    }
    guard year != nil || isAnnounced ?? isSign("-", at: index - 1) else { return nil }
    guard trigger != .of || role(index - 2) == .end || role(index - 2) == .start || year != nil else { return nil }
    if trigger == .by, tokens[index].meaning.isAmbiguous, !["march", "august", "june"].contains(tokens[index].text) {
      return nil
    }
    let current = today.yearMonthDay
    let chosen = year?.value ?? (month >= current.month ? current.year : current.year + 1)
    guard let first = CivilDay(year: chosen, month: month, day: 1) else { return nil }
    return Found(value: .days(first, first.endOfMonth, .relative), next: year?.next ?? index + 1)
  }

  /// The month after a day: "March", "of March".
  private func monthName(at index: Int) -> Found<Int>? {
    let name = role(index) == .of ? index + 1 : index
    guard let token = token(name), let month = token.meaning.month else { return nil }
    if name == index, token.meaning.isAmbiguous, !token.isCapitalized,
      !["march", "june", "august", "april"].contains(token.text),
      !self.tokens[index - 1].meaning.isOrdinalEnding
    {
      return nil
    }
    let hasStop =
      token.length <= 4 && isSign(".", at: name + 1) && isGlued(name + 1) && self.token(name + 2)?.kind == .number
    return Found(value: month, next: name + (hasStop ? 2 : 1))
  }

  /// A day in digits, with or without its ending, or as a word.
  private func dayNumber(at index: Int) -> Found<Int>? {
    guard let token = token(index) else { return nil }
    if let ordinal = ordinal(at: index) { return ordinal }
    guard token.kind == .number, token.length <= 2, (1...31).contains(token.value) else { return nil }
    return Found(value: token.value, next: index + 1)
  }

  /// "3rd", "third", "twenty-third", "twenty first".
  private func ordinal(at index: Int) -> Found<Int>? {
    guard let token = token(index) else { return nil }
    if token.kind == .number {
      guard token.length <= 2, (1...31).contains(token.value), let ending = self.token(index + 1),
        ending.meaning.isOrdinalEnding, isGlued(index + 1) || ending.text.count == 2
      else { return nil }
      return Found(value: token.value, next: index + 2)
    }
    if let ordinal = token.meaning.ordinal { return Found(value: ordinal, next: index + 1) }
    guard let tens = token.meaning.number, tens == 20 || tens == 30 else { return nil }
    let one = isSign("-", at: index + 1) ? index + 2 : index + 1
    guard let unit = self.token(one)?.meaning.ordinal, unit < 10, tens + unit <= 31 else { return nil }
    return Found(value: tens + unit, next: one + 1)
  }

  /// The second day of "3–5", "3rd to 5th", "3 to 5".
  private func spannedDay(after index: Int) -> Found<Int>? {
    guard isSign("-", at: index) || role(index) == .to || role(index) == .until else { return nil }
    let day = role(index + 1) == .the ? index + 2 : index + 1
    return dayNumber(at: day)
  }

  /// A number that is not the start of "3:30", "3.5", "3%".
  private func isWholeNumber(at index: Int, endingAt next: Int) -> Bool {
    guard token(index)?.kind == .number, next == index + 1, isGlued(next), let sign = token(next) else { return true }
    if sign.kind == .word { return false }
    let isJoined = isGlued(next + 1) && token(next + 1)?.kind == .number
    return !["%", ":", "$", "€"].contains(sign.text) && !(sign.text == "." && isJoined)
  }

  private func trailingYear(at index: Int) -> Found<Int>? {
    let position = isSign(",", at: index) || role(index) == .of ? index + 1 : index
    guard let year = year(at: position) else { return nil }
    return Found(value: year, next: position + 1)
  }

  private func year(at index: Int) -> Int? {
    guard let token = token(index), token.kind == .number, token.length == 4, (1990...2100).contains(token.value)
    else { return nil }
    if isGlued(index + 1), let after = self.token(index + 1), after.isSign(":") || after.kind == .word { return nil }
    return token.value
  }

  private func number(at index: Int) -> Int? {
    guard let token = token(index), token.kind == .number, token.length <= 2 else { return nil }
    return token.value
  }

  /// The day with the year said, or else the nearest: this year's unless that is more than a month
  /// ago.
  func dated(year: Int?, month: Int, day: Int) -> CivilDay? {
    if let year { return CivilDay(year: year, month: month, day: day) }
    let current = today.yearMonthDay.year
    if let same = CivilDay(year: current, month: month, day: day), same.number >= today.number - 31 {
      if same.number <= today.number + 330 { return same }
      let past = CivilDay(year: current - 1, month: month, day: day)
      return past.map { $0.number >= today.number - 31 } == true ? past : same
    }
    return CivilDay(year: current + 1, month: month, day: day)
  }

  // MARK: Days of an unnamed month

  /// "the 13th", "on 13th", "13th of this month".
  private func dayOfMonth(at index: Int) -> Found<TimePiece.Value>? {
    guard let day = ordinal(at: index), tokens[index].kind == .number else { return nil }
    if role(day.next) == .of {
      let isThis = role(day.next + 1) == .this || role(day.next + 1) == .the || role(day.next + 1) == .next
      let isBare = token(day.next + 1)?.meaning.unit == .month
      guard isThis && token(day.next + 2)?.meaning.unit == .month || isBare else { return nil }
      let offset = role(day.next + 1) == .next ? 1 : 0
      let first = today.startOfMonth.adding(months: offset)
      let parts = first.yearMonthDay
      guard let civil = CivilDay(year: parts.year, month: parts.month, day: day.value) else { return nil }
      return explicit(civil, next: day.next + (isBare ? 2 : 3))
    }
    guard isSafeFollow(day.next) || startsClock(day.next), isAnnouncedOrdinal(index, day: day.value) else { return nil }
    return upcoming(dayOfMonth: day.value).map { explicit($0, next: day.next) }
  }

  private func startsClock(_ index: Int) -> Bool {
    token(index)?.kind == .number && clock(at: index) != nil
  }

  /// Low ordinals count choices and versions as often as days ("I prefer the 2nd"): they need a
  /// word that says day.
  private func isAnnouncedOrdinal(_ index: Int, day: Int) -> Bool {
    if isAnnouncedDay(index) || role(index - 1) == .forWord { return true }
    if isAlone(index, next: index + 2) { return true }
    guard role(index - 1) == .the else { return false }
    if day > 3 { return true }
    if let verb = token(index + 2)?.text, ["works", "suits", "would"].contains(verb) { return true }
    guard let before = token(index - 2) else { return startsClock(index + 2) }
    let meaning = before.meaning
    let announces: [TimeWord.Role] = [.forWord, .around, .at, .to, .of, .until, .starting]
    return meaning.role.map(announces.contains) == true || meaning.meridiem != nil || meaning.dayPart != nil
      || meaning.weekday != nil || before.kind == .number
      || ["is", "was"].contains(before.text) && isSign(".", at: index + 2)
  }

  /// Nothing else stands in the message: an answer to "which day?".
  func isAlone(_ index: Int, next: Int) -> Bool {
    let start = role(index - 1) == .the ? index - 1 : index
    return start == 0 && (next..<max(next, tokens.count)).allSatisfy { tokens[$0].kind == .sign }
  }

  /// Today's or the next day with this number.
  private func upcoming(dayOfMonth day: Int) -> CivilDay? {
    let parts = today.yearMonthDay
    for offset in 0..<3 {
      let month = today.startOfMonth.adding(months: offset).yearMonthDay
      if offset == 0, day < parts.day { continue }
      if let civil = CivilDay(year: month.year, month: month.month, day: day) { return civil }
    }
    return nil
  }
}
