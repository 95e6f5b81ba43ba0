import Domain
import OnBoxAI
import ServerCore

/// The time that a talk comes to: "Thursday 15:00?", "works for me". What opened the talk, and what
/// was said on the way, does not answer when.
struct SettledTime: Sendable {
  /// What names the time.
  private(set) var named: PlacedMessage
  /// Who agreed to it; `nil` when `named` fixes it by itself.
  private(set) var agreed: PlacedMessage?

  /// Messages after the one that opens a talk in which it comes to a time.
  static let reach: Int64 = 12
  /// Messages that say nothing of a time, before one that does: after more of them something else
  /// is spoken of.
  private static let longestPause = 3
  /// Words of somebody who agrees.
  private static let longestConsent = 8

  /// `nil` when `topic` opens no talk about a time, or the talk comes to none.
  /// - after: What is said after it in the same conversation, oldest first.
  init?(opened topic: PlacedMessage, after talk: [PlacedMessage]) {
    guard Self.opens(topic) else { return nil }
    let known = QuestionWords.content(topic.textWithFiles)
    var proposed: PlacedMessage?
    var settled: (named: PlacedMessage, agreed: PlacedMessage?)?
    var pause = 0
    for message in talk {
      let text = message.textWithFiles
      pause += 1
      if Self.fixed(text, known) {
        (proposed, settled) = (nil, (message, nil))
        pause = 0
      } else if let last = proposed, message.message.sender != last.message.sender, Self.agrees(text, to: last) {
        settled = (last, message)
        proposed = nil
        pause = 0
      } else if Self.isProposal(text, known) {
        // Another time on the table: nothing is settled any more.
        (proposed, settled) = (message, nil)
        pause = 0
      } else if let last = settled, pause == 1, Self.sumsUp(text, last.named) {
        settled = (message, nil)
        pause = 0
      } else if settled != nil, Self.objects(text) {
        (proposed, settled) = (nil, nil)
      } else if text.contains("?") {
        // What is said next may be meant for this.
        proposed = nil
      } else if ClockWords(text).isEmpty, pause > Self.longestPause {
        break
      } else if !ClockWords(text).isEmpty {
        pause = 0
      }
    }
    guard let settled else { return nil }
    (named, agreed) = settled
  }

  /// The message that settles it.
  var last: PlacedMessage { agreed ?? named }

  // MARK: Reading

  /// It asks something, or says that people want to meet.
  private static func opens(_ topic: PlacedMessage) -> Bool {
    let text = topic.textWithFiles
    if QuestionWords.isQuestion(text) || (topic.signals?.scheduling ?? 0) >= 0.5 { return true }
    let joined = QuestionWords.words(text).joined(separator: " ")
    return wishes.contains(where: joined.contains)
  }

  /// "Ok let's do Monday 12:00".
  private static func fixed(_ text: String, _ known: Set<String>) -> Bool {
    clauses(of: text).contains { clause in
      let words = QuestionWords.words(clause)
      let joined = words.joined(separator: " ")
      return !clause.contains("?") && fixing.contains(where: joined.contains) && isOnlyTime(clause, known)
    }
  }

  /// "What about Thursday, 15:00 UTC?": a question with a time and no other subject.
  private static func isProposal(_ text: String, _ known: Set<String>) -> Bool {
    TextEngine.sentences(of: text, longest: 400).contains { $0.hasSuffix("?") && isOnlyTime($0, known) }
  }

  private static func isOnlyTime(_ text: String, _ known: Set<String>) -> Bool {
    !ClockWords(text).isEmpty && ClockWords.content(text).subtracting(fillers).isSubset(of: known)
  }

  /// "Yes, 10 is fine", "works for me", "he says Wednesday is ok". One that names a time names the
  /// proposed one.
  private static func agrees(_ text: String, to proposal: PlacedMessage) -> Bool {
    let words = QuestionWords.words(text)
    guard words.count <= longestConsent, !text.contains("?"), !objects(text) else { return false }
    let joined = words.joined(separator: " ")
    let isYes = words.first.map(consenting.contains) ?? false
    guard isYes || text.hasPrefix("+1") || text.hasPrefix("👍") || suiting.contains(where: joined.contains) else {
      return false
    }
    let times = ClockWords(text)
    return times.all.isSubset(of: ClockWords(proposal.textWithFiles).all)
  }

  /// "Perfect, I'll tell her Friday 10:00", right after "10:00?" and "yes".
  private static func sumsUp(_ text: String, _ named: PlacedMessage) -> Bool {
    let (own, other) = (ClockWords(text), ClockWords(named.textWithFiles))
    return !text.contains("?") && !own.days.isEmpty && other.days.isEmpty && !other.hours.isEmpty
      && other.hours.isSubset(of: own.hours)
  }

  private static func objects(_ text: String) -> Bool {
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
  private static let fixing = [
    "let's do", "let's say", "let's take", "let's make it", "let's meet", "we meet", "it is",
  ]
  private static let suiting = ["works for", "is fine", "is ok", "is okay", "is good", "suits"]
  private static let consenting: Set<String> = [
    "yes", "yep", "yeah", "ok", "okay", "sure", "fine", "works", "perfect", "great", "same", "deal", "sounds",
  ]
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
