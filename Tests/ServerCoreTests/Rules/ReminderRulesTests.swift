import Domain
import Foundation
import ServerCore
import Testing

@Suite("Rules of reminders")
struct ReminderRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Reminders

  private static let id = ReminderID(high: 6, low: 1)
  private let later = It.now.adding(seconds: 3_600)

  private func task(
    _ kind: Insight.Kind = .actionItem, owner: UserID? = It.ada, status: Insight.Status = .open,
    dueAt: Timestamp? = It.now.adding(seconds: 7_200),
    said: String? = nil, confidence: Double = 1, text: String = "Send the offer", knownAt: Timestamp = It.now
  ) -> Insight {
    Insight(
      id: It.insight(1), kind: kind, status: status, text: text, citations: [It.message(1)], owner: owner,
      dueAt: dueAt, dueText: said, confidence: confidence, reason: "said", model: "m", createdAt: knownAt)
  }

  private func reminder(
    _ kind: Reminder.Kind = .note, _ state: Reminder.State = .waiting, at time: Timestamp = It.now,
    text: String = "Call the bank", dueAt: Timestamp? = nil
  ) -> Reminder {
    Reminder(
      id: Self.id, kind: kind, state: state, at: time, text: text, conversation: kind == .note ? nil : It.team,
      message: kind == .note ? nil : It.message(1), insight: kind == .task ? It.insight(1) : nil, dueAt: dueAt,
      createdAt: It.now)
  }

  private func message(_ text: String, isDeleted: Bool = false) -> Message {
    Message(
      id: It.message(1), seq: 1, rev: 1, sender: It.ben, text: text, createdAt: It.now,
      deletedAt: isDeleted ? It.now : nil)
  }

  // MARK: Made and changed

  @Test("a reminder is of a message that is there, or of words, and for a time to come")
  func made() throws {
    func add(
      _ subject: NewReminder.Subject, at time: Timestamp, message: Message? = nil, waiting: Int = 0
    ) throws(Refusal) -> Reminder {
      try Rule.add(NewReminder(id: Self.id, at: time, subject: subject), message: message, waiting: waiting, at: It.now)
    }
    let note = try add(.note(" Call the bank "), at: later)
    #expect(note.kind == .note && note.state == .waiting && note.at == later && note.text == "Call the bank")
    let ofMessage = NewReminder.Subject.message(It.message(1), in: It.team)
    let made = try add(ofMessage, at: later, message: message("Who signs?"))
    #expect(made.text == "Who signs?" && made.message == It.message(1) && made.conversation == It.team)
    #expect(refusal { try add(.note("x"), at: It.now) } == .invalid)
    #expect(refusal { try add(.note("x"), at: It.now.adding(seconds: 6 * 366 * 86_400)) } == .invalid)
    #expect(refusal { try add(.note(" "), at: later) } == .invalid)
    #expect(refusal { try add(ofMessage, at: later) } == .notFound)
    let other = NewReminder.Subject.message(It.message(2), in: It.team)
    #expect(refusal { try add(other, at: later, message: message("Who signs?")) } == .notFound)
    #expect(refusal { try add(ofMessage, at: later, message: message("", isDeleted: true)) } == .notFound)
    #expect(refusal { try add(.note("x"), at: later, waiting: Rule.mostWaiting) } == .invalid)
  }

  @Test("one that has reminded can be put off, one that is over cannot, and nothing is left of that")
  func changed() throws {
    let off = try Rule.postpone(reminder(.message, .due), to: later, at: It.now)
    #expect(off.state == .waiting && off.at == later && off.text == "Call the bank")
    #expect(refusal { try Rule.postpone(reminder(.note, .over), to: later, at: It.now) } == .gone)
    #expect(refusal { try Rule.postpone(reminder(.note, .due), to: It.now, at: It.now) } == .invalid)
    let over = Rule.over(reminder(.message, .due))
    #expect(over.state == .over && over.text.isEmpty && over.message == nil && over.conversation == nil)
  }

  // MARK: Coming due

  @Test("what waits comes due once, and not before its time")
  func due() {
    #expect(Rule.fire(reminder(), task: nil, of: It.ada, at: It.now)?.state == .due)
    #expect(Rule.fire(reminder(at: later), task: nil, of: It.ada, at: It.now) == nil)
    #expect(Rule.fire(reminder(.note, .due), task: nil, of: It.ada, at: It.now) == nil)
    #expect(Rule.fire(reminder(.note, .over), task: nil, of: It.ada, at: It.now) == nil)
  }

  @Test(
    "a task reminds its owner, and nobody once it is done, dismissed, withdrawn, unsure, another's or for another time")
  func tasks() throws {
    let dueAt = try #require(task().dueAt)
    func remind(_ task: Insight?, isMember: Bool = true) -> Reminder? {
      Rule.remind(
        of: task, in: It.team, dueAt: dueAt, as: Self.id, to: It.ada, isMember: isMember, meant: It.now, at: later)
    }
    let made = try #require(remind(task()))
    #expect(made.state == .due && made.text == "Send the offer" && made.at == It.now && made.dueAt == dueAt)
    #expect(made.insight == It.insight(1) && made.message == It.message(1) && made.conversation == It.team)
    #expect(remind(task(), isMember: false) == nil)
    #expect(remind(nil) == nil)
    let others = [
      task(owner: It.ben), task(owner: nil), task(status: .done), task(status: .dismissed), task(status: .withdrawn),
      task(dueAt: later), task(dueAt: nil), task(confidence: 0.3), task(.decision),
    ]
    for other in others {
      #expect(remind(other) == nil)
      // One that was put off meanwhile is over with it, and one that has reminded goes.
      let off = reminder(.task, dueAt: dueAt)
      #expect(Rule.fire(off, task: other, of: It.ada, at: It.now)?.state == .over)
      #expect(Rule.follow(other, reminder(.task, .due, dueAt: dueAt), of: It.ada)?.state == .over)
    }
    #expect(Rule.fire(reminder(.task, dueAt: dueAt), task: task(), of: It.ada, at: It.now)?.state == .due)
  }

  @Test("a reminder says what its task or its message says now, and nothing once its user may not read it")
  func followed() {
    let dueAt = task().dueAt
    let other = Rule.follow(task(text: "Send it"), reminder(.task, .due, dueAt: dueAt), of: It.ada)
    #expect(other?.text == "Send it" && other?.state == .due)
    #expect(Rule.follow(task(), reminder(.task, .due, text: "Send the offer", dueAt: dueAt), of: It.ada) == nil)
    #expect(Rule.follow(message("New"), reminder(.message))?.text == "New")
    #expect(Rule.follow(message("Call the bank"), reminder(.message)) == nil)
    #expect(Rule.follow(message("", isDeleted: true), reminder(.message))?.state == .over)
    let lost = Rule.lose(reminder(.message))
    #expect(lost.state == .waiting && lost.text.isEmpty && lost.message == nil && lost.conversation == nil)
    #expect(Rule.lose(reminder(.task, .due)).state == .over)
  }

  // MARK: Notifications

  @Test("a device is told at once, later while its user is there with another, and not the one in use")
  func told() {
    let (here, elsewhere) = (SessionID(high: 7, low: 1), SessionID(high: 7, low: 2))
    func notice(
      _ kind: Reminder.Kind = .note, muted: Bool = false, archived: Bool = false, online: Set<SessionID> = [],
      focus: [AIPreferences.Hours] = []
    ) -> Timestamp? {
      Rule.notice(
        kind, settings: ConversationSettings(conversation: It.team, rev: 1, muted: muted, archived: archived),
        session: here, online: online, preferences: AIPreferences(focusHours: focus), timeZone: .gmt, at: It.now)
    }
    #expect(notice() == It.now)
    #expect(notice(online: [here]) == nil)
    #expect(notice(online: [elsewhere]) == It.now.adding(seconds: Rules.Push.courtesy))
    // What was asked for at a time comes; a task of a muted conversation is quiet.
    #expect(notice(.message, muted: true) == It.now)
    #expect(notice(.task, muted: true) == nil && notice(.task, archived: true) == nil)
    // 2027-01-15, 08:00 in London, a Friday.
    let focus = AIPreferences.Hours(days: [5], start: 7 * 60, end: 9 * 60)
    #expect(notice(focus: [focus]) == It.now.adding(seconds: 3_600))
    let always = AIPreferences.Hours(days: [1, 2, 3, 4, 5, 6, 7], start: 0, end: 1_440)
    #expect(notice(focus: [always]) == It.now.adding(seconds: 86_400))
  }
}

