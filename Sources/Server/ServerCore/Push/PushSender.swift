import Domain
import Synchronization

/// Sends what is due by one service, and leaves with the store what came of it.
///
/// That sending begins is written before it does. Whatever ends the server meanwhile, nothing is
/// sent twice: what was begun then counts as `interrupted`.
final class PushSender: Sendable {
  /// Requests to a service at the same time: what many devices are told of must not take the
  /// processors from chat.
  private static let atOnce = 50
  /// Between two commits of what has come, and of what begins: those of chat go before.
  private static let rest = Duration.milliseconds(50)

  private struct State {
    /// Being sent, or waiting to be settled.
    var busy: Set<PushAttemptID> = []
    var settled: [PushSettlement] = []
    var tasks: [PushAttemptID: Task<Void, Never>] = [:]
  }

  private let service: PushService
  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer
  private let online: OnlineSessions
  private let gateway: any PushGateway
  private let clock: any WallClock
  private let metrics: PushMetrics
  private let sending = BatchLoop(pollSeconds: 1)
  private let settling = BatchLoop(pollSeconds: 1)
  private let state = Mutex(State())

  init(
    service: PushService, store: any WorkspaceStore, work: any WorkExecutor, commands: any CommandPerformer,
    online: OnlineSessions, gateway: any PushGateway, clock: any WallClock, metrics: PushMetrics
  ) {
    self.service = service
    self.store = store
    self.work = work
    self.commands = commands
    self.online = online
    self.gateway = gateway
    self.clock = clock
    self.metrics = metrics
  }

  /// Something may be due.
  func wake() { sending.wake() }

  func start() {
    sending.start(rest: Self.rest) { [self] in await sendBatch() }
    settling.start(rest: Self.rest) { [self] in await settle() }
  }

  /// Returns when what is being sent has its outcome: no later than the gateway's time limits.
  func stop() async {
    await sending.stop()
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
    await settling.stop()
    _ = await settle()
  }

  /// Begins to send; answers how many. Does not wait for the answers.
  func sendBatch() async -> Int {
    do throws(Refusal) {
      let room = Self.atOnce - state.withLock { $0.busy.count }
      guard room > 0, online.isKnown else { return 0 }
      let now = clock.now
      let due = try await read(at: now)
      guard !due.isEmpty else { return 0 }
      var ready: [(attempt: PushAttempt, device: PushDevice)] = []
      for attempt in due.prefix(room) {
        let sessions = online.sessions(of: attempt.user)
        if let outcome = Rules.Push.reconsider(attempt, online: sessions, at: now) {
          finish(PushSettlement(id: attempt.id, end: .finished(outcome)))
        } else if let device = attempt.device {
          ready.append((attempt, device))
        }
      }
      if !ready.isEmpty { _ = try await commands.perform(.push(.start(ready.map(\.attempt.id)))) }
      for (attempt, device) in ready { send(attempt, to: device) }
      return due.count
    } catch {
      // What could not be read or stored now is due at the next look.
      return 0
    }
  }

  /// Those that this process is not busy with.
  private func read(at now: Timestamp) async throws(Refusal) -> [PushAttempt] {
    let busy = state.withLock { $0.busy }
    return try await work.reading { [store, service] in
      try store.duePushes(by: service, at: now, limit: Self.atOnce + busy.count)
        .filter { !busy.contains($0.id) }
    }
  }

  private func send(_ attempt: PushAttempt, to device: PushDevice) {
    state.withLock { state in
      state.busy.insert(attempt.id)
      state.tasks[attempt.id] = Task { [self] in
        metrics.recordDelay(milliseconds: clock.now.milliseconds - attempt.createdAt.milliseconds)
        let reply = await gateway.send(await push(attempt), to: device)
        let settlement = Rules.Push.settle(attempt.id, reply, failures: attempt.failures, at: clock.now)
        finish(settlement)
      }
    }
  }

  private func push(_ attempt: PushAttempt) async -> Push {
    Push(
      id: attempt.id, subject: attempt.subject, badge: await badge(of: attempt.user),
      isUrgent: attempt.isUrgent, createdAt: attempt.createdAt,
      expiresAt: attempt.createdAt.adding(seconds: Rules.Push.lifetime))
  }

  /// 1 when it cannot be read now: there is at least this message.
  private func badge(of user: UserID) async -> Int64 {
    let now = clock.now
    return await withCheckedContinuation { continuation in
      work.run { [store] in
        continuation.resume(returning: (try? store.badge(of: user, at: now)) ?? 1)
      }
    }
  }

  private func finish(_ settlement: PushSettlement) {
    state.withLock { state in
      state.busy.insert(settlement.id)
      state.tasks[settlement.id] = nil
      state.settled.append(settlement)
    }
    settling.wake()
  }

  /// Commits what has come; answers how many.
  func settle() async -> Int {
    let settlements = state.withLock { state in
      defer { state.settled = [] }
      return state.settled
    }
    guard !settlements.isEmpty else { return 0 }
    do throws(Refusal) {
      _ = try await commands.perform(.push(.settle(settlements)))
    } catch {
      // Kept until it can be stored; nothing of it is sent meanwhile.
      state.withLock { $0.settled += settlements }
      return 0
    }
    for settlement in settlements { metrics.record(settlement, of: service) }
    state.withLock { $0.busy.subtract(settlements.map(\.id)) }
    sending.wake()
    return settlements.count
  }
}
