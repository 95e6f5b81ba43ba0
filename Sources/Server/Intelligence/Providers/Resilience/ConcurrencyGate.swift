/// Lets a bounded number of requests through at once; the others wait their turn, first come, first served.
actor ConcurrencyGate {
  private struct Waiter {
    let id: Int
    let turn: CheckedContinuation<Bool, Never>
  }

  private let limit: Int
  private let maximumWaiting: Int
  private var inside = 0
  private var nextID = 0
  private var waiting: [Waiter] = []

  init(limit: Int, maximumWaiting: Int = 256) {
    self.limit = max(1, limit)
    self.maximumWaiting = maximumWaiting
  }

  /// Returns when there is room; then `leave` must follow. Throws `overloaded` when too many wait, `cancelled` when the task
  /// is.
  func enter() async throws(ModelFailure) {
    if Task.isCancelled { throw ModelFailure(.cancelled) }
    if inside < limit {
      inside += 1
      return
    }
    guard waiting.count < maximumWaiting else {
      throw ModelFailure(.overloaded, detail: "too many requests wait for the model")
    }
    nextID += 1
    let id = nextID
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        // The cancellation may have come before this.
        if Task.isCancelled { turn.resume(returning: false) } else { waiting.append(Waiter(id: id, turn: turn)) }
      }
    } onCancel: {
      Task { await self.giveUp(id) }
    }
    if !isIn { throw ModelFailure(.cancelled) }
  }

  /// Makes room for the next.
  func leave() {
    if waiting.isEmpty { inside -= 1 } else { waiting.removeFirst().turn.resume(returning: true) }
  }

  private func giveUp(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }
}
