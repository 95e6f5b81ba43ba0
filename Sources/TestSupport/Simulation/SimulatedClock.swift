import Domain
import Foundation

/// Virtual time, moved by hand. Each device may see it shifted.
package final class SimulatedClock: WallClock, @unchecked Sendable {
  private let lock = NSLock()
  private var milliseconds: Int64
  private var shift: Int64 = 0
  private let base: SimulatedClock?

  package init(start: Timestamp) {
    milliseconds = start.milliseconds
    base = nil
  }

  /// A clock that follows another with a shift.
  package init(following base: SimulatedClock) {
    milliseconds = 0
    self.base = base
  }

  package var now: Timestamp {
    lock.withLock { Timestamp(milliseconds: (base?.now.milliseconds ?? milliseconds) + shift) }
  }

  package func advance(milliseconds delta: Int64) { lock.withLock { milliseconds += delta } }
  package func step(to shift: Int64) { lock.withLock { self.shift = shift } }
}

/// Ids that a seed replays.
package final class SimulatedIdentifiers: IdentifierSource, @unchecked Sendable {
  private let lock = NSLock()
  private var counter: UInt64 = 0

  package init() {}

  package func next<Entity>() -> Identifier<Entity> {
    lock.withLock {
      counter += 1
      return Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | counter)
    }
  }
}
