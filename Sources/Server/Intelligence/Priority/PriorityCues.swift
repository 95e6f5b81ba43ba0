import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What in a message speaks to one reader, with the words that say it. Pure.
struct PriorityCues: Sendable {
  /// A time by which something is wanted.
  struct Deadline: Sendable {
    let words: String
    let at: Date
  }

  /// The reader, as others write them.
  let readerName: String
  /// The other members of the conversation.
  let others: [String]
  let text: String
  let isQuestion: Bool
  /// Whether it likely asks for something to be done.
  let isAction: Bool

  /// By whole or first name.
  var namesReader: Bool { Self.contains(Self.firstName(readerName), in: text) }

  /// To everybody there.
  var namesAll: Bool { Self.everybody.contains { Self.contains($0, in: text) } }

  /// Named at its beginning or with an `@`, and not the reader: whom it is for.
  var otherAddressee: String? {
    guard !namesReader, !namesAll else { return nil }
    return others.first { other in
      let name = Self.firstName(other)
      if Self.contains("@\(name)", in: text) { return true }
      guard let range = text.range(of: name, options: [.caseInsensitive, .diacriticInsensitive]) else { return false }
      let before = text[..<range.lowerBound].split(separator: " ").map { $0.lowercased() }
      let isCalled = before.allSatisfy { Self.greetings.contains($0.trimmingCharacters(in: .punctuationCharacters)) }
      return isCalled && text[range.upperBound...].first.map { ",:;".contains($0) } ?? false
    }.map(Self.firstName)
  }

  /// Whether each of its questions begins with the name of another member: "Bo, can you …?" in the
  /// midst of a message to all.
  var asksOnlyOthers: Bool {
    var sentences = text.split { ".!\n".contains($0) }.flatMap { part -> [Substring] in
      var rest = part
      var found: [Substring] = []
      while let mark = rest.firstIndex(of: "?") {
        found.append(rest[...mark])
        rest = rest[rest.index(after: mark)...]
      }
      return found
    }
    sentences.removeAll { !$0.contains(where: \.isLetter) }
    return !sentences.isEmpty
      && sentences.allSatisfy { sentence in
        let words = sentence.split { !$0.isLetter && !$0.isNumber }
        let first = words.first { !Self.greetings.contains($0.lowercased()) }
        return first.map { first in
          others.contains { Self.firstName($0).compare(String(first), options: Self.folding) == .orderedSame }
        } ?? false
      }
  }

  private static let folding: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]

  /// The words that tell of something broken, as they stand in the text.
  var incident: String? {
    for phrase in Self.incidents {
      guard let range = Self.range(of: phrase, in: text) else { continue }
      return String(text[range])
    }
    return nil
  }

  /// The first time that it names as an end, on the clock of whoever wrote it.
  func deadline(written: Date, timeZone: TimeZone) -> Deadline? {
    guard isQuestion || isAction || Self.dueWords.contains(where: { Self.contains($0, in: text) }) else { return nil }
    for mention in TextEngine().times(in: text, now: written, timeZone: timeZone) {
      let isDue = mention.bound == .by || mention.bound == .until || isAction && mention.bound == .exact
      let isBeginning = Self.contains("since \(mention.text)", in: text)
      guard isDue, !isBeginning, let end = mention.end(in: timeZone, after: written), end >= written else { continue }
      return Deadline(words: mention.text, at: end)
    }
    return nil
  }

  static func firstName(_ name: String) -> String {
    name.split(separator: " ").first.map(String.init) ?? name
  }

  /// Whether the words stand in the text as whole words, whatever their case.
  static func contains(_ words: String, in text: String) -> Bool { range(of: words, in: text) != nil }

  private static func range(of words: String, in text: String) -> Range<String.Index>? {
    guard !words.isEmpty else { return nil }
    var rest = text[...]
    while let range = rest.range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) {
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      let isOpen = before.map { !$0.isLetter && !$0.isNumber } ?? true
      if isOpen, after.map({ !$0.isLetter && !$0.isNumber }) ?? true { return range }
      rest = text[range.upperBound...]
    }
    return nil
  }

  private static let everybody = ["@all", "@everyone", "@here", "@channel"]
  private static let greetings: Set<String> = ["", "hi", "hey", "hello", "dear", "morning", "good", "ok", "so", "and"]
  private static let dueWords = ["due", "deadline", "by", "before", "until", "latest", "no later than", "eod", "cob"]
  /// Longer before shorter.
  private static let incidents = [
    "is down again", "is still down", "is down", "are down", "went down", "goes down", "outage", "data loss",
    "security breach", "breach", "data leak", "leaked", "has crashed", "crashed", "keeps crashing", "crashing",
    "is on fire", "not responding", "can't log in", "cannot log in", "can't reach", "is failing", "are failing",
    "incident", "sev1", "sev 1", "p0", "emergency", "blocker", "blocked", "is broken", "rollback", "roll back",
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
