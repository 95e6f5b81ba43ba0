import Domain
import OnBoxAI
import ServerCore

/// A message, or one with what is known of it.
protocol SaidMessage: Sendable {
  var said: Message { get }
}

extension Message: SaidMessage {
  var said: Message { self }
}

extension PlacedMessage: SaidMessage {
  var said: Message { message }
}

/// The time that a talk comes to: "Thursday 15:00?", "works for me". What opened the talk, and what
/// was said on the way, does not answer when.
struct SettledTime<Said: SaidMessage>: Sendable {
  /// What names the time.
  private(set) var named: Said
  /// What agrees to it, oldest first, one for each person; before `named` when that sums up.
  private(set) var agreeing: [Said]
  /// Whether `named` says by itself what is settled: "ok let's do Monday 12:00".
  private let isFixed: Bool

  private typealias Settled = (named: Said, agreeing: [Said], isFixed: Bool)

  /// `nil` when the talk comes to no time.
  /// - Parameters:
  ///   - topic: What opens the talk about a time.
  ///   - talk: What is said after it in the same conversation, oldest first.
  init?(opened topic: Said, after talk: some Sequence<Said>) {
    let known = QuestionWords.content(topic.said.textWithFiles)
    var proposed = TimeTalkWords.proposesOneTime(topic.said.textWithFiles) ? topic : nil
    var settled: Settled?
    var pause = 0
    for message in talk {
      let text = message.said.textWithFiles
      let isTimed = !ClockWords(text).isEmpty
      pause += 1
      if isTimed, TimeTalkWords.fixes(text, known) {
        (proposed, settled) = (nil, (message, [], true))
        pause = 0
      } else if let last = proposed, message.said.sender != last.said.sender,
        TimeTalkWords.agrees(text, to: last.said.textWithFiles)
      {
        settled = (last, [message], false)
        proposed = nil
        pause = 0
      } else if isTimed, TimeTalkWords.isProposal(text, known) {
        // Another time on the table: nothing is settled any more.
        (proposed, settled) = (message, nil)
        pause = 0
      } else if isTimed, let last = settled, pause == 1, TimeTalkWords.sumsUp(text, last.named.said.textWithFiles) {
        settled = (message, last.agreeing, true)
        pause = 0
      } else if settled != nil, TimeTalkWords.objects(text) {
        (proposed, settled) = (nil, nil)
      } else if let last = settled, Self.isAnother(message, than: last),
        TimeTalkWords.agrees(text, to: last.named.said.textWithFiles)
      {
        settled = (last.named, last.agreeing + [message], last.isFixed)
        pause = 0
      } else if text.contains("?") {
        // What is said next may be meant for this.
        proposed = nil
      } else if isTimed {
        pause = 0
      } else if pause > TimeTalkWords.longestPause {
        break
      }
    }
    guard let settled else { return nil }
    (named, agreeing, isFixed) = settled
  }

  /// Who first agreed to it; `nil` when `named` says by itself what is settled.
  var agreed: Said? { isFixed ? nil : agreeing.first }
  /// The message that settles it.
  var last: Said { agreed ?? named }

  private static func isAnother(_ message: Said, than settled: Settled) -> Bool {
    !([settled.named] + settled.agreeing).contains { $0.said.sender == message.said.sender }
  }
}

/// Reads what a message says of a time that people look for.
enum TimeTalkWords {
  /// Messages after the one that opens a talk in which it comes to a time.
  static let reach: Int64 = 12
  /// Messages that say nothing of a time, before one that does: after more of them something else
  /// is spoken of.
  static let longestPause = 3
  /// Words of somebody who agrees.
  private static let longestConsent = 8

  /// It asks something, or says that people want to meet.
  static func opens(_ text: String) -> Bool {
    if QuestionWords.isQuestion(text) { return true }
    let joined = QuestionWords.words(text).joined(separator: " ")
    return wishes.contains(where: joined.contains)
  }

  /// Whether a text can wish to meet: it asks, or says what people would like. "I'm adding a
  /// session of 40 minutes" only tells.
  static func mayWish(_ text: String) -> Bool {
    QuestionWords.isQuestion(text) || !wishing.isDisjoint(with: QuestionWords.words(text))
  }

  /// "Ok let's do Monday 12:00".
  static func fixes(_ text: String, _ known: Set<String>) -> Bool {
    clauses(of: text).contains { clause in
      let words = QuestionWords.words(clause)
      let joined = words.joined(separator: " ")
      return !clause.contains("?") && fixing.contains(where: joined.contains) && isOnlyTime(clause, known)
    }
  }

  /// "What about Thursday, 15:00 UTC?": a question with a time and no other subject.
  static func isProposal(_ text: String, _ known: Set<String>) -> Bool {
    TextEngine.sentences(of: text, longest: 400).contains { $0.hasSuffix("?") && isOnlyTime($0, known) }
  }

  /// "Could we do the retro on Thursday at 3?": a question with one time.
  static func proposesOneTime(_ text: String) -> Bool {
    let asking = TextEngine.sentences(of: text, longest: 400).filter { $0.hasSuffix("?") }.map { ClockWords($0) }
    return asking.contains { !$0.isEmpty && $0.days.count < 2 && $0.hours.count < 2 }
      && ClockWords(text).days.count < 2 && ClockWords(text).hours.count < 2
  }

  private static func isOnlyTime(_ text: String, _ known: Set<String>) -> Bool {
    !ClockWords(text).isEmpty && ClockWords.content(text).subtracting(fillers).isSubset(of: known)
  }

