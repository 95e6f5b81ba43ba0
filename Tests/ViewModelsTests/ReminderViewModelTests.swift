import Domain
import Foundation
import TestSupport
import Testing

@testable import ViewModels

@MainActor
@Suite("Reminders on screen")
struct ReminderViewModelTests {
  private let reminders = FakeReminders()
  private let room = ConversationID(high: 1, low: 7)
  /// 08:00 in London on Friday, 15 January 2027.
  private let clock = SettableClock()
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
  private var calls: [String] { reminders.state.withLock(\.calls) }

  private func reminder(
    _ number: UInt64, _ state: Reminder.State, _ text: String = "Call the bank", kind: Reminder.Kind = .note
  ) -> Reminder {
    Reminder(
      id: ReminderID(high: 1, low: number), kind: kind, state: state, at: clock.now, text: text, createdAt: clock.now)
  }

  private func model() -> RemindersViewModel {
    RemindersViewModel(reminders: reminders, clock: clock, calendar: calendar)
  }

  @Test("what is due stands apart from what waits, and follows what other devices do")
  func follows() async throws {
    let model = model()
    let running = Task { await model.run() }
    defer { running.cancel() }
    try await eventually("nothing yet") { model.state == .empty }
    reminders.publish([reminder(1, .due), reminder(2, .waiting)])
    try await eventually("both") { model.due.map(\.id.low) == [1] && model.waiting.map(\.id.low) == [2] }
    reminders.publish([])
    try await eventually("none again") { model.state == .empty && model.due.isEmpty }
  }

  @Test("done and later go to the server, which may refuse")
  func answers() async {
    let model = model()
    await model.finish(reminder(3, .due))
    await model.postpone(reminder(3, .due), .hour)
    #expect(calls == ["finish 3", "postpone 3 to \(clock.now.adding(seconds: 3_600).milliseconds)"])
    reminders.state.withLock { $0.refusal = Refusal(.gone, "This reminder is over.") }
    await model.finish(reminder(3, .due))
    #expect(model.problem != nil)
    #expect(await model.remind(of: MessageID(high: 1, low: 5), in: room, .tomorrow) == false)
    reminders.state.withLock { $0.refusal = nil }
    #expect(await model.remind(of: MessageID(high: 1, low: 5), in: room, .tomorrow))
    #expect(calls.last == "remind of a message at \(clock.now.adding(seconds: 25 * 3_600).milliseconds)")
    #expect(model.problem == nil)
  }

  @Test("one can choose an hour, this evening, tomorrow morning or Monday; no evening that has begun")
  func delays() {
    func hours(_ delay: ReminderDelay) -> Int64? {
      delay.time(after: clock.now, calendar: calendar).map { ($0.milliseconds - clock.now.milliseconds) / 3_600_000 }
    }
    #expect(ReminderDelay.allCases.map(hours) == [1, 10, 25, 73])
    clock.advance(seconds: 10 * 3_600)
    #expect(hours(.evening) == nil)
    #expect(model().delays == [.hour, .tomorrow, .week])
    // On a Monday, the next one is meant.
    clock.advance(seconds: (2 * 24 + 14) * 3_600)
    #expect(hours(.week) == 169)
  }

  @Test("what one may not read any more is said without a word of it")
  func texts() {
    #expect(RemindersViewModel.text(of: reminder(1, .due)).english == "Call the bank")
    #expect(RemindersViewModel.text(of: reminder(1, .due, "", kind: .digest)).english == "Your digest")
    let gone = RemindersViewModel.text(of: reminder(1, .due, "", kind: .message)).english
    #expect(gone == "A message that is not there for you any more")
    #expect(RemindersViewModel.text(of: reminder(1, .due, "", kind: .task)).english == "A task of yours")
  }

  @Test("what is of no help is told of with its message; of a point, all its messages")
  func opinions() async {
    let model = OpinionModel(reminders: reminders)
    #expect(await model.reject(.priority, MessageID(high: 1, low: 5), in: room))
    let citations = [UInt64(6), 7].map { number in
      Citation(
        conversation: room, message: MessageID(high: 1, low: number), seq: Int64(number),
        sender: UserID(high: 1, low: 1), excerpt: "", createdAt: clock.now)
    }
    let claim = OutputReading.Claim(
      id: 0, text: "x", person: nil,
      sources: citations.enumerated().map { OutputReading.Source(number: $0, citation: $1) })
    #expect(await model.reject(claim))
    #expect(calls == ["unhelpful priority 5", "unhelpful digest 6", "unhelpful digest 7"])
    reminders.state.withLock { $0.refusal = Refusal(.notFound, "Gone.") }
    #expect(await model.reject(claim) == false)
    #expect(calls.count == 4 && model.problem != nil)
  }

  @Test("times of reminders and of the digest are forms; what is not touched is not sent")
  func preferences() async {
    let intelligence = FakeIntelligence()
    let model = AIPreferencesViewModel(intelligence: intelligence, calendar: calendar)
    await model.load()
    #expect(model.remindsOfTasks && model.minutesBefore == 60 && model.daysBefore == 1)
    #expect(!model.hasDigestInApp && !model.hasDigestByMail && !model.hasChanges)
    model.hasDigestInApp = true
    model.digestHours.toggle(1)
    model.digestHours.start = Date(timeIntervalSince1970: 7 * 3_600 + 15 * 60)
    model.minutesBefore = 15
    model.reminderHour.start = Date(timeIntervalSince1970: 10 * 3_600)
    await model.save()
    let saved = intelligence.state.withLock(\.preferences)
    #expect(saved.digest == AIPreferences.DigestTimes(days: [2, 3, 4, 5], time: 435, inApp: true))
    #expect(saved.reminders == AIPreferences.ReminderTimes(minutesBefore: 15, time: 600))
    model.remindsOfTasks = false
    model.hasDigestByMail = true
    #expect(model.preferences.reminders?.isOn == false && model.preferences.digest?.byMail == true)
    model.revert()
    #expect(!model.hasChanges && model.remindsOfTasks)
  }
}
