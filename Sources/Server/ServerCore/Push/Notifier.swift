import Domain
import Foundation
import Synchronization
import WireProtocol

/// Notifications on devices that are not connected: who gets them, and what they say.
package final class Notifier: Sendable {
  /// Seconds between two cleanings, and after one that failed.
  private static let interval: Int64 = 3_600
  private static let retryDelay: Int64 = 60

  package let gateway: any PushGateway
  package let metrics = PushMetrics()
  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: CommandGateway
  private let clock: any WallClock
  private let planner: PushPlanner
  private let senders: [PushSender]
  private let recurrence = Mutex(Recurrence(interval: interval, retryDelay: retryDelay))

  /// `random` makes that many unpredictable bytes.
  package init(
    store: any WorkspaceStore, context: ServerContext, gateway: any PushGateway,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.store = store
    self.gateway = gateway
    work = context.work
    commands = context.gateway
    clock = context.clock
    let senders = PushService.allCases.map { [metrics] in
      PushSender(
        service: $0, store: store, work: context.work, commands: context.gateway, online: context.online,
        gateway: gateway, clock: context.clock, metrics: metrics)
    }
    self.senders = senders
    planner = PushPlanner(
      store: store, work: context.work, commands: context.gateway, online: context.online, clock: context.clock,
      metrics: metrics, makeID: { PushAttemptID(random) }, onPlanned: { for sender in senders { sender.wake() } })
  }

  /// Something may have been committed. Costs next to nothing; call it after every commit.
  package func wake() { planner.wake() }

  /// Notifications that the planner knows nothing of are to be sent.
  package func wakeSenders() {
    for sender in senders { sender.wake() }
  }

  /// Sends from now on, until `stop`. What another process was sending counts as interrupted.
  package func start() {
    commands.submit(.push(.interrupt))
    planner.start()
    for sender in senders { sender.start() }
  }

  package func stop() async {
    await planner.stop()
    for sender in senders { await sender.stop() }
  }

  /// Forgets what is old; to be called now and then, more often than once an hour.
  package func flush() {
    let now = clock.now
    guard recurrence.withLock({ $0.take(now) }) else { return }
    commands.submit(
      .push(.forget(before: now.adding(seconds: -Rules.Push.memory))),
      origin: .callback { [self] result in
        guard case .failure = result else { return }
        recurrence.withLock { $0.fail(at: now) }
      })
  }

  package func offer(for asker: AuthenticatedSession) async throws(Refusal) -> PushOffer {
    let registered = try await read { try $0.pushService(of: asker.session) }
    return PushOffer(
      services: gateway.services.map(\.rawValue).sorted(), webKey: try await gateway.webKey(),
      registered: registered)
  }

  /// Throws `invalid` for an address that nothing may be sent to.
  package func subscribe(_ subscription: PushSubscription, by asker: AuthenticatedSession) async throws(Refusal) {
    try Rules.Push.check(subscription)
    let device = try gateway.device(subscription)
    _ = try await commands.perform(.push(.subscribe(user: asker.user, session: asker.session, device)))
    planner.noteDevice()
  }

  package func unsubscribe(_ asker: AuthenticatedSession) async throws(Refusal) {
    _ = try await commands.perform(.push(.unsubscribe(session: asker.session)))
  }

  /// What became of those that were planned in the last seconds.
  package func outcomes(ofSeconds seconds: Int64) async throws(Refusal) -> PushOutcomes {
    let since = clock.now.adding(seconds: -seconds)
    let tallies = try await read { try $0.pushTallies(since: since) }
    return PushOutcomes(
      outcomes: tallies.map {
        PushOutcomeCount(service: $0.service, outcome: $0.outcome?.rawValue ?? "waiting", count: $0.count)
      })
  }

  /// What a browser shows for the ticket that a notification has brought it; a message has reached
  /// the device then. Throws `notFound` when there is nothing to show any more: the ticket is old
  /// or no ticket, the session has ended, the message was read or deleted, its reader has left, the
  /// reminder is over or was put off.
  package func content(ticket: String) async throws(Refusal) -> NotificationContent {
    guard let id = PushAttemptID(ticket) else { throw .notFound }
    let now = clock.now
    let (content, attempt) = try await read { store in
      guard let attempt = try store.pushAttempt(id), try store.activeSession(attempt.session) == attempt.user,
        attempt.standing.isMember, !attempt.standing.isDeleted, !attempt.standing.isRead
      else { throw Refusal.notFound }
      return (try Self.content(of: attempt, in: store, at: now), attempt)
    }
    if case .message(let reference) = attempt.subject {
      commands.submit(
        .member(
          .advanceWatermarks(
            conversation: reference.conversation, [WatermarkChange(user: attempt.user, delivered: reference.seq)])))
    }
    return content
  }

  private static func content(
    of attempt: PushAttempt, in store: any WorkspaceStore, at now: Timestamp
  ) throws -> NotificationContent {
    switch attempt.subject {
    case .message(let reference): return try content(of: reference, for: attempt.user, in: store, at: now)
    case .reminder(let id):
      guard let shown = try store.reminder(id, of: attempt.user).flatMap(ReminderNotification.init) else {
        throw Refusal.notFound
      }
      return NotificationContent(
        reminder: id, title: shown.title, body: shown.words, badge: try store.badge(of: attempt.user, at: now))
    }
  }

  private static func content(
    of reference: NotificationReference, for user: UserID, in store: any WorkspaceStore, at now: Timestamp
  ) throws -> NotificationContent {
    var window = try store.delta(of: .conversation(reference.conversation), for: user, fromRev: 0)
    if !window.messages.contains(where: { $0.id == reference.message }) {
      window.messages =
        try store.page(
          of: reference.conversation, for: user, around: reference.message, limit: 1
        ).messages
    }
    guard let message = window.messages.first(where: { $0.id == reference.message }),
      let shown = MessageNotification(reference, window: window)
    else { throw Refusal.notFound }
    let disturbance = Disturbance.decide(
      sender: message.sender, text: message.text, settings: nil, preferences: try store.preferences(of: user),
      timeZone: try store.user(user).timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt, now: now)
    var title = shown.subtitle.map { "\(shown.title) in \($0)" } ?? shown.title
    if case .allowed(let urgency?, isFocused: true) = disturbance { title += " (\(urgency.reason))" }
    return NotificationContent(
      conversation: reference.conversation, message: reference.message, title: title, body: shown.words,
      badge: try store.badge(of: user, at: now))
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (any WorkspaceStore) throws -> Value
  ) async throws(Refusal) -> Value {
    try await work.reading { [store] in try body(store) }
  }
}

extension PushAttemptID {
  /// Nobody can guess it. `random` makes that many unpredictable bytes.
  package init(_ random: (Int) -> [UInt8]) {
    let words = random(16).reduce(into: (high: UInt64(0), low: UInt64(0))) { words, byte in
      words = (words.high << 8 | words.low >> 56, words.low << 8 | UInt64(byte))
    }
    self.init(high: words.high, low: words.low)
  }
}
