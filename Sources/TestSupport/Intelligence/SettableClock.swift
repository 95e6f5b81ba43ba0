import Domain
import Synchronization

/// A clock that stands still until a test moves it.
package final class SettableClock: WallClock {
  private let time: Mutex<Timestamp>

  package init(_ start: Timestamp = StoreFixture.start) {
    time = Mutex(start)
  }

  package var now: Timestamp { time.withLock { $0 } }

  package func advance(seconds: Int64) {
    time.withLock { $0 = $0.adding(seconds: seconds) }
  }
}
