import Domain
import Foundation

extension Rules.Reminders {
  /// Reminders of one person that wait, at most.
  package static let mostWaiting = 200
  /// Seconds ahead that one may be for: five years.
  private static let farthest: Int64 = 5 * 366 * 86_400

  /// `message` is the one that is named, of that conversation and readable; `waiting` counts the
  /// user's. Throws `invalid` for a time that has passed, or is too far, and for no words;
  /// `notFound` for a message that is not there.
  package static func add(
    _ new: NewReminder, message: Message?, waiting: Int, at now: Timestamp
  ) throws(Refusal) -> Reminder {
    try check(new.at, at: now)
    guard waiting < mostWaiting else {
      throw Refusal(.invalid, "At most \(mostWaiting) reminders wait for one person.")
    }
    switch new.subject {
    case .note(let text):
      return Reminder(
        id: new.id, kind: .note, at: new.at, text: try InsightRules.validatedText(text), createdAt: now)
    case .message(let id, let conversation):
      guard let message, message.id == id, !message.isDeleted else { throw Refusal.notFound }
      return Reminder(
        id: new.id, kind: .message, at: new.at, text: opening(of: message), conversation: conversation, message: id,
        createdAt: now)
    }
  }

  /// Puts it off: it waits again.
  package static func postpone(
    _ reminder: Reminder, to time: Timestamp, at now: Timestamp
  ) throws(Refusal) -> Reminder {
    try check(time, at: now)
    guard reminder.state != .over else { throw Refusal(.gone, "This reminder is over.") }
    var changed = reminder
    (changed.state, changed.at) = (.waiting, time)
    return changed
  }

  /// The tombstone: nothing is left of what it was about.
  package static func over(_ reminder: Reminder) -> Reminder {
    var changed = reminder
    changed.state = .over
    changed.text = ""
    changed.conversation = nil
    changed.message = nil
    changed.output = nil
    return changed
  }

  private static func check(_ time: Timestamp, at now: Timestamp) throws(Refusal) {
    guard time > now else { throw Refusal(.invalid, "That time has passed.") }
    guard time <= now.adding(seconds: farthest) else { throw Refusal(.invalid, "That is too far ahead.") }
  }

  /// The beginning of a message, or which files it has.
  package static func opening(of message: Message) -> String {
    let text = InsightRules.opening(of: message.text)
    return text.isEmpty ? AttachmentBrief(message.attachments)?.words ?? "" : text
  }

  // MARK: Coming due

  /// A reminder that waits, once its time has come; `nil` when it is to be left alone: another has
  /// been faster, or it was put off. `task` is what a reminder of a task is about.
  package static func fire(_ reminder: Reminder, task: Insight?, of user: UserID, at time: Timestamp) -> Reminder? {
    guard reminder.state == .waiting, reminder.at <= time else { return nil }
    if reminder.kind == .task, !task.isFor(user, dueAt: reminder.dueAt) { return over(reminder) }
    var changed = reminder
    changed.state = .due
    return changed
  }

  /// The first reminder of a task; `nil` when it is not to be reminded of any more. `isMember`: the
  /// owner can read its conversation, where the AI is on.
  package static func remind(
    of task: Insight?, in conversation: ConversationID, dueAt: Timestamp, as id: ReminderID, to user: UserID,
    isMember: Bool, meant at: Timestamp, at time: Timestamp
  ) -> Reminder? {
    guard let task, isMember, task.isFor(user, dueAt: dueAt) else { return nil }
    return Reminder(
      id: id, kind: .task, state: .due, at: at, text: task.text, conversation: conversation,
      message: task.citations.first, insight: task.id, dueAt: dueAt, createdAt: time)
  }

  // MARK: What happens to what they are about

  /// A reminder whose task has changed; `nil` when that is nothing to it.
  package static func follow(_ task: Insight, _ reminder: Reminder, of user: UserID) -> Reminder? {
    guard task.isFor(user, dueAt: reminder.dueAt) else { return over(reminder) }
    var changed = reminder
    changed.text = task.text
    changed.message = task.citations.first
    return changed == reminder ? nil : changed
  }

  /// A reminder whose message was edited or deleted; `nil` when that is nothing to it.
  package static func follow(_ message: Message, _ reminder: Reminder) -> Reminder? {
    guard !message.isDeleted else { return over(reminder) }
    var changed = reminder
    changed.text = opening(of: message)
    return changed == reminder ? nil : changed
  }

  /// A reminder whose user may not read its conversation any more: a task is not theirs, and a
  /// message reminds without a word of it.
  package static func lose(_ reminder: Reminder) -> Reminder {
    guard reminder.kind == .message else { return over(reminder) }
    var changed = reminder
    changed.text = ""
    changed.conversation = nil
    changed.message = nil
    return changed
  }

  // MARK: Notifications

  /// Hours for which somebody is in focus at most without a break.
  private static let longestFocus: Int64 = 24

  /// When a device is told of a reminder; `nil`: not at all. The device that is in use shows it
  /// itself; while its user is there with another one, it waits as long as with messages. What
  /// somebody has asked for at a time comes from a muted conversation too; a task does not.
  package static func notice(
    _ kind: Reminder.Kind, settings: ConversationSettings?, session: SessionID, online: Set<SessionID>,
    preferences: AIPreferences, timeZone: TimeZone, at now: Timestamp
  ) -> Timestamp? {
    if kind == .task, settings?.archived == true || settings?.isMuted(at: now) == true { return nil }
    guard !online.contains(session) else { return nil }
    let start = online.isEmpty ? now : now.adding(seconds: Rules.Push.courtesy)
    return endOfFocus(from: start, preferences.focusHours, timeZone)
  }

  /// The first minute that is in no hours of focus.
  private static func endOfFocus(
    from start: Timestamp, _ hours: [AIPreferences.Hours], _ timeZone: TimeZone
  ) -> Timestamp {
    func isFocused(_ time: Timestamp) -> Bool { hours.contains { $0.contains(time.date, in: timeZone) } }
    guard isFocused(start) else { return start }
    var minute = Timestamp(milliseconds: start.milliseconds / 60_000 * 60_000)
    let last = start.adding(seconds: longestFocus * 3_600)
    while minute < last, isFocused(minute) { minute = minute.adding(seconds: 60) }
    return minute
  }
}

extension Insight? {
  /// Whether it is still to be done by the user, until then.
  fileprivate func isFor(_ user: UserID, dueAt: Timestamp?) -> Bool { self?.isFor(user, dueAt: dueAt) ?? false }
}

extension Insight {
  fileprivate func isFor(_ user: UserID, dueAt time: Timestamp?) -> Bool {
    kind == .actionItem && status == .open && !isMaybe && owner == user && dueAt != nil && dueAt == time
  }
}
