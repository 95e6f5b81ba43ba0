import Domain
import ServerCore
import Synchronization

/// The one gate of everything that people ask of the AI: each has a few requests under way, a few
/// more wait for these in their order, and the rest is refused with the time to come back. Nobody
/// waits for another's requests.
final class RequestGate: Sendable {
  /// Whose request the running task works on. What a request causes belongs to it: it passes no
  /// gate again.
  @TaskLocal static var asker: UserID?

  /// Whose requests share a bound. Those that wait for a model elsewhere keep none waiting that the
  /// server answers itself.
  struct Lane: Hashable, Sendable {
    let asker: UserID
    let asksModel: Bool
  }

  struct Limits: Sendable {
    /// Requests of one person under way.
    var underWay: Int
    /// Requests of one person that wait for those.
    var waiting: Int
    /// Requests of all people, under way or waiting.
    var all: Int
    /// Seconds that a request waits.
    var patience: Double
  }

  private struct Waiter: Sendable {
    let id: UInt64
    let turn: CheckedContinuation<Refusal?, Never>
  }

  private struct Line: Sendable {
    var underWay = 0
    var waiting: [Waiter] = []
  }

  private struct State: Sendable {
    var lines: [Lane: Line] = [:]
    var all = 0
    var lastID: UInt64 = 0
  }

  private enum Entry: Sendable {
    case isIn
    case waits
    case refused(Refusal)
  }

  private let limits: Limits
  private let state = Mutex(State())

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Returns when the request may begin; one `leave` must follow. Throws `rateLimited` when too
  /// many of the person's requests wait, or it waited too long, and `overloaded` when too many of
  /// all people's do.
  func enter(_ lane: Lane) async throws(Refusal) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let timer = Mutex<Task<Void, Never>?>(nil)
    let refusal = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        switch entry(of: lane, Waiter(id: id, turn: turn)) {
        case .isIn: turn.resume(returning: nil)
        case .refused(let refusal): turn.resume(returning: refusal)
        case .waits:
          timer.withLock { $0 = limit(id, of: lane) }
          // The cancellation may have come just before it waited.
          if Task.isCancelled { giveUp(id, of: lane) }
        }
      }
    } onCancel: {
      giveUp(id, of: lane)
    }
    timer.withLock { $0?.cancel() }
    if let refusal { throw refusal }
  }

  /// The request has ended: the person's next one begins.
  func leave(_ lane: Lane) {
    let next = state.withLock { state -> Waiter? in
      state.all -= 1
      guard var line = state.lines[lane] else { return nil }
      let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst()
      if next == nil { line.underWay -= 1 }
      state.lines[lane] = line.underWay > 0 ? line : nil
      return next
    }
    next?.turn.resume(returning: nil)
  }

  private func entry(of lane: Lane, _ waiter: Waiter) -> Entry {
    // The cancellation may have come before this.
    if Task.isCancelled { return .refused(Self.busy) }
    return state.withLock { state in
      guard state.all < limits.all else {
        return .refused(Refusal(.overloaded, "The server has too much to think about.", retryAfter: 5))
      }
      var line = state.lines[lane] ?? Line()
      guard line.underWay >= limits.underWay else {
        line.underWay += 1
        state.all += 1
        state.lines[lane] = line
        return .isIn
      }
      guard line.waiting.count < limits.waiting else { return .refused(Self.busy) }
      line.waiting.append(waiter)
      state.all += 1
      state.lines[lane] = line
      return .waits
    }
  }

  private func limit(_ id: UInt64, of lane: Lane) -> Task<Void, Never> {
    let patience = limits.patience
    return Task { [weak self] in
      do { try await Task.sleep(for: .seconds(patience)) } catch { return }
      self?.giveUp(id, of: lane)
    }
  }

  private func giveUp(_ id: UInt64, of lane: Lane) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.lines[lane]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      state.all -= 1
      return state.lines[lane]?.waiting.remove(at: index)
    }
    waiter?.turn.resume(returning: Self.busy)
  }

  private static let busy = Refusal(
    .rateLimited, "Your earlier requests are still being worked on.", retryAfter: 2)
}
