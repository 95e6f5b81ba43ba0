/// Lets a bounded number of requests through at once; the others wait their turn, first come, first
/// served. One person's requests take no more than half of the room, rounded up: whoever's requests
/// take long leaves room for others'.
actor ConcurrencyGate {
  private struct Waiter {
    let id: Int
    let asker: String?
    let turn: CheckedContinuation<Bool, Never>
  }

  private let limit: Int
  private let maximumWaiting: Int
  private var inside = 0
  private var insideOf: [String: Int] = [:]
  private var nextID = 0
  private var waiting: [Waiter] = []

  init(limit: Int, maximumWaiting: Int = 256) {
    self.limit = max(1, limit)
    self.maximumWaiting = maximumWaiting
  }

  /// Returns when there is room; then `leave` must follow. Throws `overloaded` when too many wait,
  /// `cancelled` when the task is. `asker`: whose request it is, if anybody's.
  func enter(for asker: String? = nil) async throws(ModelFailure) {
    if Task.isCancelled { throw ModelFailure(.cancelled) }
    if hasRoom(for: asker) { return take(asker) }
    guard waiting.count < maximumWaiting else {
      throw ModelFailure(.overloaded, detail: "too many requests wait for the model")
    }
    nextID += 1
    let id = nextID
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        // The cancellation may have come before this.
        if Task.isCancelled {
          turn.resume(returning: false)
        } else {
          waiting.append(Waiter(id: id, asker: asker, turn: turn))
        }
      }
    } onCancel: {
      Task { await self.giveUp(id) }
    }
    if !isIn { throw ModelFailure(.cancelled) }
  }

  /// Makes room for the next.
  func leave(for asker: String? = nil) {
    inside -= 1
    if let asker { insideOf[asker] = insideOf[asker].flatMap { $0 > 1 ? $0 - 1 : nil } }
    guard let index = waiting.firstIndex(where: { hasRoom(for: $0.asker) }) else { return }
    let next = waiting.remove(at: index)
    take(next.asker)
    next.turn.resume(returning: true)
  }

  private func hasRoom(for asker: String?) -> Bool {
    guard inside < limit else { return false }
    return asker.map { insideOf[$0, default: 0] < (limit + 1) / 2 } ?? true
  }

  private func take(_ asker: String?) {
    inside += 1
    if let asker { insideOf[asker, default: 0] += 1 }
  }

  private func giveUp(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }
}
