import CLinux
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Runs what computes and may wait on a thread of its own, which has a processor only when nobody
/// else wants it: a message that comes meanwhile gets it at once.
///
/// Nothing that others wait for belongs here, such as a lock: under full load it is held for long.
package final class IdleWork: WorkExecutor {
  private let jobs = Jobs()

  package init() {
    let thread = Thread { [jobs] in
      #if canImport(Glibc)
        var parameters = sched_param()
        // Of the calling thread. Without it everything works, only less politely.
        _ = sched_setscheduler(0, Int32(SCHEDULE_IDLE), &parameters)
      #endif
      while let job = jobs.next() { job.run() }
    }
    thread.name = "idle work"
    #if canImport(Darwin)
      thread.qualityOfService = .background
    #endif
    thread.start()
  }

  deinit {
    jobs.end()
  }

  package func run(_ work: @escaping @Sendable () -> Void) {
    jobs.add(Job(run: work))
  }

  private struct Job: Sendable {
    let run: @Sendable () -> Void
  }

  /// What waits, oldest first.
  private final class Jobs: Sendable {
    private let waiting = Mutex<[Job?]>([])
    private let available = DispatchSemaphore(value: 0)

    func add(_ job: Job) {
      waiting.withLock { $0.append(job) }
      available.signal()
    }

    /// After what waits.
    func end() {
      waiting.withLock { $0.append(nil) }
      available.signal()
    }

    /// Blocks until there is one; `nil` at the end.
    func next() -> Job? {
      available.wait()
      return waiting.withLock { $0.removeFirst() }
    }
  }
}
