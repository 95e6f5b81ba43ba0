import Domain
import Foundation
import ServerCore

/// Keeps passwords as they are and counts what it is asked: for tests only.
package final class PlainHasher: PasswordHashing {
  private let lock = NSLock()
  nonisolated(unsafe) private var counted: (hashes: Int, checks: Int) = (0, 0)

  package init() {}

  package var hashes: Int { lock.withLock { counted.hashes } }
  package var checks: Int { lock.withLock { counted.checks } }

  package func hash(_ password: String) async throws(Refusal) -> String {
    lock.withLock { counted.hashes += 1 }
    return "plain:" + password
  }

  package func verify(_ password: String, against encoded: String?) async throws(Refusal) -> Bool {
    lock.withLock { counted.checks += 1 }
    return encoded == "plain:" + password
  }

  package func needsRehash(_ encoded: String) -> Bool { false }
}
