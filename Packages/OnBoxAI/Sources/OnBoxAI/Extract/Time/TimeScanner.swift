import Foundation

/// Reads the tokens of one message from left to right and collects the pieces that speak of time.
/// The rules stand in extensions: clocks, days of the calendar, days counted from now, zones.
struct TimeScanner {
  let tokens: [Token]
  let now: LocalTime
  /// "3/4" is the 4th of March, as in the Americas.
  let isMonthFirst: Bool
  var today: CivilDay { now.day }

  /// A value and the index of the token after it.
  struct Found<Value> {
    let value: Value
    let next: Int
  }

  func pieces() -> [TimePiece] {
    var pieces: [TimePiece] = []
    var index = 0
    while index < tokens.count {
      if let piece = piece(at: index, after: pieces.last), piece.tokens.upperBound > index {
        pieces.append(piece)
        index = piece.tokens.upperBound
      } else {
        index += 1
      }
    }
    return pieces
  }

  private func piece(at index: Int, after previous: TimePiece?) -> TimePiece? {
    let token = tokens[index]
    guard token.kind == .word || token.kind == .number || token.isSign("+") || token.isSign("-") || token.isSign("(")
    else { return nil }
    if let previous, previous.tokens.upperBound == index, previous.endsWithClock, let zone = zone(at: index) {
      return TimePiece(value: .zone(zone.value), tokens: index..<zone.next)
    }
    guard token.kind == .word || token.kind == .number else { return nil }
    guard token.kind == .number || token.mayStartTime else { return nil }
    let found =
      day(at: index) ?? dayFromNow(at: index) ?? clockSpan(at: index)
      ?? clock(at: index).map { Found(value: .clock($0.value), next: $0.next) }
      ?? bareClock(at: index, after: previous) ?? dayPart(at: index)
    guard let found else { return nil }
    return TimePiece(value: found.value, tokens: index..<found.next)
  }

  /// "in the morning", "this evening": only the part; the day is another piece. Greetings are none.
  private func dayPart(at index: Int) -> Found<TimePiece.Value>? {
    guard let part = tokens[index].meaning.dayPart else { return nil }
    if let before = token(index - 1), before.meaning.role == .greeting { return nil }
    return Found(value: .dayPart(part), next: index + 1)
  }
}

// MARK: Looking around

extension TimeScanner {
  func token(_ index: Int) -> Token? { index >= 0 && index < tokens.count ? tokens[index] : nil }

  func role(_ index: Int) -> TimeWord.Role? { token(index)?.meaning.role }

  func isSign(_ sign: String, at index: Int) -> Bool { token(index)?.isSign(sign) ?? false }

  /// The token stands directly after the one before it, without white space.
  func isGlued(_ index: Int) -> Bool { token(index).map { !$0.isSpaced && isDirectlyAfter(index) } ?? false }

  private func isDirectlyAfter(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
  }

  /// The role just before `index`, articles skipped.
  func roleBefore(_ index: Int) -> TimeWord.Role? {
    var before = index - 1
    while let role = role(before), role == .the || role == .article { before -= 1 }
    return role(before)
  }

  /// The number at `index` is free of signs that make it something else: "$5", "#5", "1.5", "v5",
  /// "5:5".
  func isFreeBefore(_ index: Int) -> Bool {
    guard let before = token(index - 1) else { return true }
    if isGlued(index) {
      if before.kind == .sign {
        return ["-", "(", "[", "\"", "'", "@", "~", ",", "/", "*", ">", "+"].contains(before.text)
      }
      return before.kind == .word && before.text == "t" && token(index - 2)?.kind == .number
    }
    if before.kind == .sign, ["$", "€", "£", "¥", "#", "№"].contains(before.text) { return false }
    return !before.meaning.isLabel
  }

  /// Nothing at `index` makes the number before it a count, a price, a fraction or part of a longer
  /// number.
  func isSafeFollow(_ index: Int) -> Bool {
    guard let next = token(index) else { return true }
    switch next.kind {
    case .number, .opaque: return false
    case .word:
      if isGlued(index) { return false }
      let meaning = next.meaning
      return meaning.isFollower || meaning.weekday != nil || meaning.dayPart != nil
        || meaning.zone != nil && !meaning.isWeakZone || meaning.month != nil && !meaning.isAmbiguous
    case .sign:
      if ["%", "$", "€", "£", "°", ":", "+", "*", "x", "×", "="].contains(next.text) { return false }
      guard [".", ",", "-", "/"].contains(next.text), isGlued(index), isGlued(index + 1), let after = token(index + 1)
      else { return true }
      return next.text == "," && after.kind != .number
    }
  }

  /// Whether the sentence around `index` speaks of meeting or of days at all.
  func hasTimeContext(_ index: Int) -> Bool {
    sentence(around: index).contains { position in
      let meaning = tokens[position].meaning
      return meaning.isTimeContext || meaning.weekday != nil && !meaning.isAmbiguous || meaning.dayPart != nil
        || meaning.role == .tomorrow || meaning.role == .today
    }
  }

  /// Whether the words shortly before `index` speak of amounts: "raised from", "version".
  func followsAmount(_ index: Int) -> Bool {
    var position = index - 1
    while position >= max(0, index - 4) {
      if tokens[position].kind == .sign, [".", "!", "?", ";", ","].contains(tokens[position].text) { return false }
      if tokens[position].meaning.isAmount { return true }
      position -= 1
    }
    return false
  }

  private func sentence(around index: Int) -> Range<Int> {
    var start = index
    var end = index
    while start > 0, index - start < 16, !endsSentence(start - 1) { start -= 1 }
    while end < tokens.count, end - index < 16, !endsSentence(end) { end += 1 }
    return start..<end
  }

  /// A full stop, a question or exclamation mark that closes a sentence.
  func endsSentence(_ index: Int) -> Bool {
    guard tokens[index].kind == .sign else { return false }
    switch tokens[index].text {
    case "!", "?", ";": return true
    case ".": return index + 1 >= tokens.count || tokens[index + 1].isSpaced
    default: return false
    }
  }
}

extension Token {
  /// Whether any rule can begin with this word.
  var mayStartTime: Bool {
    meaning.role != nil || meaning.month != nil || meaning.weekday != nil || meaning.dayPart != nil
      || meaning.number != nil || meaning.ordinal != nil || meaning.unit == .day
  }
}

extension TimePiece {
  var endsWithClock: Bool {
    switch value {
    case .clock, .clocks: true
    case .dayPart: false
    default: false
    }
  }
}
