import Foundation

/// The latest value of something, for any number of observers. Slow observers miss values in
/// between, never the last one.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var value: Value
  nonisolated(unsafe) private var observers: [Int: AsyncStream<Value>.Continuation] = [:]
  nonisolated(unsafe) private var lastID = 0

  init(_ value: Value) {
    self.value = value
  }

  var current: Value { lock.withLock { value } }

  func set(_ new: Value) {
    let targets: [AsyncStream<Value>.Continuation] = lock.withLock {
      guard new != value else { return [] }
      value = new
      return Array(observers.values)
    }
    for target in targets { target.yield(new) }
  }

  func stream() -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = lock.withLock {
        lastID += 1
        observers[lastID] = continuation
        continuation.yield(value)
        return lastID
      }
      continuation.onTermination = { [weak self] _ in
        self?.lock.withLock { self?.observers[id] = nil }
      }
    }
  }
}
