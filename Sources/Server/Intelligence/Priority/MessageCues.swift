import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What in a message speaks to everybody: found once for all of its readers. Pure.
struct MessageCues: Sendable {
  struct Person: Sendable {
    let user: UserID
    let name: String
  }

  let isQuestion: Bool
  /// Whether it likely asks for something to be done.
  let isAction: Bool
  let namesAll: Bool
  /// Named at its beginning or with an `@`: whom it is for.
  let called: [Person]
  /// Whose name each of its questions begins with, maybe nobody's.
  let asked: [[UserID]]
  /// The words that tell of something broken, as they stand in the text.
  let incident: String?
  /// Whether it says that it does not press.
  let waits: Bool
  /// The words or the sign with which it asks for haste, as they stand in the text.
  let haste: String?
  /// Everybody whom it names.
  let named: Set<UserID>
  /// The first time that it names as an end, on the clock of whoever wrote it.
  let deadline: PriorityCues.Deadline?

  /// `members` are those of the conversation.
  init(_ placed: PlacedMessage, members: [Member], timeZone: TimeZone) {
    let text = placed.message.text
    let people = members.filter { $0.user != placed.message.sender }.map { Person(user: $0.user, name: $0.name) }
    isQuestion = placed.signals?.isQuestion ?? text.contains("?")
    isAction = (placed.signals?.action ?? 0) > 0.5 && !Self.onlyPromises(text)
    namesAll = Self.everybody.contains { PriorityCues.contains($0, in: text) }
    called = people.filter { Self.calls(PriorityCues.firstName($0.name), in: text) }
    asked = Self.firstWords(ofQuestionsIn: text).map { first in
      people.filter {
        PriorityCues.firstName($0.name).compare(first, options: PriorityCues.folding) == .orderedSame
      }.map(\.user)
    }
    incident = Self.incident(in: text)
    let hurry = Self.hurry(in: text)
    waits = hurry.isDenied || Self.noHurry.contains { PriorityCues.contains($0, in: text) }
    haste = waits ? nil : hurry.words
    named = Set(people.filter { PriorityCues.contains(PriorityCues.firstName($0.name), in: text) }.map(\.user))
    deadline = Self.deadline(
      in: text, isQuestion: isQuestion, isAction: isAction, written: placed.message.createdAt.date, timeZone: timeZone)
  }

  /// "Let me check, I'll tell you tonight": who says it has something to do, and nobody else.
  private static func onlyPromises(_ text: String) -> Bool {
    let lower = text.lowercased().replacing("’", with: "'")
    let sentences = lower.split { ".!\n".contains($0) }.map { sentence in
      sentence.split { !$0.isLetter && $0 != "'" }.map(String.init).drop(while: promiseOpenings.contains)
    }
    // "Very funny. I'll get a price": what is short before it asks for nothing.
    let promise = sentences.first { $0.count > longestRemark } ?? []
    return promises.contains { promise.joined(separator: " ").hasPrefix("\($0) ") } && !lower.contains("?")
      && !requests.contains { PriorityCues.contains($0, in: lower) }
  }

  private static func calls(_ name: String, in text: String) -> Bool {
    if PriorityCues.contains("@\(name)", in: text) { return true }
    guard let range = text.range(of: name, options: PriorityCues.folding) else { return false }
    let before = text[..<range.lowerBound].split(separator: " ").map { $0.lowercased() }
    let isCalled = before.allSatisfy { greetings.contains($0.trimmingCharacters(in: .punctuationCharacters)) }
    return isCalled && text[range.upperBound...].first.map { ",:;".contains($0) } ?? false
  }

  /// Of each question, its first word that is no greeting; empty where there is none.
  private static func firstWords(ofQuestionsIn text: String) -> [String] {
    var sentences = text.split { ".!\n".contains($0) }.flatMap { part -> [Substring] in
      var rest = part
      var found: [Substring] = []
      while let mark = rest.firstIndex(of: "?") {
        found.append(rest[..<mark])
        rest = rest[rest.index(after: mark)...]
      }
      return found
    }
    sentences.removeAll { !$0.contains(where: \.isLetter) }
    return sentences.map { sentence in
      let words = sentence.split { !$0.isLetter && !$0.isNumber }
      return words.first { !greetings.contains($0.lowercased()) }.map(String.init) ?? ""
    }
  }

