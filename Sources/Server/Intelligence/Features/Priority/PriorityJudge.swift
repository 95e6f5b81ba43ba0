import Domain
import Foundation
import OnBox
import ServerCore

/// How much a message wants of one reader, and why. Pure: everything that it looks at is given.
struct PriorityJudge: Sendable {
  /// Scores from which a message is urgent, and below which it wants nothing of the reader.
  static let urgentScore = 0.6
  static let handledScore = 0.2

  let reader: UserID
  /// As others write it.
  let readerName: String
  let preferences: AIPreferences
  let timeZone: TimeZone
  let model: PersonalModel
  let now: Date

  /// What speaks for a message, by the rules and by what the reader has taught.
  struct Verdict: Sendable {
    var priority: Priority
    var score: Double
    var reason: String
  }

  func verdict(on placed: PlacedMessage, isDirect: Bool, senderName: String, isMine: Bool) -> Verdict {
    let text = placed.message.text
    let features = features(of: placed, isDirect: isDirect, isMine: isMine)
    let isContact = preferences.urgentContacts.contains(placed.message.sender)
    let keyword = preferences.urgentKeywords.first { Self.contains($0, in: text) }
    var score = model.score(features)
    var reason: String?
    if isContact { (score, reason) = (max(score, 0.75), "\(senderName) is one of your urgent contacts.") }
    if let keyword { (score, reason) = (max(score, 0.8), "It says “\(keyword)”, one of your keywords.") }
    let isFocused = PreferredHours(preferences.focusHours, timeZone: timeZone).contains(now)
    if isFocused, !isContact, keyword == nil, score >= Self.urgentScore {
      return Verdict(
        priority: .canWait, score: Self.urgentScore - 0.01,
        reason: "It is your focus time: only urgent contacts and keywords come through.")
    }
    let why = reason ?? self.reason(for: placed, features, senderName: senderName)
    if score >= Self.urgentScore { return Verdict(priority: .urgent, score: score, reason: why) }
    let wantsMe = mentionsReader(text) || (isDirect && isQuestion(placed)) || isMine
    if score < Self.handledScore, !wantsMe {
      return Verdict(priority: .aiHandled, score: score, reason: handledReason(placed))
    }
    return Verdict(priority: .canWait, score: score, reason: why)
  }

  func features(of placed: PlacedMessage, isDirect: Bool, isMine: Bool) -> PriorityFeatures {
    let text = placed.message.text
    return PriorityFeatures(
      urgency: placed.signals?.urgency ?? 0, action: placed.signals?.action ?? 0, isQuestion: isQuestion(placed),
      mentionsMe: mentionsReader(text) || isMine, isDirect: isDirect,
      fromUrgentContact: preferences.urgentContacts.contains(placed.message.sender),
      hasKeyword: preferences.urgentKeywords.contains { Self.contains($0, in: text) },
      sender: placed.message.sender.description, conversation: placed.conversation.description, text: text)
  }

  private func reason(for placed: PlacedMessage, _ features: PriorityFeatures, senderName: String) -> String {
    let learned = model.explanation(features)
    if let first = learned.first { return first.hasSuffix(".") ? first : "\(first)." }
    let words = placed.signals?.urgentWords ?? []
    if (placed.signals?.urgency ?? 0) > 0.5, let word = words.first { return "“\(word)” sounds urgent." }
    if features.mentionsMe { return "\(senderName) speaks to you." }
    if features.isQuestion, features.isDirect { return "\(senderName) asks you something." }
    return "Nothing in it presses."
  }

  private func handledReason(_ placed: PlacedMessage) -> String {
    guard let signals = placed.signals else { return "It asks nothing of you." }
    if signals.decision > 0.5 { return "A decision: it is in the list of decisions." }
    if signals.action > 0.5 { return "A task of somebody else: it is in the list of action items." }
    return "It asks nothing of you."
  }

  private func isQuestion(_ placed: PlacedMessage) -> Bool {
    placed.signals?.isQuestion ?? placed.message.text.contains("?")
  }

  /// By whole or first name, or to everybody.
  func mentionsReader(_ text: String) -> Bool {
    let first = readerName.split(separator: " ").first.map(String.init) ?? readerName
    return Self.contains(first, in: text) || Self.contains("@all", in: text) || Self.contains("@everyone", in: text)
  }

  /// Whether the words stand in the text as whole words, whatever their case.
  static func contains(_ words: String, in text: String) -> Bool {
    guard !words.isEmpty else { return false }
    var rest = text[...]
    while let range = rest.range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) {
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      let isOpen = before.map { !$0.isLetter && !$0.isNumber } ?? true
      if isOpen, after.map({ !$0.isLetter && !$0.isNumber }) ?? true { return true }
      rest = text[range.upperBound...]
    }
    return false
  }
}
