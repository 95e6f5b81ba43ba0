import ServiceLifecycle
import Synchronization

/// The time between the wish that the server stops and the end of anything. `/health` refuses from
/// its first moment on, so that whoever spreads people over several servers sends no more here. All
/// others are served until it is over.
package final class Drain: Sendable {
  private let duration: Duration
  private let underway = Atomic(false)
  private let hurries = AsyncStream<Never>.makeStream()

  package init(_ duration: Duration) {
    self.duration = duration
  }

  /// From now on also when it is over.
  package var hasBegun: Bool { underway.load(ordering: .acquiring) }

  /// Ends it now, or has it be over as it begins.
  package func hurry() {
    hurries.continuation.finish()
  }

  /// Returns when it is over.
  func pass() async {
    underway.store(true, ordering: .releasing)
    guard duration > .zero else { return }
    await withTaskGroup { [duration, stream = hurries.stream] group in
      group.addTask {
        // Cut short, it is over as well.
        do { try await Task.sleep(for: duration) } catch {}
      }
      group.addTask { for await _ in stream {} }
      await group.next()
      group.cancelAll()
    }
  }
}

/// Holds a drain before the services that come before this one stop.
struct DrainService: Service {
  let drain: Drain
  /// Leaves to other servers what this one does for all of them, while it still serves.
  let handOver: @Sendable () async -> Void

  func run() async {
    do { try await gracefulShutdown() } catch { return }
    async let handedOver: Void = handOver()
    await drain.pass()
    await handedOver
  }
}
