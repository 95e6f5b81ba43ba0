import Synchronization

/// Works in the background until nothing is left to do: whenever it is woken, and now and then by
/// itself.
package final class BatchLoop: Sendable {
  private let pollSeconds: Double
  private let wakeUps = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let tasks = Mutex<[Task<Void, Never>]>([])

  package init(pollSeconds: Double) {
    self.pollSeconds = pollSeconds
  }

  /// There may be something to do. Costs next to nothing.
  package func wake() {
    wakeUps.continuation.yield()
  }

  /// `runBatch` answers how much it did; 0 when there is nothing to do now. It is left alone for
  /// `rest` after each time that it did something: what comes meanwhile is one batch.
  package func start(rest: Duration = .zero, _ runBatch: @escaping @Sendable () async -> Int) {
    let loop = Task { [self] in
      for await _ in wakeUps.stream {
        while !Task.isCancelled, await runBatch() > 0 {
          guard rest > .zero else { continue }
          do { try await Task.sleep(for: rest) } catch { return }
        }
      }
    }
    let poll = Task { [self] in
      // For what has become due by now, and for commits of other processes.
      while !Task.isCancelled {
        wake()
        do { try await Task.sleep(for: .seconds(pollSeconds)) } catch { return }
      }
    }
    tasks.withLock { $0 += [loop, poll] }
  }

  /// Returns when nothing more is done.
  package func stop() async {
    let running = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in running { task.cancel() }
    wakeUps.continuation.finish()
    for task in running { await task.value }
  }
}
