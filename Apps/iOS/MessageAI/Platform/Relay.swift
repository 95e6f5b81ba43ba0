import Foundation

/// Hands values to one observer at a time; what comes while nobody observes waits for the next one.
final class Relay<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var observer: AsyncStream<Element>.Continuation?
    var count = 0
  }

  private let lock = NSLock()
  /// Touched under the lock only.
  nonisolated(unsafe) private var state = State()

  func send(_ element: Element) {
    lock.withLock {
      if let observer = state.observer {
        observer.yield(element)
      } else {
        state.waiting.append(element)
      }
    }
  }

  /// Ends the stream of a former observer.
  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    lock.withLock {
      state.observer?.finish()
      state.observer = continuation
      state.count += 1
      let number = state.count
      for element in state.waiting { continuation.yield(element) }
      state.waiting = []
      continuation.onTermination = { [weak self] _ in self?.left(number) }
    }
    return stream
  }

  /// Not under the lock: a termination may come from within it.
  private func left(_ number: Int) {
    DispatchQueue.global().async { [weak self] in
      self?.lock.withLock {
        guard let self, self.state.count == number else { return }
        self.state.observer = nil
      }
    }
  }
}
