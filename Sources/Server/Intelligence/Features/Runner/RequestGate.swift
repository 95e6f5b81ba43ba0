import Domain
import Foundation
import Synchronization

/// Counts each user's requests that are under way, so that many at once cannot pass the budget together.
final class RequestGate: Sendable {
  private let limit: Int
  private let running = Mutex<[UserID: Int]>([:])

  init(limit: Int) {
    self.limit = limit
  }

  /// How many of the user's requests are under way, the new one included. Every `enter` that returns needs a `leave`.
  func enter(_ user: UserID) throws(Refusal) -> Int {
    let count = running.withLock { running in
      let count = running[user, default: 0] + 1
      if count <= limit { running[user] = count }
      return count
    }
    guard count <= limit else {
      throw Refusal(.rateLimited, "Your earlier requests are still being worked on.", retryAfter: 2)
    }
    return count
  }

  func leave(_ user: UserID) {
    running.withLock { running in
      running[user] = running[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }
}
