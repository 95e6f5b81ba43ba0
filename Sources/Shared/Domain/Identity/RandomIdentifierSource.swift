import Foundation

/// Version 7 UUIDs (RFC 9562, method 1) from the wall clock and the system's random numbers.
///
/// Ids made within one millisecond still rise: the 12 bits after the time are a counter that starts
/// at a random value below 2,048.
public final class RandomIdentifierSource: IdentifierSource {
  private let clock: any WallClock
  private let lock = NSLock()
  nonisolated(unsafe) private var lastMilliseconds: UInt64 = 0
  nonisolated(unsafe) private var counter: UInt64 = 0

  public init(clock: any WallClock = SystemClock()) {
    self.clock = clock
  }

  public func next<Entity>() -> Identifier<Entity> {
    let (milliseconds, sequence) = advance()
    let high = milliseconds << 16 | 0x7000 | sequence
    let low = UInt64.random(in: 0...UInt64.max) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return Identifier(high: high, low: low)
  }

  private func advance() -> (milliseconds: UInt64, sequence: UInt64) {
    lock.lock()
    defer { lock.unlock() }
    let now = UInt64(max(0, clock.now.milliseconds))
    if now > lastMilliseconds {
      lastMilliseconds = now
      counter = UInt64.random(in: 0..<2048)
    } else if counter < 0xFFF {
      counter += 1
    } else {
      lastMilliseconds += 1
      counter = 0
    }
    return (lastMilliseconds, counter)
  }
}
