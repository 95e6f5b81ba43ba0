import Synchronization

/// Works in the background until nothing is left to do: whenever it is woken, and now and then by
/// itself.
package final class BatchLoop: Sendable {
  private struct State {
    var tasks: [Task<Void, Never>] = []
    var wakeUps: AsyncStream<Void>.Continuation?
  }

  private let pollSeconds: Double
  private let state = Mutex(State())

  package init(pollSeconds: Double) {
    self.pollSeconds = pollSeconds
  }

  /// There may be something to do. Costs next to nothing.
  package func wake() {
    state.withLock(\.wakeUps)?.yield()
  }

  /// `runBatch` answers how much it did; 0 when there is nothing to do now. It is left alone for
  /// `rest` after each time that it did something: what comes meanwhile is one batch. May be called
  /// again after `stop`.
  package func start(rest: Duration = .zero, _ runBatch: @escaping @Sendable () async -> Int) {
    let (stream, wakeUps) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.wakeUps = wakeUps }
    let loop = Task {
      for await _ in stream {
        while !Task.isCancelled, await runBatch() > 0 {
          guard rest > .zero else { continue }
          do { try await Task.sleep(for: rest) } catch { return }
        }
      }
    }
    let poll = Task { [pollSeconds] in
      // For what has become due by now, and for commits of other processes.
      while !Task.isCancelled {
        wakeUps.yield()
        do { try await Task.sleep(for: .seconds(pollSeconds)) } catch { return }
      }
    }
    state.withLock { $0.tasks += [loop, poll] }
  }

  /// Returns when nothing more is done.
  package func stop() async {
    let (running, wakeUps) = state.withLock { state in
      defer { state = State() }
      return (state.tasks, state.wakeUps)
    }
    for task in running { task.cancel() }
    wakeUps?.finish()
    for task in running { await task.value }
  }
}
