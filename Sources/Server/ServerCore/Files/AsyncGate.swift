import Synchronization

/// Lets so many tasks through at a time, in the order in which they come.
package final class AsyncGate: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  package init(places: Int) {
    state = Mutex(State(free: max(1, places)))
  }

  package func pass<Value, Failure: Error>(
    _ body: () async throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Lets one task through at a time for each key, in the order in which they come.
package final class AsyncGates<Key: Hashable & Sendable>: Sendable {
  private struct Place {
    let gate = AsyncGate(places: 1)
    /// Tasks that are in it or wait for it.
    var users = 0
  }

  private let places = Mutex<[Key: Place]>([:])

  package init() {}

  package func pass<Value, Failure: Error>(
    _ key: Key, _ body: () async throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    let gate = places.withLock { places in
      var place = places[key] ?? Place()
      place.users += 1
      places[key] = place
      return place.gate
    }
    defer {
      places.withLock { places in
        places[key]?.users -= 1
        if places[key]?.users == 0 { places[key] = nil }
      }
    }
    return try await gate.pass(body)
  }
}
