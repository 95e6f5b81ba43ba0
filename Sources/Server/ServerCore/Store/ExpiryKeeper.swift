import Domain
import Synchronization

/// Has what the AI keeps for a time erased when that is over: soon after the start, then every
/// hour.
package final class ExpiryKeeper: Sendable {
  /// Seconds from one erasure to the next, and after one that failed.
  package static let interval: Int64 = 3_600
  private static let retryDelay: Int64 = 60

  private let gateway: CommandGateway
  private let clock: any WallClock
  private let recurrence = Mutex(Recurrence(interval: interval, retryDelay: retryDelay))

  package init(gateway: CommandGateway, clock: any WallClock) {
    self.gateway = gateway
    self.clock = clock
  }

  /// To be called now and then, more often than once an interval.
  package func flush() {
    let now = clock.now
    guard recurrence.withLock({ $0.take(now) }) else { return }
    gateway.submit(
      .intelligence(.record(.eraseExpired)),
      origin: .callback { [self] result in
        guard case .failure = result else { return }
        recurrence.withLock { $0.fail(at: now) }
      })
  }
}
