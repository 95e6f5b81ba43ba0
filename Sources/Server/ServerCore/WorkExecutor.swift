import Domain
import Foundation

/// Runs reads of the store away from the event loops.
package protocol WorkExecutor: Sendable {
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Runs the work at once, where it is asked for: for the simulation and for tests.
package struct InlineWorkExecutor: WorkExecutor {
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}

/// Runs what waits for the disk on a few threads of its own.
package final class FileWork: WorkExecutor {
  private let queue = OperationQueue()

  package init(threads: Int = 4) {
    queue.maxConcurrentOperationCount = threads
  }

  package func run(_ work: @escaping @Sendable () -> Void) {
    queue.addOperation(work)
  }
}

extension WorkExecutor {
  /// What `body` makes, or what it throws.
  package func value<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Refusal>, Never>) in
      run {
        do throws(Refusal) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// What `body` reads of a store. Whatever it throws that is no refusal becomes `internal`.
  package func reading<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(Refusal) -> Value {
    try await value { () throws(Refusal) in
      do {
        return try body()
      } catch {
        throw error as? Refusal ?? Refusal(.internal, "The data could not be read.")
      }
    }
  }
}