  private static func incident(in text: String) -> String? {
    for phrase in incidents {
      guard let range = PriorityCues.range(of: phrase, in: text) else { continue }
      return String(text[range])
    }
    return nil
  }

  /// "NOW" asks for haste and "now" does not; "not urgent" does not either.
  private static func hurry(in text: String) -> (words: String?, isDenied: Bool) {
    if let sign = alarms.first(where: text.contains) { return (sign, false) }
    var isDenied = false
    let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }
    // "Calling NOW" says what somebody does.
    if let now = words.firstIndex(of: "NOW"), now == 0 || !words[now - 1].hasSuffix("ing") { return ("NOW", false) }
    for phrase in hurries {
      guard let range = PriorityCues.range(of: phrase, in: text) else { continue }
      let before = text[..<range.lowerBound].split { !$0.isLetter && $0 != "'" && $0 != "’" }.suffix(2)
      guard denials.isDisjoint(with: before.map { $0.lowercased().replacing("’", with: "'") }) else {
        isDenied = true
        continue
      }
      return (String(text[range]), false)
    }
    return (nil, isDenied)
  }

  private static func deadline(
    in text: String, isQuestion: Bool, isAction: Bool, written: Date, timeZone: TimeZone
  ) -> PriorityCues.Deadline? {
    guard isQuestion || isAction || dueWords.contains(where: { PriorityCues.contains($0, in: text) }) else {
      return nil
    }
    for mention in TextEngine().times(in: text, now: written, timeZone: timeZone) {
      let isDue = mention.bound == .by || mention.bound == .until || isAction && mention.bound == .exact
      let isBeginning = PriorityCues.contains("since \(mention.text)", in: text)
      guard isDue, !isBeginning, let end = mention.end(in: timeZone, after: written), end >= written else { continue }
      return PriorityCues.Deadline(words: mention.text, at: end)
    }
    return nil
  }

  private static let longestRemark = 3
  private static let everybody = ["@all", "@everyone", "@here", "@channel"]
  private static let promiseOpenings: Set<String> = ["ok", "okay", "sure", "yes", "hm", "hmm", "well", "haha", "sorry"]
  private static let promises = ["let me", "i'll", "i will", "i'm going to", "will look", "will check", "will do"]
  private static let requests = [
    "please", "pls", "plz", "can you", "could you", "would you", "you should", "you must", "need you", "let me know",
    "tell me", "give me", "send me", "make sure", "don't forget", "unless you", "if you",
  ]
  private static let noHurry = [
    "no hurry", "no rush", "not urgent", "isn't urgent", "nothing urgent", "when you have time",
  ]
  private static let alarms = ["🚨", "🆘"]
  private static let hurries = [
    "right now", "right away", "straight away", "asap", "urgent", "urgently", "emergency", "immediately", "sofort",
    "dringend",
  ]
  private static let denials: Set<String> = [
    "not", "no", "isn't", "aren't", "wasn't", "nothing", "never", "less", "nobody", "if", "kein", "keine", "nicht",
  ]
  private static let greetings: Set<String> = ["", "hi", "hey", "hello", "dear", "morning", "good", "ok", "so", "and"]
  private static let dueWords = ["due", "deadline", "by", "before", "until", "latest", "no later than", "eod", "cob"]
  /// Longer before shorter.
  private static let incidents = [
    "is down again", "is still down", "is down", "are down", "went down", "goes down", "outage", "data loss",
    "security breach", "breach", "data leak", "leaked", "has crashed", "crashed", "keeps crashing", "crashing",
    "is on fire", "not responding", "can't log in", "cannot log in", "can't reach", "is failing", "are failing",
    "incident", "sev1", "sev 1", "p0", "blocker", "blocked", "is broken", "rollback", "roll back",
  ]
}

extension TimeMention {
  /// The end of what is named: that of a day without a time is the day's.
  fileprivate func end(in timeZone: TimeZone, after written: Date) -> Date? {
    guard let instant = instant(in: timeZone, after: written) else { return nil }
    guard time == nil, endTime == nil, dayPart == nil else { return instant }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar.dateInterval(of: .day, for: instant)?.end.addingTimeInterval(-60) ?? instant
  }
}
