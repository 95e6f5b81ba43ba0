import NIOPosix
import ServerCore

/// Reads of the store on a thread pool, away from the event loops.
package struct ThreadPoolWork: WorkExecutor {
  private let pool: NIOThreadPool

  package init(pool: NIOThreadPool) {
    self.pool = pool
  }

  package func run(_ work: @escaping @Sendable () -> Void) {
    pool.submit { state in
      // A pool that shuts down has no sockets left to serve.
      if case .active = state { work() }
    }
  }
}
