import Foundation
import ServerCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Threads of low priority that carry the intelligence and nothing else: the chat goes first wherever both want a processor.
package final class NiceThreads: WorkExecutor {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isStopped = false
  }

  /// Of 0 (as everybody) to 19 (only when nobody else wants to).
  private static let niceness: Int32 = 10

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  private let count: Int

  package init(count: Int, name: String = "intelligence") {
    self.count = count
    for _ in 0..<count {
      let thread = Thread { [self] in
        Self.lowerPriority()
        while let work = next() { work() }
      }
      thread.name = name
      thread.stackSize = 4 << 20
      thread.start()
    }
  }

  package func run(_ work: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.waiting.append(work) }
      return state.isStopped
    }
    // Whoever asks after the end still gets an answer.
    if isStopped { work() } else { available.signal() }
  }

  /// Ends the threads once they have done what waits.
  package func stop() {
    state.withLock { $0.isStopped = true }
    for _ in 0..<count { available.signal() }
  }

  private func next() -> (@Sendable () -> Void)? {
    while true {
      available.wait()
      let (work, isStopped) = state.withLock { state in
        (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isStopped)
      }
      if let work { return work }
      if isStopped { return nil }
    }
  }

  private static func lowerPriority() {
    #if canImport(Glibc)
      // On Linux this is the calling thread's. Without the right to change it everything works, only less politely.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    #endif
  }
}
