import Domain
import Foundation

/// Reminds people when it is time: of what they have asked to be reminded of, and of tasks of
/// theirs before these are due.
///
/// What reminds is found out anew at each look, so tasks that have changed need no plan to be
/// mended. That somebody was reminded is committed together with the notifications of it, once: a
/// server that ends at any moment, clocks that are put back, and two servers at one store remind
/// nobody twice.
package final class ReminderKeeper: Sendable {
  /// At one look.
  private static let batch = 100
  /// Seconds ahead of which no task reminds: see `AIPreferences.ReminderTimes`.
  private static let horizon: Int64 = (Int64(AIPreferences.ReminderTimes.daysBeforeRange.upperBound) + 2) * 86_400
  /// Seconds for which a day may last beyond what is noted as its time.
  private static let slack: Int64 = 2 * 86_400

  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer
  private let online: OnlineSessions
  private let clock: any WallClock
  private let identifiers: any IdentifierSource
  private let random: @Sendable (Int) -> [UInt8]
  private let onPlanned: @Sendable () -> Void
  private let loop = BatchLoop(pollSeconds: 5)

  /// `onPlanned` is called when notifications are to be sent.
  package init(
    store: any WorkspaceStore, context: ServerContext, identifiers: any IdentifierSource,
    random: @escaping @Sendable (Int) -> [UInt8], onPlanned: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.identifiers = identifiers
    self.random = random
    self.onPlanned = onPlanned
    work = context.work
    commands = context.gateway
    online = context.online
    clock = context.clock
  }

  /// Reminds from now on, until `stop`.
  package func start() {
    loop.start { [self] in await runBatch() }
  }

  package func stop() async { await loop.stop() }

  /// How many reminders came due; 0 when none is now.
  @discardableResult
  package func runBatch() async -> Int {
    guard online.isKnown else { return 0 }
    do throws(Refusal) {
      let now = clock.now
      let firings = try await work.reading { [self] in try gather(at: now) }
      guard !firings.isEmpty else { return 0 }
      _ = try await commands.perform(.intelligence(.reminder(.fire(firings))))
      if firings.contains(where: { !$0.pushes.isEmpty }) { onPlanned() }
      return firings.count
    } catch {
      // What could not be read or stored now is due at the next look.
      return 0
    }
  }

  private func gather(at now: Timestamp) throws -> [ReminderFiring] {
    var notices = ReminderNotices(store: store, online: online, random: random, now: now)
    var firings: [ReminderFiring] = []
    for due in try store.dueReminders(at: now, limit: Self.batch) {
      firings.append(
        ReminderFiring(
          user: due.user, subject: .waiting(due.reminder.id), at: due.reminder.at,
          pushes: try notices.pushes(due.reminder.kind, due.settings, for: due.user)))
    }
    let tasks = try store.remindableTasks(
      after: now.adding(seconds: -Self.slack), before: now.adding(seconds: Self.horizon))
    for task in tasks where firings.count < Self.batch {
      guard let dueAt = task.insight.dueAt, let moment = try notices.moment(of: task), moment <= now else { continue }
      firings.append(
        ReminderFiring(
          user: task.owner,
          subject: .task(task.insight.id, in: task.conversation, dueAt: dueAt, as: identifiers.next()), at: moment,
          pushes: try notices.pushes(.task, task.settings, for: task.owner)))
    }
    return firings
  }
}

/// Whom reminders reach, and by which devices, as read at one moment.
package struct ReminderNotices {
  private struct Person {
    let preferences: AIPreferences
    let timeZone: TimeZone
    let remindsOfTasks: Bool
    /// Ids of opinions of what was of no help.
    let unhelpful: Set<String>
  }

  private let store: any WorkspaceStore
  private let online: OnlineSessions
  private let random: @Sendable (Int) -> [UInt8]
  private let now: Timestamp
  private var people: [UserID: Person] = [:]

  package init(
    store: any WorkspaceStore, online: OnlineSessions, random: @escaping @Sendable (Int) -> [UInt8], now: Timestamp
  ) {
    self.store = store
    self.online = online
    self.random = random
    self.now = now
  }

  /// When the owner is reminded of the task; `nil` when not at all, when it is over, or when the
  /// owner is not shown it.
  mutating func moment(of task: RemindableTask) throws -> Timestamp? {
    let person = try person(task.owner)
    guard person.remindsOfTasks, !task.insight.isHidden(by: person.unhelpful) else { return nil }
    let moments = ReminderMoment(person.preferences.reminderTimes, timeZone: person.timeZone)
    guard now < moments.end(of: task.insight) else { return nil }
    return moments.moment(of: task.insight, known: task.insight.updatedAt)
  }

  package mutating func pushes(
    _ kind: Reminder.Kind, _ settings: ConversationSettings?, for user: UserID
  ) throws -> [ReminderPush] {
    let targets = try store.pushDevices(of: user, at: now)
    guard !targets.isEmpty else { return [] }
    let person = try person(user)
    let sessions = online.sessions(of: user)
    return targets.compactMap { target in
      let dueAt = Rules.Reminders.notice(
        kind, settings: settings, session: target.session, online: sessions, preferences: person.preferences,
        timeZone: person.timeZone, at: now)
      return dueAt.map { ReminderPush(id: PushAttemptID(random), device: target.device, dueAt: $0) }
    }
  }

  private mutating func person(_ user: UserID) throws -> Person {
    if let known = people[user] { return known }
    let profile = try store.profile(user)
    let preferences = try store.preferences(of: user)
    let person = Person(
      preferences: preferences, timeZone: profile.timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt,
      remindsOfTasks: preferences.isOn && profile.has(.reminders), unhelpful: try store.unhelpful(to: user))
    people[user] = person
    return person
  }
}
