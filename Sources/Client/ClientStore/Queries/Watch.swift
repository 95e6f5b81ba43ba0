import Dispatch
import Foundation
import GRDB

/// Reads a value again after commits, one read at a time: whatever is committed during one is taken
/// together by the next, so that a burst of commits costs no more reads than there is time for, and
/// the newest state is always read.
final class Watch<Value: Equatable & Sendable>: Sendable {
  private let database: any DatabaseReader
  private let admission: Admission
  private let fetch: @Sendable (Database) throws -> Value
  /// Called on one queue with each different value.
  private let deliver: @Sendable (Result<Value, any Error>) -> Void
  private let queue = DispatchQueue(label: "messageai.client-store.watch")
  private let lock = NSLock()
  nonisolated(unsafe) private var isDue = false
  /// Used on the queue only.
  nonisolated(unsafe) private var last: Value?

  init(
    _ database: any DatabaseReader, admission: Admission, fetch: @escaping @Sendable (Database) throws -> Value,
    deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.database = database
    self.admission = admission
    self.fetch = fetch
    self.deliver = deliver
  }

  /// Something may have changed. Never waits.
  func refresh() {
    let isFirst = lock.withLock {
      defer { isDue = true }
      return !isDue
    }
    if isFirst { queue.async { self.read() } }
  }

  private func read() {
    // Before the read begins: a commit from now on is read once more.
    lock.withLock { isDue = false }
    do {
      let value = try admission.within { try database.read(fetch) }
      guard value != last else { return }
      last = value
      deliver(.success(value))
    } catch {
      deliver(.failure(error))
    }
  }
}
