import Domain
import GRDB

/// What waits in the outbox besides messages, by what it changes of what is shown.
struct LocalRequests {
  private(set) var insightChanges: [InsightID: [(change: InsightChange, at: Timestamp)]] = [:]
  private(set) var marks: [PlacedInsight] = []
  private(set) var reminders: [ReminderID: Reminder] = [:]
  private(set) var postponed: [ReminderID: Timestamp] = [:]
  private(set) var finished: Set<ReminderID> = []
  /// By the ids of opinions.
  private(set) var opinions: [String: AIOutput.Feedback?] = [:]
  private(set) var priorities: [MessageID: (conversation: ConversationID, priority: Priority)] = [:]
  private(set) var settings: [ConversationID: (change: ConversationSettingsChange, at: Timestamp)] = [:]
  /// Whether the AI works in a conversation.
  private(set) var switches: [ConversationID: Bool] = [:]
  private(set) var preferences: AIPreferences?

  init(_ db: Database) throws {
    for record in try RequestRecord.waiting(db) { try add(record, db) }
  }

  private mutating func add(_ record: RequestRecord, _ db: Database) throws {
    let time = record.deferred.createdAt
    switch record.request {
    case .changeInsight(let change, let insight, _): insightChanges[insight, default: []].append((change, time))
    case .markInsight(let id, let kind, let message, let conversation, let text):
      guard let held = try MessageRecord.find(message, in: conversation, db), !held.isDeleted else { return }
      let mark = Insight(
        id: id, kind: kind, text: text ?? InsightRules.opening(of: held.text), citations: [message],
        participants: kind == .actionItem ? [] : [held.sender], confidence: 1, reason: "Marked by a member.",
        createdBy: try AccountRecord.user(db), createdAt: time)
      marks.append(PlacedInsight(conversation: conversation, insight: mark))
    case .writeTask(let id, let task, let conversation):
      let written = Insight(
        id: id, kind: .actionItem, text: task.text, citations: [], owner: task.owner, dueAt: task.dueAt, confidence: 1,
        reason: "Written by a member.", createdBy: try AccountRecord.user(db), createdAt: time)
      marks.append(PlacedInsight(conversation: conversation, insight: written))
    case .remind(let id, let at, let text, let message, let conversation):
      reminders[id] = try Self.reminder(id, at, text, message, conversation, madeAt: time, db)
    case .postponeReminder(let reminder, let time): postponed[reminder] = time
    case .finishReminder(let reminder): finished.insert(reminder)
    case .setOpinion(let feedback, let subject, let message, _):
      opinions.updateValue(feedback, forKey: Opinion.id(subject, of: message))
    case .correctPriority(let message, let conversation, let priority): priorities[message] = (conversation, priority)
    case .savePreferences(let preferences): self.preferences = preferences
    case .changeSettings(let change, let conversation):
      settings[conversation] = (settings[conversation]?.change.merged(with: change) ?? change, time)
    case .switchIntelligence(let isOn, let conversation): switches[conversation] = isOn
    case .share, .createGroup, .openDirect, .summarize, .digest, .ask, .talk: break
    }
  }

  private static func reminder(
    _ id: ReminderID, _ at: Timestamp, _ text: String?, _ message: MessageID?, _ conversation: ConversationID?,
    madeAt: Timestamp, _ db: Database
  ) throws -> Reminder {
    var words = text
    if words == nil, let message, let conversation {
      words = try MessageRecord.find(message, in: conversation, db).map { InsightRules.opening(of: $0.text) }
    }
    return Reminder(
      id: id, kind: message == nil ? .note : .message, at: at, text: words ?? "", conversation: conversation,
      message: message, createdAt: madeAt)
  }

  // MARK: - Laying over

  var hasInsights: Bool { !insightChanges.isEmpty || !marks.isEmpty }

  /// The insight as its user has left it.
  func changed(_ insight: Insight) throws -> Insight {
    try (insightChanges[insight.id] ?? []).reduce(insight) { insight, entry in
      var copy = try InsightRules.applying(entry.change, to: insight)
      copy.updatedAt = max(copy.updatedAt, entry.at)
      if copy.status != .done {
        copy.completedAt = nil
      } else if insight.status != .done {
        copy.completedAt = entry.at
      }
      return copy
    }
  }

  /// Whose time has come first, then by time; without those that are done.
  func changed(_ rows: [Reminder]) -> [Reminder] {
    let known = Set(rows.map(\.id))
    let all = rows + reminders.values.filter { !known.contains($0.id) }
    return all.filter { !finished.contains($0.id) }
      .map { reminder in
        guard let time = postponed[reminder.id] else { return reminder }
        var copy = reminder
        (copy.at, copy.state) = (time, .waiting)
        return copy
      }
      .sorted { left, right in
        (left.state.rawValue, left.at, left.id) < (right.state.rawValue, right.at, right.id)
      }
  }

  func changed(_ unhelpful: Set<String>) -> Set<String> {
    var copy = unhelpful
    for (id, feedback) in opinions {
      if feedback == .unhelpful { copy.insert(id) } else { copy.remove(id) }
    }
    return copy
  }

  func changed(_ row: ConversationSettings) -> ConversationSettings {
    settings[row.conversation].map { $0.change.applied(to: row, at: $0.at) } ?? row
  }

  func corrected(_ verdict: PriorityVerdict) -> PriorityVerdict {
    guard let priority = priorities[verdict.message]?.priority else { return verdict }
    var copy = verdict
    (copy.priority, copy.isCorrected, copy.reason) = (priority, true, PriorityRecord.ownReason)
    return copy
  }
}
