import Foundation

/// How many sockets are open from each address.
package final class SocketQuota: Sendable {
  private let maximum: Int
  private let lock = NSLock()
  nonisolated(unsafe) private var open: [String: Int] = [:]

  /// `maximum` `nil` allows any number.
  package init(_ maximum: Int?) {
    self.maximum = maximum ?? .max
  }

  /// Counts a socket; `false` when there are too many. It counts until `release` all the same.
  package func take(_ address: String) -> Bool {
    lock.withLock {
      let count = (open[address] ?? 0) + 1
      open[address] = count
      return count <= maximum
    }
  }

  package func release(_ address: String) {
    lock.withLock {
      let count = (open[address] ?? 1) - 1
      open[address] = count > 0 ? count : nil
    }
  }

  /// How many addresses are counted.
  package var count: Int { lock.withLock { open.count } }
}
