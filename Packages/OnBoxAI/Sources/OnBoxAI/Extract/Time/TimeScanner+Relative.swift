/// Days and instants counted from now: "tomorrow", "in two hours", "end of next week".
extension TimeScanner {
  func dayFromNow(at index: Int) -> Found<TimePiece.Value>? {
    let token = tokens[index]
    switch token.meaning.role {
    case .today:
      if let part = token.meaning.dayPart { return today(part, at: index) }
      return relative(0, next: index + 1)
    case .tomorrow:
      return relative(1, next: index + 1)
    case .yesterday:
      return relative(-1, next: index + 1)
    case .later where role(index + 1) == .today:
      return relative(0, next: index + 2)
    case .later where role(index + 1) == .this && self.token(index + 2)?.meaning.unit == .week:
      return days(today + 1, fridayOnOrAfter(today + 1), next: index + 3)
    case .this, .next, .last:
      return qualifiedUnit(at: index) ?? (token.meaning.role == .this ? thisPart(at: index) : nil)
    case .inside, .within:
      return duration(at: index + 1).flatMap { isFutureDuration(index, $0) ? ahead($0) : nil }
    case .endOfDay:
      return Found(value: .endOfDay, next: index + 1)
    case .endOfWeek:
      return Found(value: .day(fridayOnOrAfter(today), .relative), next: index + 1)
    case .endOfMonth:
      return Found(value: .day(today.endOfMonth, .relative), next: index + 1)
    case .end, .start, .starting, .early, .late, .mid:
      return edge(at: index)
    default:
      return token.meaning.unit == .day ? dayAround(at: index) : counted(at: index)
    }
  }

  private func relative(_ offset: Int, next: Int) -> Found<TimePiece.Value> {
    Found(value: .day(today + offset, .relative), next: next)
  }

  private func days(_ first: CivilDay, _ last: CivilDay, next: Int) -> Found<TimePiece.Value> {
    Found(value: first < last ? .days(first, last, .relative) : .day(last, .relative), next: next)
  }

  /// "tonight": two pieces in one word; the day is kept here, the part by the assembler.
  private func today(_ part: DayPart, at index: Int) -> Found<TimePiece.Value> {
    relative(0, next: index + 1)
  }

  /// "this morning", "this evening": today; the part is the next piece.
  private func thisPart(at index: Int) -> Found<TimePiece.Value>? {
    guard token(index + 1)?.meaning.dayPart != nil else { return nil }
    return relative(0, next: index + 1)
  }

  /// "day after tomorrow", "day before yesterday".
  private func dayAround(at index: Int) -> Found<TimePiece.Value>? {
    switch (role(index + 1), role(index + 2)) {
    case (.after, .tomorrow): relative(2, next: index + 3)
    case (.before, .yesterday): relative(-2, next: index + 3)
    default: nil
    }
  }

  // MARK: Weeks and months

  /// "next week", "this weekend", "next month", "the week after next".
  private func qualifiedUnit(at index: Int) -> Found<TimePiece.Value>? {
    if role(index) == .last, role(index + 2) == .of { return nil }
    guard let qualifier = role(index), let span = unitSpan(at: index + 1, qualifier: qualifier) else { return nil }
    return days(span.first, span.last, next: index + 2)
  }

  private func unitSpan(at index: Int, qualifier: TimeWord.Role) -> (first: CivilDay, last: CivilDay)? {
    let offset = qualifier == .next ? 1 : qualifier == .last ? -1 : 0
    guard let token = token(index) else { return nil }
    if token.meaning.role == .weekend {
      let saturday = today.monday + (5 + (qualifier == .next ? 7 : qualifier == .last ? -7 : 0))
      return (max(saturday, qualifier == .this ? today : saturday), saturday + 1)
    }
    switch token.meaning.unit {
    case .week:
      let monday = today.monday + 7 * offset
      let first = offset == 0 ? max(monday, min(today, monday + 4)) : monday
      return (first, monday + 4)
    case .month where token.text == "month":
      let first = today.startOfMonth.adding(months: offset)
      return (offset == 0 ? today : first, first.endOfMonth)
    default: return nil
    }
  }

