import Domain
import Foundation
import OnBoxAI
import ServerCore

/// How much a message wants of one reader, and why. Pure: everything that it looks at is given.
///
/// Scores and priorities agree: `urgent` from `urgentScore` on, `ai_handled` below `handledScore`,
/// and nothing that wants something of the reader is `ai_handled`.
struct PriorityJudge: Sendable {
  /// Scores from which a message is urgent, and below which it wants nothing of the reader.
  static let urgentScore = 0.6
  static let handledScore = 0.2
  /// Hours within which something that is wanted of the reader is urgent.
  private static let closeHours = 12.0
  /// The same for what is still to be done by the reader; and days for which it is urgent when it
  /// is late.
  private static let closeHoursOfTask = 48.0
  private static let lateDays = 7.0

  let reader: UserID
  /// As others write it.
  let readerName: String
  let preferences: AIPreferences
  let timeZone: TimeZone
  let model: PersonalModel
  let now: Date

  /// Who a message is from and where it stands.
  struct Surroundings: Sendable {
    var isDirect: Bool
    var senderName: String
    /// What in it speaks to everybody.
    var said: MessageCues
    /// It gave the reader something to do.
    var isMine: Bool
    /// What it stands in a list as, as far as that is known.
    var listedAs: Insight.Kind?
  }

  /// What speaks for a message, by the rules and by what the reader has taught.
  struct Verdict: Sendable {
    var priority: Priority
    var score: Double
    var reason: String
    /// It is what a model said.
    var isByModel = false
    /// When it may be something else by then, at the earliest.
    var changesAt: Date?
  }

  /// `opinion`: of a model that has read the message for the reader. It stands in the place of what
  /// the words alone tell; the reader's contacts, keywords and focus hours come before it.
  func verdict(
    on placed: PlacedMessage, in surroundings: Surroundings, opinion: PriorityVerdict? = nil
  ) -> Verdict {
    let cues = cues(of: placed, in: surroundings)
    var verdict = verdict(on: placed, in: surroundings, cues, opinion)
    let asked = asksReader(cues, surroundings) ? cues.said.deadline : nil
    verdict.changesAt = nextChange(of: verdict, asked, ofTask: surroundings.isMine)
    return verdict
  }

  private func verdict(
    on placed: PlacedMessage, in surroundings: Surroundings, _ cues: PriorityCues, _ opinion: PriorityVerdict?
  ) -> Verdict {
    let text = placed.message.text
    let features = features(of: placed, in: surroundings)
    let deadline = cues.said.deadline
    var score = model.score(features)
    var reasons: [PriorityReason] = []
    if preferences.urgentContacts.contains(placed.message.sender) {
      score = max(score, 0.75)
      reasons.append(.init(kind: .contact, text: "\(surroundings.senderName) is one of your urgent contacts."))
    }
    if let keyword = preferences.urgentKeywords.first(where: { PriorityCues.contains($0, in: text) }) {
      score = max(score, 0.8)
      reasons.append(.init(kind: .keyword, text: "It says “\(keyword)”, one of your keywords."))
    }
    let isRuled = !reasons.isEmpty
    if let opinion, !isRuled { return verdict(by: opinion) }
    reasons += self.reasons(placed, cues, deadline, features, surroundings)
    if let deadline, asksReader(cues, surroundings), isClose(deadline, ofTask: surroundings.isMine) {
      score = max(score, 0.65)
    }
    let haste = hurries(cues, surroundings) ? cues.said.haste : nil
    if let haste {
      score = max(score, 0.65)
      if !reasons.contains(where: { $0.kind == .urgentWords }) {
        reasons.append(.init(kind: .urgentWords, text: "“\(haste)” sounds urgent."))
      }
    }
    if let other = cues.otherAddressee, !isRuled, !surroundings.isMine, !reasons.contains(where: { $0.isStronger }) {
      return Verdict(priority: .aiHandled, score: min(Self.handledScore - 0.001, score), reason: "It is for \(other).")
    }
    if isFocused, !isRuled, score >= Self.urgentScore { return Self.afterFocus }
    let presses = isRuled || haste != nil || isPressing(placed, cues, reasons, surroundings)
    if score >= Self.urgentScore, isRuled || presses && !reasons.isEmpty && !cues.said.waits {
      return Verdict(priority: .urgent, score: score, reason: PriorityReason.words(of: reasons))
    }
    score = min(Self.urgentScore - 0.01, score)
    let wantsReader = reasons.contains { [.contact, .keyword, .task, .asks, .named, .openToAll].contains($0.kind) }
    if wantsReader || score >= Self.handledScore {
      return Verdict(
        priority: .canWait, score: max(Self.handledScore, score),
        reason: reasons.isEmpty ? "Nothing in it presses." : PriorityReason.words(of: reasons))
    }
    return Verdict(
      priority: .aiHandled, score: min(Self.handledScore - 0.001, score), reason: handledReason(surroundings))
  }

