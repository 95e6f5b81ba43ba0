import Domain
import Foundation
import ServerCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Threads that carry the AI and nothing else, so that the chat waits for none of its work.
package final class IntelligenceThreads: WorkExecutor {
  private struct Job: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State: Sendable {
    var waiting = FairQueue<Job>()
    var isStopped = false
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  private let count: Int

  /// `niceness`: 0 (as everybody) to 19 (only when nobody else wants a processor). What takes a
  /// lock of the store must run at 0: a thread that seldom gets a processor would hold the lock for
  /// long.
  package init(count: Int, niceness: Int32, name: String) {
    self.count = count
    for _ in 0..<count {
      let thread = Thread { [self] in
        Self.lowerPriority(niceness)
        while let job = next() { job.run() }
      }
      thread.name = name
      thread.stackSize = 4 << 20
      thread.start()
    }
  }

  /// For people's requests.
  package static func forRequests(count: Int = 2) -> IntelligenceThreads {
    IntelligenceThreads(count: count, niceness: 0, name: "intelligence")
  }

  /// For the pipeline.
  package static func inBackground() -> IntelligenceThreads {
    IntelligenceThreads(count: 1, niceness: 10, name: "pipeline")
  }

  /// Work of a request waits with that of the same asker: each asker's next piece comes in turn.
  package func run(_ work: @escaping @Sendable () -> Void) {
    let job = Job(run: work)
    let asker = RequestGate.asker
    let isStopped = state.withLock { state in
      if !state.isStopped { state.waiting.add(job, of: asker) }
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

  private func next() -> Job? {
    while true {
      available.wait()
      let (job, isStopped) = state.withLock { ($0.waiting.next(), $0.isStopped) }
      if let job { return job }
      if isStopped { return nil }
    }
  }

  private static func lowerPriority(_ niceness: Int32) {
    #if canImport(Glibc)
      // On Linux this is the calling thread's. Without the right to change it everything works,
      // only less politely.
      if niceness > 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
    #endif
  }
}