  /// "end of the week", "beginning of next month", "early next week", "end of day".
  private func edge(at index: Int) -> Found<TimePiece.Value>? {
    guard let edge = role(index) else { return nil }
    var next = index + 1
    if isSign("-", at: next) { next += 1 }
    if role(next) == .of { next += 1 }
    if edge == .end, let unit = token(next)?.meaning.unit ?? token(next + 1)?.meaning.unit, unit == .day,
      token(next)?.meaning.unit == .day || [.the, .this].contains(role(next))
    {
      return Found(value: .endOfDay, next: token(next)?.meaning.unit == .day ? next + 1 : next + 2)
    }
    if edge == .end, token(next)?.text == "business", token(next + 1)?.meaning.unit == .day {
      return Found(value: .endOfDay, next: next + 2)
    }
    if let month = token(next)?.meaning.month, edge != .starting || role(index + 1) == .of {
      return monthEdge(edge, month: month, next: next + 1)
    }
    var qualifier = TimeWord.Role.this
    if let said = role(next), [.this, .the, .next, .myYour].contains(said) {
      qualifier = said == .next ? .next : .this
      next += 1
    } else if token(next)?.meaning.unit == nil || role(next - 1) != .of {
      return nil
    }
    guard token(next)?.meaning.role != .weekend,
      token(next)?.meaning.unit == .week || token(next)?.meaning.unit == .month,
      let span = unitSpan(at: next, qualifier: qualifier)
    else { return nil }
    return edgeOf(edge, first: span.first, last: span.last, isWeek: token(next)?.meaning.unit == .week, next: next + 1)
  }

  private func edgeOf(
    _ edge: TimeWord.Role, first: CivilDay, last: CivilDay, isWeek: Bool, next: Int
  ) -> Found<TimePiece.Value>? {
    switch edge {
    case .end:
      let day = isWeek ? max(last, fridayOnOrAfter(first)) : last
      return Found(value: .day(day < today ? fridayOnOrAfter(today) : day, .relative), next: next)
    case .start, .starting:
      return Found(value: .day(isWeek ? first.monday : first.startOfMonth, .relative), next: next)
    case .early: return days(first, min(last, first + (isWeek ? 1 : 9)), next: next)
    case .mid:
      return days(
        first.monday == first || !isWeek ? first + (isWeek ? 1 : 9) : first, first + (isWeek ? 3 : 19), next: next)
    default: return days(last + (isWeek ? -1 : -9), last, next: next)
    }
  }

  private func monthEdge(_ edge: TimeWord.Role, month: Int, next: Int) -> Found<TimePiece.Value>? {
    let current = today.yearMonthDay
    let year = month >= current.month ? current.year : current.year + 1
    guard let first = CivilDay(year: year, month: month, day: 1) else { return nil }
    return edgeOf(edge, first: first, last: first.endOfMonth, isWeek: false, next: next)
  }

  private func fridayOnOrAfter(_ day: CivilDay) -> CivilDay {
    day + (5 - day.weekday + 7) % 7
  }

  // MARK: Counting

  private struct Duration {
    let amount: Int
    let unit: TimeWord.Unit
    let next: Int
  }

  /// "20 minutes", "an hour", "two weeks", "half an hour", "a couple of days", "1.5 hours", "an
  /// hour and a half".
  private func duration(at index: Int) -> Duration? {
    if role(index) == .half, role(index + 1) == .article, let unit = token(index + 2)?.meaning.unit, unit == .hour {
      return Duration(amount: 30, unit: .minute, next: index + 3)
    }
    let start = ["about", "around", "exactly", "roughly"].contains(token(index)?.text ?? "") ? index + 1 : index
    guard let amount = amount(at: start), let unit = token(amount.next)?.meaning.unit else { return nil }
    if amount.halves != nil, unit != .hour { return nil }
    var minutes = amount.value * 60 + (amount.halves ?? 0)
    var next = amount.next + 1
    if unit == .hour, role(next) == .and, role(next + 1) == .article, role(next + 2) == .half {
      minutes += 30
      next += 3
    }
    if unit == .hour, minutes % 60 != 0 { return Duration(amount: minutes, unit: .minute, next: next) }
    return Duration(amount: amount.value, unit: unit, next: next)
  }

  private struct Amount {
    let value: Int
    /// Minutes of a fraction of an hour.
    let halves: Int?
    let next: Int
  }

