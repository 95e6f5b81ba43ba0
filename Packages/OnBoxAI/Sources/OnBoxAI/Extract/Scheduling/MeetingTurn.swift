import Foundation

/// One turn of a conversation, read for what it says of a meeting.
struct MeetingTurn {
  let reader: PhraseReader
  let mentions: [TimeMention]
  let turn: Turn
  let index: Int
  let zone: TimeZone
  let now: Date
  /// Whether each token stands in a mention.
  private let isMentioned: [Bool]
  private let clauses: Clauses
  private let sentences: [TimeTalk]

  init(
    reader: PhraseReader, mentions: [TimeMention],
    turn: Turn, index: Int,
    zone: TimeZone, now: Date
  ) {
    self.reader = reader
    self.mentions = mentions
    self.turn = turn
    self.index = index
    self.zone = zone
    self.now = now
    var isMentioned = [Bool](repeating: false, count: reader.tokens.count)
    for mention in mentions {
      guard let place = reader.place(of: mention.range) else { continue }
      for position in place { isMentioned[position] = true }
    }
    self.isMentioned = isMentioned
    clauses = Clauses(reader.tokens)
    sentences = Sentences.ranges(of: reader.tokens, bytes: reader.bytes).map {
      TimeTalk(reader: reader, range: $0, isMentioned: isMentioned)
    }
  }

  private var tokens: [Token] { reader.tokens }

  var speaksOfMeeting: Bool { sentences.contains(where: \.speaksOfMeeting) }

  // MARK: Duration

  /// Minutes: "45 min", "half an hour", "an hour and a half", "90-minute". Not "in 20 minutes".
  var duration: Int? {
    for (position, token) in tokens.enumerated() {
      guard let unit = token.meaning.unit, unit == .minute || unit == .hour, !isInsideMention(position) else {
        continue
      }
      guard let amount = amount(before: position, unit: unit) else { continue }
      let isHalfMore =
        unit == .hour && position + 3 < tokens.count && tokens[position + 1].text == "and"
        && tokens[position + 3].text == "half"
      let minutes = Int(amount * (unit == .hour ? 60 : 1)) + (isHalfMore ? 30 : 0)
      if (5...600).contains(minutes) { return minutes }
    }
    return nil
  }

  private func amount(before position: Int, unit: TimeWord.Unit) -> Double? {
    var before = position - 1
    if before >= 0, tokens[before].isSign("-") { before -= 1 }
    guard before >= 0 else { return nil }
    let token = tokens[before]
    if token.kind == .number {
      let isFraction = before >= 2 && tokens[before - 1].isSign(".") && tokens[before - 2].kind == .number
      return isFraction ? Double("\(tokens[before - 2].value).\(token.value)") : Double(token.value)
    }
    if let number = token.meaning.number { return Double(number) }
    if token.text == "half" { return unit == .hour ? 0.5 : nil }
    guard token.meaning.role == .article else { return nil }
    return before > 0 && tokens[before - 1].text == "half" ? 0.5 : unit == .hour ? 1 : nil
  }

  private func isInsideMention(_ position: Int) -> Bool { isMentioned[position] }

  // MARK: Topic

  /// "… to discuss the budget", "the roadmap review".
  var topic: String? { discussed ?? kind }

  private var discussed: String? {
    for (position, token) in tokens.enumerated() where MeetingWords.topics.contains(token.text) {
      let isPlain = ["about", "discuss", "regarding", "re", "concerning"].contains(token.text)
      let follows =
        position > 0
        && (MeetingWords.kinds.contains(tokens[position - 1].text)
          || ["go", "talk", "walk", "sync", "chat", "catch", "to"].contains(tokens[position - 1].text))
      guard isPlain && !["how", "what"].contains(position > 0 ? tokens[position - 1].text : "") || follows else {
        continue
      }
      if let topic = phrase(from: position + 1) { return topic }
    }
    return nil
  }

  private func phrase(from start: Int) -> String? {
    var end = start
    while end < tokens.count, end - start < 10, tokens[end].kind != .sign || tokens[end].isSign("'"),
      !isInsideMention(end),
      end == start || !MeetingWords.topicEnds.contains(tokens[end].text)
    {
      end += 1
    }
    guard start < end, !MeetingWords.topicEnds.contains(tokens[start].text),
      !["it", "that", "this", "me", "you"].contains(tokens[start].text)
    else { return nil }
    return reader.text(start..<end)
  }

