import Domain
import Foundation
import Observation

/// What I am reminded of: what has come due, and what waits.
@MainActor @Observable
public final class RemindersViewModel: ActionModel {
  public private(set) var state: ScreenState<[Reminder]> = .loading
  public let action = ActionState()
  @ObservationIgnored private let reminders: any ReminderRepository
  @ObservationIgnored private let clock: any WallClock
  @ObservationIgnored private let calendar: Calendar

  /// `calendar` says when evenings and mornings are.
  public init(
    reminders: any ReminderRepository, clock: any WallClock = SystemClock(), calendar: Calendar = .current
  ) {
    self.reminders = reminders
    self.clock = clock
    self.calendar = calendar
  }

  /// Follows the device's copy until the task is cancelled. Works without network.
  public func run() async {
    for await found in reminders.observeReminders() { state = ScreenState(found) }
  }

  /// Those that have reminded and wait for done or later, the oldest first.
  public var due: [Reminder] { (state.content ?? []).filter { $0.state == .due } }
  public var waiting: [Reminder] { (state.content ?? []).filter { $0.state == .waiting } }

  public var delays: [ReminderDelay] { ReminderDelay.offered(at: clock.now, calendar: calendar) }

  public func finish(_ reminder: Reminder) async {
    await perform { try await reminders.finish(reminder.id) }
  }

  public func postpone(_ reminder: Reminder, _ delay: ReminderDelay) async {
    guard let time = delay.time(after: clock.now, calendar: calendar) else { return }
    await perform { try await reminders.postpone(reminder.id, to: time) }
  }

  /// Of a message; whether it has worked.
  @discardableResult
  public func remind(of message: MessageID, in conversation: ConversationID, _ delay: ReminderDelay) async -> Bool {
    guard let time = delay.time(after: clock.now, calendar: calendar) else { return false }
    return await perform {
      try await reminders.remind(at: time, text: nil, of: message, in: conversation)
    } != nil
  }

  /// What it is of, in words; of what I may not read any more, that alone.
  public nonisolated static func text(of reminder: Reminder) -> Phrase {
    guard reminder.text.isEmpty else { return Phrase(verbatim: reminder.text) }
    return switch reminder.kind {
    case .task: "A task of yours"
    case .note, .message: "A message that is not there for you any more"
    case .digest: "Your digest"
    }
  }
}
