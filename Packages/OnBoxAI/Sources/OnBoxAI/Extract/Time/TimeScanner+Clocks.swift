extension TimeScanner {
  /// A clock time that is one by its own form: "9:30", "3 pm", "half past ten", "noon".
  func clock(at index: Int) -> Found<ClockTime>? {
    if tokens[index].kind == .number {
      guard isFreeBefore(index) else { return nil }
      return colonClock(at: index) ?? meridiemClock(at: index) ?? oclock(at: index, hour: tokens[index].value)
        ?? minutesAroundHour(at: index) ?? continentalClock(at: index)
    }
    switch role(index) {
    case .noon: return Found(value: ClockTime(hour: 12, form: .fixed), next: index + 1)
    case .midnight: return Found(value: ClockTime(hour: 0, form: .fixed), next: index + 1)
    case .half, .quarter: return partOfHour(at: index)
    case .article where role(index + 1) == .quarter: return partOfHour(at: index + 1)
    default: return spokenClock(at: index)
    }
  }

  // MARK: Digits

  /// "9:30", "09:30:15", "9:30 pm", "9.30pm".
  private func colonClock(at index: Int) -> Found<ClockTime>? {
    let hour = tokens[index]
    guard hour.length <= 2, hour.value < 24, isSign(":", at: index + 1) || isSign(".", at: index + 1),
      isGlued(index + 1), isGlued(index + 2), let minute = token(index + 2), minute.kind == .number,
      minute.length == 2, minute.value < 60
    else { return nil }
    var next = index + 3
    if isSign(":", at: next), isGlued(next), let seconds = token(next + 1), seconds.kind == .number, isGlued(next + 1) {
      guard seconds.length == 2, isSign(":", at: index + 1) else { return nil }
      next += 2
      if isSign(".", at: next), isGlued(next), token(next + 1)?.kind == .number, isGlued(next + 1) { return nil }
    }
    if let half = meridiem(at: next), (1...12).contains(hour.value) {
      return Found(value: ClockTime(hour: hour.value, minute: minute.value, form: half.value), next: half.next)
    }
    if isSign(".", at: index + 1) {
      guard role(index - 1) == .at, hour.value >= 7, minute.value % 5 == 0, isSafeFollow(next), !followsAmount(index)
      else { return nil }
    } else if let after = token(next), isGlued(next), after.kind == .number || after.isSign(":") || after.isSign("%") {
      return nil
    }
    let form: ClockTime.Form = hour.length == 2 && hour.text.hasPrefix("0") ? .fixed : .open
    return Found(value: ClockTime(hour: hour.value, minute: minute.value, form: form), next: next)
  }

  /// "3 pm", "3pm", "1030am", "3 in the afternoon".
  private func meridiemClock(at index: Int) -> Found<ClockTime>? {
    let number = tokens[index]
    let isShort = number.length <= 2
    let hour = isShort ? number.value : number.value / 100
    let minute = isShort ? 0 : number.value % 100
    guard number.length <= 4, (1...23).contains(hour), minute < 60 else { return nil }
    if let half = meridiem(at: index + 1) {
      return Found(value: ClockTime(hour: hour, minute: minute, form: half.value), next: half.next)
    }
    guard isShort, hour <= 12, isDayPartPhrase(at: index + 1) else { return nil }
    return Found(value: ClockTime(hour: hour, form: .open), next: index + 1)
  }

  /// "am", "p.m.", and "p" directly after the digit.
  func meridiem(at index: Int) -> Found<ClockTime.Form>? {
    guard let token = token(index), token.kind == .word else { return nil }
    if let half = token.meaning.meridiem {
      let next = isSign(".", at: index + 1) && self.token(index + 2)?.isSpaced == false ? index + 1 : index + 1
      return Found(value: half == .am ? .am : .pm, next: next)
    }
    guard token.text == "a" || token.text == "p" else { return nil }
    let form: ClockTime.Form = token.text == "a" ? .am : .pm
    if isSign(".", at: index + 1), self.token(index + 2)?.text == "m", isGlued(index + 1), isGlued(index + 2) {
      let hasStop = isSign(".", at: index + 3) && isGlued(index + 3)
      return Found(value: form, next: index + (hasStop ? 4 : 3))
    }
    guard isGlued(index), isSafeFollow(index + 1), self.token(index - 1)?.length ?? 3 <= 2 else { return nil }
    return Found(value: form, next: index + 1)
  }

  /// "in the morning", "at night", "this evening" after an hour.
  func isDayPartPhrase(at index: Int) -> Bool {
    switch role(index) {
    case .inside:
      let part = role(index + 1) == .the ? index + 2 : index + 1
      return dayPartSkippingAdjective(part)
    case .at: return token(index + 1)?.meaning.dayPart == .night
    case .this: return token(index + 1)?.meaning.dayPart != nil
    case .today, .tomorrow: return token(index)?.meaning.dayPart != nil || token(index + 1)?.meaning.dayPart != nil
    default: return false
    }
  }

  private func dayPartSkippingAdjective(_ index: Int) -> Bool {
    let isAdjective = role(index) == .early || role(index) == .late
    return token(isAdjective ? index + 1 : index)?.meaning.dayPart != nil
  }

  /// "3 o'clock", also with the quotation mark that some keyboards make of the apostrophe.
  private func oclock(at index: Int, hour: Int) -> Found<ClockTime>? {
    guard (1...12).contains(hour) else { return nil }
    if role(index + 1) == .oclock {
      return Found(value: ClockTime(hour: hour, form: .open), next: index + 2)
    }
    guard token(index + 1)?.text == "o" else { return nil }
    let word = token(index + 2)?.kind == .sign ? index + 3 : index + 2
    guard token(word)?.text == "clock" else { return nil }
    return Found(value: ClockTime(hour: hour, form: .open), next: word + 1)
  }

  /// "15h30", "at 15h", "at 1500", "0900 hours".
  private func continentalClock(at index: Int) -> Found<ClockTime>? {
    let number = tokens[index]
    if number.length <= 2, number.value < 24, token(index + 1)?.text == "h", isGlued(index + 1) {
      if let minute = token(index + 2), minute.kind == .number, isGlued(index + 2), minute.length == 2,
        minute.value < 60
      {
        return Found(value: ClockTime(hour: number.value, minute: minute.value, form: .fixed), next: index + 3)
      }
      guard role(index - 1) == .at else { return nil }
      return Found(value: ClockTime(hour: number.value, form: .fixed), next: index + 2)
    }
    guard number.length == 4, number.value < 2400, number.value % 100 < 60 else { return nil }
    let saysHours = role(index + 1) == .hundredHours
    let isAt = role(index - 1) == .at || role(index - 1) == .by || role(index - 1) == .until
    guard isAt, saysHours || number.text.hasPrefix("0") && isSafeFollow(index + 1) else { return nil }
    return Found(
      value: ClockTime(hour: number.value / 100, minute: number.value % 100, form: .fixed),
      next: index + (saysHours ? 2 : 1))
  }

  // MARK: Words

  /// "half past ten", "quarter to 4", and the British "half ten".
  private func partOfHour(at index: Int) -> Found<ClockTime>? {
    let minutes = role(index) == .half ? 30 : 15
    var next = index + 1
    let isBefore = role(next) == .to || role(next) == .before || role(next) == .until
    let isPast = role(next) == .past || role(next) == .after
    if isBefore || isPast {
      next += 1
    } else {
      guard minutes == 30, token(next)?.kind == .word, let trigger = roleBefore(index),
        [.at, .by, .around, .until, .before, .after, .forWord, .from].contains(trigger), isSafeFollow(next + 1)
      else { return nil }
    }
    guard let hour = hour(at: next), !isBefore || minutes == 15 else { return nil }
    let half = meridiem(at: next + 1)
    return Found(
      value: Self.clock(hour: hour, minutesPast: isBefore ? -minutes : minutes, form: half?.value ?? .open),
      next: half?.next ?? next + 1)
  }

  /// "10 past 3", "twenty to four", "at 5 to 6".
  private func minutesAroundHour(at index: Int) -> Found<ClockTime>? {
    let number = tokens[index]
    let minutes = number.kind == .number ? number.value : number.meaning.number ?? -1
    guard (1...29).contains(minutes) else { return nil }
    var next = index + 1
    if token(next)?.meaning.unit == .minute { next += 1 }
    let isPast = role(next) == .past
    guard isPast || role(next) == .to, let hour = hour(at: next + 1),
      isSafeFollow(next + 2) || meridiem(at: next + 2) != nil
    else { return nil }
    if !isPast {
      guard minutes % 5 == 0, roleBefore(index) == .at || roleBefore(index) == .by || role(index - 1) == .until,
        !followsAmount(index)
      else { return nil }
    }
    let half = meridiem(at: next + 2)
    return Found(
      value: Self.clock(hour: hour, minutesPast: isPast ? minutes : -minutes, form: half?.value ?? .open),
      next: half?.next ?? next + 2)
  }

  /// "five pm", "ten thirty", "three o'clock", "eleven in the morning".
  private func spokenClock(at index: Int) -> Found<ClockTime>? {
    guard let hour = tokens[index].meaning.number else { return nil }
    if let found = minutesAroundHour(at: index) ?? oclock(at: index, hour: hour) { return found }
    guard (1...12).contains(hour) else { return nil }
    let minute = spokenMinute(at: index + 1)
    let next = minute?.next ?? index + 1
    if let half = meridiem(at: next), token(next)?.text != "a" {
      return Found(value: ClockTime(hour: hour, minute: minute?.value ?? 0, form: half.value), next: half.next)
    }
    let isAnnounced = minute != nil && isClockTrigger(role(index - 1)) && isSafeFollow(next)
    guard isDayPartPhrase(at: next) || isAnnounced else { return nil }
    return Found(value: ClockTime(hour: hour, minute: minute?.value ?? 0, form: .open), next: next)
  }

  /// "thirty", "forty-five", "fifteen" after an hour.
  private func spokenMinute(at index: Int) -> Found<Int>? {
    guard let tens = token(index)?.meaning.number, tens >= 10 else { return nil }
    let one = isSign("-", at: index + 1) ? index + 2 : index + 1
    if tens % 10 == 0, tens > 10, let unit = token(one)?.meaning.number, (1...9).contains(unit) {
      return Found(value: tens + unit, next: one + 1)
    }
    return Found(value: tens, next: index + 1)
  }

  /// An hour of the 12-hour clock, in digits or letters.
  private func hour(at index: Int) -> Int? {
    guard let token = token(index) else { return nil }
    let hour = token.kind == .number && token.length <= 2 ? token.value : token.meaning.number ?? -1
    return (1...12).contains(hour) ? hour : nil
  }

  static func clock(hour: Int, minutesPast: Int, form: ClockTime.Form) -> ClockTime {
    if minutesPast >= 0 { return ClockTime(hour: hour, minute: minutesPast, form: form) }
    let earlier = hour == 1 ? 12 : hour - 1
    let isAcrossNoon = hour == 12 && form != .open
    let flipped: ClockTime.Form = isAcrossNoon ? (form == .pm ? .am : .pm) : form
    return ClockTime(hour: earlier, minute: 60 + minutesPast, form: flipped)
  }
}