  private func amount(at index: Int) -> Amount? {
    guard let token = token(index) else { return nil }
    if token.kind == .number, token.length <= 3 {
      if isSign(".", at: index + 1), isGlued(index + 1), let tenth = self.token(index + 2), tenth.length == 1,
        tenth.kind == .number, isGlued(index + 2)
      {
        return Amount(value: token.value, halves: tenth.value * 6, next: index + 3)
      }
      return Amount(value: token.value, halves: nil, next: index + 1)
    }
    if let number = token.meaning.number { return Amount(value: number, halves: nil, next: index + 1) }
    guard token.meaning.role == .article || token.meaning.role == .couple else { return nil }
    let isCouple = token.meaning.role == .couple || role(index + 1) == .couple
    guard isCouple else { return Amount(value: 1, halves: nil, next: index + 1) }
    var next = index + (token.meaning.role == .couple ? 1 : 2)
    if role(next) == .of { next += 1 }
    return Amount(value: 2, halves: nil, next: next)
  }

  /// "in 5 minutes" points ahead; "finished in 5 minutes" and "twice in 2 days" do not.
  private func isFutureDuration(_ index: Int, _ duration: Duration) -> Bool {
    if role(index) == .within || role(duration.next) == .ago { return false }
    if token(duration.next)?.meaning.unit != nil { return false }
    guard let before = token(index - 1), before.kind == .word else { return true }
    return !before.text.hasSuffix("ed")
      && !["twice", "times", "once", "did", "done", "ran", "took"].contains(before.text)
  }

  private func ahead(_ duration: Duration) -> Found<TimePiece.Value>? {
    shifted(by: duration, from: nil, sign: 1, next: duration.next)
  }

  /// "two weeks from Friday", "3 days ago", "an hour from now", "a week from tomorrow".
  private func counted(at index: Int) -> Found<TimePiece.Value>? {
    guard let duration = duration(at: index) else { return nil }
    switch role(duration.next) {
    case .ago:
      return shifted(by: duration, from: nil, sign: -1, next: duration.next + 1)
    case .from, .after, .on:
      if role(duration.next + 1) == .now, role(duration.next) == .from {
        return shifted(by: duration, from: nil, sign: 1, next: duration.next + 2)
      }
      guard duration.unit == .week || duration.unit == .day, role(duration.next) != .on || duration.unit == .week,
        let base = base(at: duration.next + 1)
      else { return nil }
      return shifted(by: duration, from: base.value, sign: 1, next: base.next)
    default: return nil
    }
  }

  private func base(at index: Int) -> Found<CivilDay>? {
    if role(index) == .today { return Found(value: today, next: index + 1) }
    if role(index) == .tomorrow { return Found(value: today + 1, next: index + 1) }
    guard token(index) != nil, let found = weekday(at: index), case .day(let day, _) = found.value else { return nil }
    return Found(value: day, next: found.next)
  }

  private func shifted(by duration: Duration, from base: CivilDay?, sign: Int, next: Int) -> Found<TimePiece.Value>? {
    let start = base ?? today
    let amount = sign * duration.amount
    switch duration.unit {
    case .minute, .hour:
      let minutes = now.minute + amount * (duration.unit == .hour ? 60 : 1)
      let offset = Int((Double(minutes) / 1440).rounded(.down))
      return Found(
        value: .instant(LocalTime(day: start + offset, minute: minutes - offset * 1440)), next: next)
    case .day: return Found(value: .day(start + amount, .relative), next: next)
    case .workday: return Found(value: .day(start.adding(workdays: amount), .relative), next: next)
    case .week: return Found(value: .day(start + 7 * amount, .relative), next: next)
    case .month: return Found(value: .day(start.adding(months: amount), .relative), next: next)
    case .year: return Found(value: .day(start.adding(months: 12 * amount), .relative), next: next)
    case .quarter: return nil
    }
  }
}

extension CivilDay {
  /// Monday to Friday counted, whole days.
  func adding(workdays: Int) -> CivilDay {
    var day = self
    var left = abs(workdays)
    while left > 0 {
      day = day + (workdays > 0 ? 1 : -1)
      if day.weekday <= 5 { left -= 1 }
    }
    return day
  }
}