@Suite("When a task reminds")
struct ReminderMomentTests {
  private static let berlin = "Europe/Berlin"

  /// `2026-11-24 14:00` on a clock of Berlin.
  private func time(_ text: String, _ zone: String = berlin) throws -> Timestamp {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd HH:mm"
    format.timeZone = try #require(TimeZone(identifier: zone))
    return Timestamp(try #require(format.date(from: text)))
  }

  private func moment(
    due: String, said: String? = nil, known: String = "2026-11-01 12:00",
    _ times: AIPreferences.ReminderTimes = .init(), zone: String = berlin
  ) throws -> Timestamp? {
    let task = Insight(
      id: InsightID(high: 1, low: 1), kind: .actionItem, text: "x", citations: [MessageID(high: 1, low: 1)],
      dueAt: try time(due, zone), dueText: said, confidence: 1, reason: "", createdAt: try time(known, zone))
    let moments = ReminderMoment(times, timeZone: try #require(TimeZone(identifier: zone)))
    return moments.moment(of: task, known: task.updatedAt)
  }

  @Test("a day reminds the day before at nine, a time an hour before")
  func standard() throws {
    #expect(try moment(due: "2026-11-27 17:00", said: "by Friday") == time("2026-11-26 09:00"))
    #expect(try moment(due: "2026-11-27 00:00") == time("2026-11-26 09:00"))
    #expect(try moment(due: "2026-11-27 15:00", said: "Friday at 3pm") == time("2026-11-27 14:00"))
    #expect(try moment(due: "2026-11-27 15:00") == time("2026-11-27 14:00"))
    for said in ["by 5pm", "14:30", "in two hours", "Friday at 5", "um 17 Uhr", "noon"] {
      #expect(try moment(due: "2026-11-27 15:00", said: said) == time("2026-11-27 14:00"), "\(said)")
    }
    for said in ["by Friday", "tomorrow", "end of the week", "27 November"] {
      #expect(try moment(due: "2026-11-27 15:00", said: said) == time("2026-11-26 09:00"), "\(said)")
    }
  }

  @Test("what is said too late for that reminds on the day itself, or shortly before, or not at all")
  func late() throws {
    #expect(
      try moment(due: "2026-11-27 17:00", said: "tomorrow", known: "2026-11-26 15:00") == time("2026-11-27 09:00"))
    #expect(try moment(due: "2026-11-27 17:00", said: "today", known: "2026-11-27 10:00") == time("2026-11-27 16:00"))
    #expect(try moment(due: "2026-11-27 17:00", said: "today", known: "2026-11-27 16:30") == nil)
    #expect(try moment(due: "2026-11-27 17:00", said: "at 5pm", known: "2026-11-27 16:30") == nil)
    // Of a day that was picked by hand there is no hour before its midnight any more, but the day
    // itself.
    #expect(try moment(due: "2026-11-27 00:00", known: "2026-11-26 15:00") == time("2026-11-27 09:00"))
  }

  @Test("people choose how long before, at what time, or not at all")
  func chosen() throws {
    let times = AIPreferences.ReminderTimes(minutesBefore: 15, daysBefore: 2, time: 7 * 60 + 30)
    #expect(try moment(due: "2026-11-27 17:00", said: "by Friday", times) == time("2026-11-25 07:30"))
    #expect(try moment(due: "2026-11-27 15:00", said: "3pm", times) == time("2026-11-27 14:45"))
    #expect(try moment(due: "2026-11-27 15:00", said: "3pm", .init(minutesBefore: 0)) == time("2026-11-27 15:00"))
    #expect(try moment(due: "2026-11-27 15:00", said: "3pm", .init(isOn: false)) == nil)
    #expect(try moment(due: "2026-11-27 17:00", said: "Friday", .init(daysBefore: 0)) == time("2026-11-27 09:00"))
  }

  @Test("the clocks of the owner count, also where these change, leave an hour out or have one twice")
  func clocks() throws {
    #expect(
      try moment(due: "2026-11-27 17:00", said: "Friday", zone: "Asia/Tokyo") == time("2026-11-26 09:00", "Asia/Tokyo"))
    // On 29 March 2026 it is never 2:30 in Berlin: at 3:00 it has been.
    #expect(
      try moment(due: "2026-03-30 17:00", said: "Monday", known: "2026-03-01 12:00", .init(time: 150))
        == time("2026-03-29 03:00"))
    // On 25 October 2026 it is 2:30 twice: at the first.
    let first = try time("2026-10-25 01:30").adding(seconds: 3_600)
    #expect(try moment(due: "2026-10-26 17:00", said: "Monday", known: "2026-10-01 12:00", .init(time: 150)) == first)
    #expect(
      try moment(due: "2026-10-26 17:00", said: "Monday", known: "2026-10-01 12:00", .init(time: 0))
        == time("2026-10-25 00:00"))
  }

  @Test("a day is late at its end, a time ten minutes after it")
  func end() throws {
    func end(_ due: String, _ said: String?) throws -> Timestamp {
      let task = Insight(
        id: InsightID(high: 1, low: 1), kind: .actionItem, text: "x", citations: [], dueAt: try time(due),
        dueText: said,
        confidence: 1, reason: "", createdAt: try time("2026-11-01 12:00"))
      return ReminderMoment(.init(), timeZone: try #require(TimeZone(identifier: Self.berlin))).end(of: task)
    }
    #expect(try end("2026-11-27 17:00", "by Friday") == time("2026-11-28 00:00"))
    #expect(try end("2026-11-27 00:00", nil) == time("2026-11-28 00:00"))
    #expect(try end("2026-11-27 15:00", "3pm") == time("2026-11-27 15:10"))
  }
}
