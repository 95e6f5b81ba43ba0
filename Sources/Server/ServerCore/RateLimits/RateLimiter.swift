import Domain
import Foundation

/// A `TokenBucket` for each key, in bounded memory.
///
/// Keys live in two generations: when the younger one is full it becomes the older one and the
/// former older one is forgotten. A key in use moves back to the younger. So at most `maximumKeys`
/// buckets are kept, every operation takes constant time, and a drained bucket is only forgotten
/// after half of `maximumKeys` other keys were used since.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let limit: RateLimit?
  private let generationSize: Int
  private let lock = NSLock()
  nonisolated(unsafe) private var younger: [Key: TokenBucket] = [:]
  nonisolated(unsafe) private var older: [Key: TokenBucket] = [:]

  /// `limit` `nil` allows everything.
  package init(_ limit: RateLimit?, maximumKeys: Int = 20_000) {
    self.limit = limit
    generationSize = max(1, maximumKeys / 2)
  }

  /// Takes one. Throws `rateLimited` with the seconds to wait when there is none left.
  package func take(_ key: Key, now: Timestamp) throws(Refusal) {
    guard let limit, let wait = wait(for: key, limit: limit, now: now) else { return }
    throw Refusal(.rateLimited, "Too many requests. Wait \(wait) s.", retryAfter: wait)
  }

  /// How many keys are remembered.
  package var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return younger.count + older.count
  }

  private func wait(for key: Key, limit: RateLimit, now: Timestamp) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    var bucket =
      younger[key] ?? older.removeValue(forKey: key)
      ?? TokenBucket(capacity: limit.burst, refillPerSecond: limit.perSecond, now: now)
    let wait = bucket.take(now: now)
    if younger[key] == nil, younger.count >= generationSize {
      older = younger
      younger = [:]
    }
    younger[key] = bucket
    return wait
  }
}