  private var kind: String? {
    for (position, token) in tokens.enumerated() where MeetingWords.kinds.contains(token.text) && position > 0 {
      var start = position
      while start > 0, position - start < 4, tokens[start - 1].kind == .word,
        !MeetingWords.determiners.contains(tokens[start - 1].text),
        tokens[start - 1].meaning.role == nil, !MeetingWords.meeting.contains(tokens[start - 1].text),
        !isInsideMention(start - 1),
        tokens[start - 1].meaning.unit == nil
      {
        start -= 1
      }
      let isNamed = start > 0 && MeetingWords.determiners.contains(tokens[start - 1].text)
      if start < position, isNamed { return reader.text(start..<position + 1) }
    }
    return nil
  }

  // MARK: Availability

  /// Adds what the speaker wants and refuses. With `setsBounds` periods and deadlines bound the
  /// whole request. A time in a greeting or a remark is neither wanted nor refused.
  func collect(into draft: inout MeetingDraft, setsBounds: Bool) {
    guard !tellsOfDeed else { return }
    for mention in mentions {
      guard let place = reader.place(of: mention.range) else { continue }
      let isRefused = isRefused(place)
      let talk = sentences.first { $0.range.contains(place.lowerBound) }
      guard isRefused || talk?.offers ?? false else { continue }
      if setsBounds, !isRefused, bounds(mention, &draft) { continue }
      guard let window = WindowReader(mention: mention, zone: zone, wordBefore: word(place.lowerBound - 1)).window
      else {
        continue
      }
      add(window, mention.text, isRefused, to: &draft)
    }
    for (position, token) in tokens.enumerated() {
      guard token.kind == .word, token.text.hasSuffix("days"),
        let weekday = TimeWords.english[String(token.text.dropLast())].weekday
      else { continue }
      let isRefused = isRefused(position..<position + 1)
      guard isRefused || sentences.first(where: { $0.range.contains(position) })?.offers ?? false else { continue }
      let window = AvailabilityWindow(weekdays: [weekday], timeZone: zone)
      add(window, reader.text(position), isRefused, to: &draft)
    }
  }

  /// "Tested it at noon": the time is no time to meet.
  private var tellsOfDeed: Bool {
    guard let first = tokens.first(where: { $0.kind == .word })?.text else { return false }
    return ReportWords.isPast(first) && !MeetingWords.refusals.contains(first)
  }

  private func add(_ window: AvailabilityWindow, _ text: String, _ isRefused: Bool, to draft: inout MeetingDraft) {
    let availability = MeetingRequest.Availability(speaker: turn.speaker, window: window, text: text, turn: index)
    if isRefused { draft.refused.append(availability) } else { draft.wanted.append(availability) }
  }

  private func word(_ position: Int) -> String { tokens.indices.contains(position) ? tokens[position].text : "" }

  /// "Next week", "by Friday", "before the 20th": bounds of the request.
  private func bounds(_ mention: TimeMention, _ draft: inout MeetingDraft) -> Bool {
    let zone = mention.timeZone ?? self.zone
    guard mention.time == nil, mention.dayPart == nil, let days = WindowReader.days(of: mention) else { return false }
    if mention.bound == .by {
      draft.latest = LocalTime(day: days.last + 1, minute: 0).instant(in: zone)
      return true
    }
    guard mention.isPeriod else { return false }
    draft.earliest = max(now, LocalTime(day: days.first, minute: 0).instant(in: zone))
    draft.latest = LocalTime(day: days.last + 1, minute: 0).instant(in: zone)
    return true
  }

  /// Whether the clause around the tokens refuses.
  private func isRefused(_ place: Range<Int>) -> Bool {
    let clause = clauses.around(place)
    return clauses.refusals(in: clause) > clauses.refusals(in: place)
      || sentences.contains { $0.range.contains(place.lowerBound) && $0.complains }
      || clause.lowerBound > 0 && tokens[clause.lowerBound - 1].text == "except"
  }
}
