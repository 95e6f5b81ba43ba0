/// Numbers that are clock times only by what stands around them: "at 3", "from 9 to 5", "morning
/// 10".
extension TimeScanner {
  func isClockTrigger(_ role: TimeWord.Role?) -> Bool {
    guard let role else { return false }
    return [.at, .by, .until, .before, .after, .around, .from, .since, .forWord].contains(role)
  }

  /// A lone hour after a word that announces a time.
  func bareClock(at index: Int, after previous: TimePiece?) -> Found<TimePiece.Value>? {
    guard let hour = bareHour(at: index, upTo: 23), isFreeBefore(index) else { return nil }
    let isIsh = token(index + 1)?.text == "ish"
    let next = isIsh ? index + 2 : index + 1
    guard isIsh || isSafeFollow(next), isAnnouncedHour(index, hour: hour, after: previous) else { return nil }
    return Found(value: .clock(ClockTime(hour: hour, form: .open)), next: next)
  }

  private func isAnnouncedHour(_ index: Int, hour: Int, after previous: TimePiece?) -> Bool {
    if let before = token(index - 1), before.meaning.dayPart != nil, hour <= 12 {
      return before.kind == .word && role(index - 2) != .greeting
    }
    let isTouching = previous.map { $0.tokens.upperBound == index - 1 } ?? false
    if let previous, isTouching, previous.endsWithClock, hour <= 12, role(index - 1) == .or { return true }
    let trigger = roleBefore(index)
    if token(index + 1)?.text == "ish" || role(index - 1) == .to && followsMove(index) { return true }
    let isAt = trigger == .at || isSign("@", at: index - 1)
    guard isAt || isClockTrigger(trigger), trigger != .forWord, !followsAmount(index) else { return false }
    if hour > 12 { return isAt && (isTouching || hasTimeContext(index)) }
    if tokens[index].text == "one", !isAt { return false }
    if isAt { return !isCountSoFar(index) }
    return hasTimeContext(index)
  }

  /// "we're at 12", "still at 3": a count that has come so far.
  private func isCountSoFar(_ index: Int) -> Bool {
    guard let before = token(index - 2) else { return false }
    return ["we're", "are", "currently", "now", "still", "already", "i'm", "stuck", "stands", "remains"].contains(
      before.text)
  }

  /// "Move the 10:30 to 11": the two times are not a span.
  func followsMove(_ index: Int) -> Bool {
    (max(0, index - 6)..<index).contains { tokens[$0].meaning.isMove }
  }

  private func bareHour(at index: Int, upTo limit: Int) -> Int? {
    guard let token = token(index) else { return nil }
    if token.kind == .number {
      return token.length <= 2 && (1...limit).contains(token.value) ? token.value : nil
    }
    guard let hour = token.meaning.number, (1...12).contains(hour) else { return nil }
    return hour
  }

  // MARK: Spans

  /// "2-4pm", "from 9:30 to 11", "between 1 and 3".
  func clockSpan(at index: Int) -> Found<TimePiece.Value>? {
    guard isFreeBefore(index), let start = endpoint(at: index), let middle = spanSign(at: start.next, from: index),
      let end = endpoint(at: middle)
    else { return nil }
    if role(middle - 1) == .to, followsMove(index) { return nil }
    let isBare = !start.isStrong && !end.isStrong
    let isAnnounced = roleBefore(index) == .from || roleBefore(index) == .between
    if isBare {
      guard isAnnounced || isSign("-", at: middle - 1) else { return nil }
      guard isSafeFollow(end.next), !followsAmount(index), hasTimeContext(index) else { return nil }
    } else if !end.isStrong {
      guard isSafeFollow(end.next) else { return nil }
    }
    guard role(middle - 1) != .and || roleBefore(index) == .between else { return nil }
    return Found(value: .clocks(ClockSpan(start: start.clock, end: end.clock)), next: end.next)
  }

  private struct Endpoint {
    let clock: ClockTime
    let isStrong: Bool
    let next: Int
  }

  private func endpoint(at index: Int) -> Endpoint? {
    guard let token = token(index), token.kind == .number || token.mayStartTime else { return nil }
    if let strong = clock(at: index) {
      return Endpoint(clock: strong.value, isStrong: true, next: strong.next)
    }
    guard let hour = bareHour(at: index, upTo: 23) else { return nil }
    return Endpoint(clock: ClockTime(hour: hour, form: .open), isStrong: false, next: index + 1)
  }

  /// The index after "to", "-", "until", or after "and" of "between … and …".
  private func spanSign(at index: Int, from start: Int) -> Int? {
    if isSign("-", at: index) { return index + 1 }
    guard let role = role(index) else { return nil }
    return role == .to || role == .until || role == .and && roleBefore(start) == .between ? index + 1 : nil
  }
}
