/// One sentence, read for whether the times in it are said of a meeting: "Wednesday works" is,
/// "happy Wednesday" is not.
struct TimeTalk {
  /// Words between "too" and what is complained of: "too damn late".
  private static let widest = 2

  let range: Range<Int>
  /// Whether it speaks of meeting.
  let speaksOfMeeting: Bool
  /// Whether the times in it are offered, wished or asked for.
  let offers: Bool
  /// Whether it complains of the times in it.
  let complains: Bool

  /// - Parameter isMentioned: Whether each token stands in a mention of time.
  init(reader: PhraseReader, range: Range<Int>, isMentioned: [Bool]) {
    self.range = range
    let tokens = reader.tokens
    let isElsewise = range.contains { MeetingWords.elsewise.contains(tokens[$0].text) }
    speaksOfMeeting =
      !isElsewise
      && range.contains {
        MeetingWords.meeting.contains(tokens[$0].text) && !Self.isMoment($0, tokens)
          && !Self.isEntry($0, range, tokens)
      }
    let greets = range.contains { MeetingWords.greetings.contains(tokens[$0].text) }
    let isProposed = MeetingWords.proposals.contains { phrase in
      range.contains { reader.match(phrase, at: $0, before: range.upperBound) != nil }
    }
    let isStated = range.contains { index in
      MeetingWords.offers.contains(tokens[index].text) && !isMentioned[index]
        || MeetingWords.praises.contains(tokens[index].text) && (range.lowerBound..<index).contains { isMentioned[$0] }
    }
    let isBare = range.allSatisfy {
      isMentioned[$0] || tokens[$0].kind != .word || MeetingWords.fillers.contains(tokens[$0].text)
    }
    let isGrumbled = !isProposed && !isStated && Self.grumbles(reader, range)
    complains = isGrumbled || Self.isTooMuch(tokens, range)
    offers = !complains && !greets && (speaksOfMeeting || isProposed || isStated || isBare)
  }

  /// "After lunch": a time of day, and nobody is asked to lunch. "On call": nobody meets.
  private static func isMoment(_ index: Int, _ tokens: [Token]) -> Bool {
    if tokens[index].text == "call", index > 0, tokens[index - 1].text == "on" { return true }
    return MeetingWords.meals.contains(tokens[index].text) && index > 0
      && MeetingWords.beforeMeals.contains(tokens[index - 1].text)
  }

  /// "Put it in the calendar" writes down what is settled; "get some time in the calendar" wishes.
  private static func isEntry(_ index: Int, _ range: Range<Int>, _ tokens: [Token]) -> Bool {
    tokens[index].text == "calendar"
      && !range.contains { MeetingWords.wishes.contains(tokens[$0].text) }
  }

  /// "That's 23:00 for me 😬".
  private static func grumbles(_ reader: PhraseReader, _ range: Range<Int>) -> Bool {
    let text = reader.text(range)
    return MeetingWords.faces.contains(where: text.contains)
      && range.contains { MeetingWords.selves.contains(reader.tokens[$0].text) }
  }

  /// "21:00 is too late".
  private static func isTooMuch(_ tokens: [Token], _ range: Range<Int>) -> Bool {
    range.contains { index in
      tokens[index].text == "too"
        && tokens[index..<range.upperBound].dropFirst().prefix(widest).contains {
          MeetingWords.burdens.contains($0.text)
        }
    }
  }
}