  /// "Yes, 10 is fine", "works for me", "he says Wednesday is ok". One that names a time names the
  /// proposed one.
  static func agrees(_ text: String, to proposal: String) -> Bool {
    let words = QuestionWords.words(text)
    guard words.count <= longestConsent, !text.contains("?"), !objects(text) else { return false }
    let joined = words.joined(separator: " ")
    let isYes = words.first.map(consenting.contains) ?? false || words.last.map(suitingAlone.contains) ?? false
    guard isYes || TextEngine.agrees(text) || suiting.contains(where: joined.contains) else { return false }
    // "11 here, works": the same on another clock.
    return ClockWords(text).all.isSubset(of: ClockWords(proposal).all) || !own.isDisjoint(with: words)
  }

  /// "Perfect, I'll tell her Friday 10:00", right after "10:00?" and "yes".
  static func sumsUp(_ text: String, _ named: String) -> Bool {
    let (own, other) = (ClockWords(text), ClockWords(named))
    return !text.contains("?") && !own.days.isEmpty && other.days.isEmpty && !other.hours.isEmpty
      && other.hours.isSubset(of: own.hours)
  }

  static func objects(_ text: String) -> Bool {
    let words = QuestionWords.words(text)
    return !objecting.isDisjoint(with: words)
  }

  private static func clauses(of text: String) -> [String] {
    TextEngine.sentences(of: text, longest: 400).flatMap { sentence in
      sentence.split(separator: ",").reduce(into: [String]()) { clauses, part in
        // "Monday, 12:00": a comma within the time parts nothing.
        let isTime = ClockWords.content(String(part)).isEmpty
        if isTime, let last = clauses.popLast() {
          clauses.append(last + "," + part)
        } else {
          clauses.append(String(part))
        }
      }
    }
  }

  private static let wishes = ["if we could", "could we", "shall we", "can we", "find a time", "find a slot"]
  private static let wishing: Set<String> = [
    "let's", "lets", "let", "should", "could", "shall", "would", "can", "want", "wants", "need", "needs", "like",
    "love",
    "i'd", "we'd", "free", "available", "propose", "suggest", "maybe", "please", "pls", "when", "find", "schedule",
    "set",
    "arrange", "asks", "asked", "join", "book",
  ]
  private static let fixing = [
    "let's do", "let's say", "let's take", "let's make it", "let's meet", "we meet", "it is",
  ]
  private static let suiting = ["works for", "is fine", "is ok", "is okay", "is good", "suits"]
  private static let suitingAlone: Set<String> = ["works", "yep", "yes", "fine", "perfect", "good"]
  private static let consenting: Set<String> = [
    "yes", "yep", "yeah", "ya", "yup", "ok", "okay", "sure", "fine", "works", "perfect", "great", "same", "deal",
    "sounds",
  ]
  private static let own: Set<String> = ["here", "side"]
  private static let objecting: Set<String> = [
    "not", "no", "can't", "cannot", "don't", "doesn't", "won't", "but", "unless",
  ]
  /// Stems that may stand beside a proposed time.
  private static let fillers = Set(
    [
      "work", "works", "everybody", "everyone", "once", "slot", "maybe", "perhaps", "say", "ok", "okay", "then", "good",
      "great", "fine", "right", "meet", "meeting", "call", "time", "possible", "suit", "better", "make",
    ].map(QuestionWords.stem))
}

/// The days and hours that a text names.
struct ClockWords: Sendable {
  private(set) var days: Set<String> = []
  /// "12" for "12:00", "12 UTC" and "12 o'clock", "15:30" for itself.
  private(set) var hours: Set<String> = []

  init(_ text: String) {
    let tokens = Self.tokens(text)
    for (index, token) in tokens.enumerated() {
      if Self.isDay(token) {
        days.insert(token)
      } else if let hour = Self.hour(token, before: index + 1 < tokens.count ? tokens[index + 1] : nil) {
        hours.insert(hour)
      }
    }
  }

  var isEmpty: Bool { days.isEmpty && hours.isEmpty }
  var all: Set<String> { days.union(hours) }

  /// What a text speaks of besides a time.
  static func content(_ text: String) -> Set<String> {
    QuestionWords.content(text).filter { word in
      !(word.first?.isNumber ?? false) && !stems.contains(word)
    }
  }

  private static func tokens(_ text: String) -> [String] {
    text.lowercased().split { $0.isWhitespace || ",;()!?–-".contains($0) }
      .map { $0.trimmingCharacters { ".:\"“”".contains($0) } }.filter { !$0.isEmpty }
  }

  private static func isDay(_ token: String) -> Bool { Reversal.namesDay(token) && !vague.contains(token) }

  private static func hour(_ token: String, before next: String?) -> String? {
    if ["noon", "midnight"].contains(token) { return token }
    let parts = token.split(separator: ":")
    if parts.count == 2, let hour = Int(parts[0]), hour < 25, parts[1].count == 2, let minute = Int(parts[1]) {
      return minute == 0 ? "\(hour)" : "\(hour):\(parts[1])"
    }
    let digits = token.prefix(while: \.isNumber)
    guard let hour = Int(digits), hour < 25 else { return nil }
    let unit = digits.count < token.count ? String(token.dropFirst(digits.count)) : next
    return unit.map(units.contains) ?? false ? "\(hour)" : nil
  }

  /// They name no day by themselves, or are other words as well.
  private static let vague: Set<String> = ["may", "march", "week", "month"]
  private static let units: Set<String> = [
    "am", "pm", "h", "uhr", "o'clock", "utc", "gmt", "bst", "cet", "cest", "est", "edt", "cst", "pst", "pdt",
  ]
  private static let stems = Set(
    (Array(units) + Reversal.days + [
      "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri",
      "sat", "sun", "noon", "midnight", "morning", "afternoon", "evening", "st", "nd", "rd", "th",
    ]).map(QuestionWords.stem))
}
