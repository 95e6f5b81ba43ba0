import Foundation

/// Puts the pieces of a message together: "Friday" + "3 pm" + "CET" is one mention.
struct TimeAssembler {
  let scanner: TimeScanner
  let bytes: [UInt8]

  func mentions(of pieces: [TimePiece]) -> [TimeMention] {
    var mentions: [TimeMention] = []
    var places: [Range<Int>] = []
    func close(_ draft: TimeDraft) {
      guard let mention = mention(of: draft) else { return }
      mentions.append(mention)
      places.append(draft.tokens)
    }
    var current: TimeDraft?
    for (position, piece) in pieces.enumerated() {
      if var draft = current, join(piece, to: &draft, next: position + 1 < pieces.count ? pieces[position + 1] : nil) {
        current = draft
        continue
      }
      if let draft = current { close(draft) }
      current = TimeDraft(piece, in: scanner)
    }
    if let draft = current { close(draft) }
    shareAcrossAlternatives(&mentions, at: places)
    return mentions
  }

  /// "Tuesday at 11 or 2": both on Tuesday. "Tuesday or Wednesday at 3": both at three.
  private func shareAcrossAlternatives(_ mentions: inout [TimeMention], at places: [Range<Int>]) {
    for index in mentions.indices.dropLast() {
      let gap = places[index].upperBound..<places[index + 1].lowerBound
      let isAlternative = gap.contains { [.or, .and].contains(scanner.role($0)) }
      guard gap.count <= 2, isAlternative else { continue }
      let (one, other) = (mentions[index], mentions[index + 1])
      if one.date != nil, one.time != nil, other.date == nil, other.time != nil {
        mentions[index + 1].date = one.date
        mentions[index + 1].timeZone = other.timeZone ?? one.timeZone
      } else if one.date != nil, one.time == nil, one.dayPart == nil, other.date != nil, !one.isRange {
        mentions[index].time = other.time
        mentions[index].endTime = other.endTime
        mentions[index].dayPart = other.dayPart
        mentions[index].timeZone = other.timeZone
      }
    }
  }

  // MARK: Joining

  private enum Link {
    case beside
    case span
  }

  private func join(_ piece: TimePiece, to draft: inout TimeDraft, next: TimePiece?) -> Bool {
    let gap = draft.tokens.upperBound..<piece.tokens.lowerBound
    guard let link = link(over: gap, after: draft) else { return false }
    if draft.day != nil, case .clock = piece.value, startsAnotherMention(piece, after: gap, before: next) {
      return false
    }
    guard draft.take(piece, isSpan: link == .span, isApposed: isApposition(gap), in: scanner) else { return false }
    if let bound = bound(in: gap) { draft.innerBound = bound }
    return true
  }

  /// "Tuesday, 3pm Wednesday": the time belongs to the day after it.
  private func startsAnotherMention(_ piece: TimePiece, after gap: Range<Int>, before next: TimePiece?) -> Bool {
    guard gap.contains(where: { scanner.tokens[$0].isSign(",") }), let next,
      next.tokens.lowerBound - piece.tokens.upperBound <= 1
    else { return false }
    if case .day = next.value { return true }
    return false
  }

  /// How the tokens between two pieces bind them; `nil` when they part them.
  private func link(over gap: Range<Int>, after draft: TimeDraft) -> Link? {
    guard gap.count <= 4 else { return nil }
    var link = Link.beside
    for index in gap {
      let token = scanner.tokens[index]
      if scanner.endsSentence(index) { return nil }
      if token.kind == .sign {
        if token.text == "-" { link = .span }
        guard [",", "(", ")", "-", "@", "\"", ".", "~", "|"].contains(token.text) else { return nil }
        continue
      }
      switch token.meaning.role {
      case .to where scanner.followsMove(index): return nil
      case .to, .until: link = .span
      case .and where gap.count <= 2 && scanner.roleBefore(draft.tokens.lowerBound) == .between: link = .span
      case .at, .on, .the, .inside, .of, .from, .around, .by, .before, .after, .starting, .timeWord, .article, .between,
        .forWord, .early, .late, .this, .within:
        break
      default:
        guard token.meaning.unit == nil, ["sharp", "exactly", "it's", "bright", "latest"].contains(token.text) else {
          return nil
        }
      }
    }
    return link
  }

