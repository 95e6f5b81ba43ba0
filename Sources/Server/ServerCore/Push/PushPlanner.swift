import Domain
import Foundation
import Synchronization

/// Finds out which devices are to be told of each new message, and leaves a note of each with the
/// store: from then on it is the sender's.
///
/// How far it has come stands in the store, so that a restart neither leaves out a message nor
/// takes one twice. While no device is registered it does nothing at all.
final class PushPlanner: Sendable {
  /// Devices at a time: no commit of chat waits long for one.
  private static let batch = 100
  /// Between two batches: messages that come meanwhile share a commit.
  private static let rest = Duration.milliseconds(50)
  /// Milliseconds after which the store is told how far planning has come, though nothing was
  /// planned.
  private static let markInterval: Int64 = 1_000

  private struct State {
    var isOn = false
    /// `nil` until it is read from the store.
    var mark: PushMark?
    var markSavedAt = Timestamp(milliseconds: 0)
  }

  private struct Reading: Sendable {
    let candidates: [PushCandidate]
    let readers: [UserID: (preferences: AIPreferences, timeZone: TimeZone)]
    let former: PushMark
    let through: PushMark
  }

  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer
  private let online: OnlineSessions
  private let clock: any WallClock
  private let metrics: PushMetrics
  private let makeID: @Sendable () -> PushAttemptID
  private let onPlanned: @Sendable () -> Void
  private let loop = BatchLoop(pollSeconds: 5)
  private let state = Mutex(State())

  /// `onPlanned` is called when something is to be sent.
  init(
    store: any WorkspaceStore, work: any WorkExecutor, commands: any CommandPerformer, online: OnlineSessions,
    clock: any WallClock, metrics: PushMetrics, makeID: @escaping @Sendable () -> PushAttemptID,
    onPlanned: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.work = work
    self.commands = commands
    self.online = online
    self.clock = clock
    self.metrics = metrics
    self.makeID = makeID
    self.onPlanned = onPlanned
  }

  /// Something may have been committed.
  func wake() {
    if state.withLock({ $0.isOn }) { loop.wake() }
  }

  /// There is a device now. The first one moves the mark in the store.
  func noteDevice() {
    state.withLock { state in
      if !state.isOn { state.mark = nil }
      state.isOn = true
    }
  }

  /// Works from now on, until `stop`.
  func start() {
    loop.start(rest: Self.rest) { [self] in await runBatch() }
  }

  func stop() async { await loop.stop() }

  /// How much was gone through; 0 when there is nothing to do now.
  func runBatch() async -> Int {
    do throws(Refusal) {
      guard try await isOn(), online.isKnown else { return 0 }
      let reading = try await read()
      guard reading.through != reading.former else { return 0 }
      let now = clock.now
      let planned = plan(reading, at: now)
      // A clock that was put back is not waited for.
      let isMarkDue = state.withLock {
        now < $0.markSavedAt || $0.markSavedAt.adding(milliseconds: Self.markInterval) <= now
      }
      if !planned.isEmpty || isMarkDue {
        _ = try await commands.perform(.push(.plan(planned, through: reading.through)))
        state.withLock { $0.markSavedAt = now }
      }
      state.withLock { $0.mark = reading.through }
      if !planned.isEmpty { onPlanned() }
      return max(1, reading.candidates.count)
    } catch {
      // What could not be read or stored now is there for the next look.
      return 0
    }
  }

  private func isOn() async throws(Refusal) -> Bool {
    if state.withLock({ $0.isOn }) { return true }
    let found = try await work.reading { [store] in try store.hasPushDevices() }
    if found { noteDevice() }
    return found
  }

  private func read() async throws(Refusal) -> Reading {
    let known = state.withLock { $0.mark }
    return try await work.reading { [store] in
      let former = try known ?? store.pushMark()
      let found = try store.pushCandidates(after: former, limit: Self.batch)
      var readers: [UserID: (preferences: AIPreferences, timeZone: TimeZone)] = [:]
      for user in Set(found.candidates.map(\.user)) {
        let timeZone = try store.user(user).timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
        readers[user] = (try store.preferences(of: user), timeZone)
      }
      return Reading(candidates: found.candidates, readers: readers, former: former, through: found.through)
    }
  }

  private func plan(_ reading: Reading, at now: Timestamp) -> [PlannedPush] {
    var sessions: [UserID: Set<SessionID>] = [:]
    for user in reading.readers.keys { sessions[user] = online.sessions(of: user) }
    return reading.candidates.compactMap { candidate in
      guard let reader = reading.readers[candidate.user] else { return nil }
      let ruling = Rules.Push.rule(
        on: candidate, preferences: reader.preferences, timeZone: reader.timeZone,
        online: sessions[candidate.user] ?? [], at: now)
      switch ruling {
      case .skip(let reason):
        metrics.recordSkip(reason)
        return nil
      case .send(let isUrgent, let dueAt):
        return PlannedPush(
          id: makeID(), ordinal: candidate.ordinal, device: candidate.device, isUrgent: isUrgent, dueAt: dueAt)
      }
    }
  }
}