  private func verdict(by opinion: PriorityVerdict) -> Verdict {
    guard !isFocused || opinion.priority != .urgent else { return Self.afterFocus }
    return Verdict(
      priority: opinion.priority, score: Self.score(opinion.score, as: opinion.priority), reason: opinion.reason,
      isByModel: true)
  }

  /// Whether it may be urgent for the reader, which is sooner known than what it is.
  func mayPress(_ placed: PlacedMessage, in surroundings: Surroundings) -> Bool {
    let features = features(of: placed, in: surroundings)
    if features.fromUrgentContact || features.hasKeyword || model.score(features) >= Self.urgentScore { return true }
    return asksReader(cues(of: placed, in: surroundings), surroundings)
  }

  private var isFocused: Bool { preferences.focusHours.contains { $0.contains(now, in: timeZone) } }

  private static let afterFocus = Verdict(
    priority: .canWait, score: urgentScore - 0.01,
    reason: "It is your focus time: only urgent contacts and keywords come through.")

  /// A score where the corrected priority puts it.
  static func score(_ score: Double, as priority: Priority) -> Double {
    switch priority {
    case .urgent: max(urgentScore, score)
    case .canWait: min(urgentScore - 0.01, max(handledScore, score))
    case .aiHandled: min(handledScore - 0.001, score)
    }
  }

  func features(of placed: PlacedMessage, in surroundings: Surroundings) -> PriorityFeatures {
    let text = placed.message.text
    let cues = cues(of: placed, in: surroundings)
    return PriorityFeatures(
      urgency: placed.signals?.urgency ?? 0, action: placed.signals?.action ?? 0, isQuestion: cues.isQuestion,
      mentionsMe: surroundings.isMine || cues.namesAll || cues.namesReader, isDirect: surroundings.isDirect,
      fromUrgentContact: preferences.urgentContacts.contains(placed.message.sender),
      hasKeyword: preferences.urgentKeywords.contains { PriorityCues.contains($0, in: text) },
      sender: placed.message.sender.description, conversation: placed.conversation.description, text: text)
  }

  private func cues(of placed: PlacedMessage, in surroundings: Surroundings) -> PriorityCues {
    PriorityCues(reader: reader, readerName: readerName, text: placed.message.text, said: surroundings.said)
  }

  /// Whether something is wanted of the reader and of nobody else.
  private func asksReader(_ cues: PriorityCues, _ surroundings: Surroundings) -> Bool {
    surroundings.isMine || (cues.isQuestion || cues.isAction) && (surroundings.isDirect || cues.namesReader)
  }

  /// Whether its call for haste is meant for the reader: it is for them, or names nobody.
  private func hurries(_ cues: PriorityCues, _ surroundings: Surroundings) -> Bool {
    surroundings.isDirect || surroundings.isMine || cues.namesAll
      || (cues.said.named.isEmpty ? cues.otherAddressee == nil : cues.said.named.contains(reader))
  }

  /// Whether there is a reason that a reader would call pressing: a close deadline, an incident,
  /// what they have taught, words that press. Of what asks, words of a trouble that mean other
  /// things as well say nothing: "who has the leak rig?", "can we take it down a bit".
  private func isPressing(
    _ placed: PlacedMessage, _ cues: PriorityCues, _ reasons: [PriorityReason], _ surroundings: Surroundings
  ) -> Bool {
    // It calls for somebody else.
    if cues.said.haste != nil { return reasons.contains { $0.isStronger } }
    if let deadline = cues.said.deadline, asksReader(cues, surroundings),
      isClose(deadline, ofTask: surroundings.isMine)
    {
      return true
    }
    if reasons.contains(where: { $0.isStronger }) { return true }
    guard let words = ReasonWords.urgent(in: placed.message.text, weighed: placed.signals?.urgentWords ?? []) else {
      return false
    }
    guard cues.isQuestion || TextEngine.proposesByWords(placed.message.text) else { return true }
    return words.lowercased().split { !$0.isLetter }.contains { !Self.ambiguous.contains(String($0)) }
  }

  private static let ambiguous: Set<String> = [
    "down", "leak", "leaks", "lose", "loses", "lost", "losing", "loss", "now", "release", "limit", "memory", "full",
    "loop",
    "today", "tonight", "soon", "once", "quick", "quickly", "hour", "minute", "minutes", "live", "production", "actual",
    "the", "a", "an", "it", "all", "everybody", "everyone",
  ]

