import Synchronization

/// Has background work done by one of the servers of a store: this one begins when it gets the
/// lease, and stops when it has lost it. A server that dies loses it with its connection.
package final class JobKeeper: Sendable {
  /// Between two looks at the lease: a dead server's work goes on after so long at most.
  package static let interval: Duration = .seconds(2)

  private let lease: any JobLease
  private let work: any WorkExecutor
  private let pause: @Sendable () async throws -> Void
  private let begin: @Sendable () async -> Void
  private let end: @Sendable () async -> Void
  private let isHeld = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// `work` is where the lease is asked for; `begin` and `end` start the work and stop it, in
  /// turns.
  package init(
    lease: any JobLease, work: any WorkExecutor,
    pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: JobKeeper.interval) },
    begin: @escaping @Sendable () async -> Void, end: @escaping @Sendable () async -> Void
  ) {
    self.lease = lease
    self.work = work
    self.pause = pause
    self.begin = begin
    self.end = end
  }

  /// Whether this server does the work.
  package var isWorking: Bool { isHeld.load(ordering: .acquiring) }

  /// Looks for the lease from now on, until `stop`.
  package func start() {
    let looking = Task { [self] in
      while !Task.isCancelled {
        await look()
        do { try await pause() } catch { return }
      }
    }
    task.withLock { $0 = looking }
  }

  /// Returns when this server does nothing more, and another may begin.
  package func stop() async {
    let looking = task.withLock { task in
      defer { task = nil }
      return task
    }
    looking?.cancel()
    await looking?.value
    if isWorking {
      isHeld.store(false, ordering: .releasing)
      await end()
    }
    lease.release()
  }

  private func look() async {
    let has = await withCheckedContinuation { continuation in
      work.run { [lease] in continuation.resume(returning: lease.hold()) }
    }
    guard has != isWorking else { return }
    isHeld.store(has, ordering: .releasing)
    if has { await begin() } else { await end() }
  }
}