  private func isApposition(_ gap: Range<Int>) -> Bool {
    gap.allSatisfy { scanner.tokens[$0].kind == .sign && scanner.tokens[$0].text != "-" || scanner.role($0) == .the }
  }

  private func bound(in gap: Range<Int>) -> TimeMention.Bound? {
    gap.lazy.compactMap { bound(of: scanner.role($0)) }.first
  }

  private func bound(of role: TimeWord.Role?) -> TimeMention.Bound? {
    switch role {
    case .by, .before, .within, .due: .by
    case .after, .since, .from, .starting: .after
    case .until: .until
    default: nil
    }
  }

  // MARK: Finishing

  /// What stands before and after the mention says how it bounds: "by", "due", "no later than", "at
  /// the latest".
  private func bound(of draft: TimeDraft) -> TimeMention.Bound {
    if let inner = draft.innerBound { return inner }
    if draft.isEndOfDay || draft.endsPeriod { return .by }
    var index = draft.tokens.lowerBound - 1
    while let role = scanner.role(index), [.the, .article, .on, .around, .at, .this].contains(role) { index -= 1 }
    if let bound = bound(of: scanner.role(index)) {
      return bound == .after && draft.isSpan ? .exact : bound
    }
    if scanner.token(index)?.text == "than", scanner.role(index - 1) == .later { return .by }
    if ["is", ":", "'s"].contains(scanner.token(index)?.text ?? ""), scanner.role(index - 1) == .due { return .by }
    let after = draft.tokens.upperBound
    let latest = scanner.role(after) == .at ? after + 2 : after
    if scanner.token(latest)?.text == "latest" { return .by }
    if scanner.token(after)?.text.hasPrefix("onward") == true { return .after }
    return .exact
  }

  /// Whether "before" bounds it.
  private func isBefore(_ draft: TimeDraft) -> Bool {
    var index = draft.tokens.lowerBound - 1
    while let role = scanner.role(index), [.the, .article, .this].contains(role) { index -= 1 }
    return draft.innerBound == nil && scanner.role(index) == .before
  }

  private func mention(of draft: TimeDraft) -> TimeMention? {
    guard !draft.isOnlyPart || isMeantAsPart(draft) else { return nil }
    let first = scanner.tokens[draft.tokens.lowerBound].range.lowerBound
    let last = scanner.tokens[draft.tokens.upperBound - 1].range.upperBound
    let bound = bound(of: draft)
    var day = draft.day
    if draft.isEndOfDay, day == nil { day = scanner.today }
    var minutes = draft.minutes
    if draft.isMidnight, minutes?.start == 0 {
      if bound == .by { minutes = (23 * 60 + 59, nil) } else if day == scanner.today { day = scanner.today + 1 }
    }
    if draft.isEndOfDay, minutes == nil { minutes = (TimeMention.workingDay.upperBound, nil) }
    return TimeMention(
      text: String(decoding: bytes[first..<last], as: UTF8.self), range: first..<last, date: day?.components,
      endDate: draft.endDay?.components, time: minutes.map { Self.time($0.start) },
      endTime: minutes?.end.map(Self.time), dayPart: draft.part, timeZone: draft.zone, bound: bound,
      isPeriod: draft.endDay != nil && draft.origin == .relative, isBefore: bound == .by && isBefore(draft))
  }

  private static func time(_ minute: Int) -> DateComponents {
    DateComponents(hour: minute / 60 % 24, minute: minute % 60)
  }

  /// A part of the day by itself speaks of time in "in the morning", "mornings"; not in "movie
  /// night".
  private func isMeantAsPart(_ draft: TimeDraft) -> Bool {
    let start = draft.tokens.lowerBound
    if scanner.tokens[start].text.hasSuffix("s") { return true }
    guard let role = scanner.roleBefore(start) else { return false }
    return [.inside, .at, .this, .early, .late, .by, .until].contains(role)
  }
}