  private func isClose(_ deadline: PriorityCues.Deadline, ofTask isTask: Bool) -> Bool {
    let left = deadline.at.timeIntervalSince(now)
    if isTask { return (-Self.lateDays * 86_400...Self.closeHoursOfTask * 3_600).contains(left) }
    return left >= 0 && (left <= Self.closeHours * 3_600 || day(deadline.at) == day(now))
  }

  // MARK: What time changes

  /// When a deadline comes close or is over, its words change, or hours of focus begin or end.
  private func nextChange(of verdict: Verdict, _ deadline: PriorityCues.Deadline?, ofTask isTask: Bool) -> Date? {
    var moments: [Date] = []
    if let end = deadline?.at {
      let (hours, days) = isTask ? (Self.closeHoursOfTask, Self.lateDays) : (Self.closeHours, 0)
      moments += [end.addingTimeInterval(-hours * 3_600), end.addingTimeInterval(days * 86_400 + 1)]
      if !isTask { moments.append(calendar.startOfDay(for: end)) }
      if verdict.priority == .urgent { moments.append(calendar.startOfDay(for: now.addingTimeInterval(86_400))) }
    }
    if isFocused || verdict.priority == .urgent { moments += boundariesOfFocus }
    return moments.filter { $0 > now }.min()
  }

  /// Of the next days.
  private var boundariesOfFocus: [Date] {
    guard !preferences.focusHours.isEmpty else { return [] }
    let today = calendar.startOfDay(for: now)
    return (0...1).flatMap { day in
      preferences.focusHours.flatMap { [$0.start, $0.end] }.compactMap { minutes in
        calendar.date(byAdding: .day, value: day, to: today).flatMap {
          calendar.date(bySettingHour: minutes / 60 % 24, minute: minutes % 60, second: 0, of: $0)
        }
      }
    }
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  // MARK: Reasons

  private func reasons(
    _ placed: PlacedMessage, _ cues: PriorityCues, _ deadline: PriorityCues.Deadline?, _ features: PriorityFeatures,
    _ surroundings: Surroundings
  ) -> [PriorityReason] {
    let sender = surroundings.senderName
    var reasons: [PriorityReason] = []
    if cues.isQuestion, surroundings.isDirect || cues.namesReader {
      reasons.append(.init(kind: .asks, text: "\(sender) asks you directly."))
    } else if surroundings.isMine {
      reasons.append(.init(kind: .task, text: "It gives you something to do."))
    } else if cues.isAction, surroundings.isDirect || cues.namesReader {
      reasons.append(.init(kind: .asks, text: "\(sender) wants something of you."))
    } else if cues.namesReader {
      reasons.append(.init(kind: .named, text: "\(sender) names you."))
    } else if cues.namesAll {
      reasons.append(.init(kind: .named, text: "It is for everybody in the conversation."))
    } else if cues.isQuestion, cues.otherAddressee == nil, !cues.asksOnlyOthers {
      reasons.append(.init(kind: .openToAll, text: "\(sender) asks everybody, so you too."))
    }
    if let deadline { reasons.append(.init(kind: .deadline, text: words(for: deadline))) }
    if let incident = cues.said.incident, features.urgency >= 0.3 {
      reasons.append(.init(kind: .incident, text: "“\(incident)” tells of an incident."))
    }
    reasons += model.learnedReasons(features).prefix(1).map { .init(kind: .learned, text: $0) }
    let weighed = placed.signals?.urgentWords ?? []
    if features.urgency > 0.5, let words = ReasonWords.urgent(in: placed.message.text, weighed: weighed) {
      reasons.append(.init(kind: .urgentWords, text: "“\(words)” sounds urgent."))
    }
    return reasons
  }

  /// Such as `It is due today (“by 5pm”).`
  private func words(for deadline: PriorityCues.Deadline) -> String {
    let said = "(“\(deadline.words)”)."
    if deadline.at < now { return "Its deadline has passed \(said)" }
    switch day(deadline.at) - day(now) {
    case 0: return "It is due today \(said)"
    case 1: return "It is due tomorrow \(said)"
    default: return "It has a deadline \(said)"
    }
  }

  /// Days since some day, on the reader's clock.
  private func day(_ date: Date) -> Int {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    return Int((seconds / 86_400).rounded(.down))
  }

  private func handledReason(_ surroundings: Surroundings) -> String {
    switch surroundings.listedAs {
    case .decision: "A decision: it is in the list of decisions."
    case .actionItem: "A task of somebody else: it is in the list of action items."
    case .scheduling, nil: "It asks nothing of you."
    }
  }
}
