import Domain

/// How a screen loads what the server has: what it shows stays when it cannot be loaded again, and what failed is tried anew once the
/// connection is back.
@MainActor
struct Reloading {
  /// `nil` when nobody knows of the connection: then nothing is tried anew.
  let connection: (any ConnectionRepository)?

  /// Loads, and loads again after each failure when the connection comes back, until the task is cancelled.
  func run(load: () async -> Void, hasFailed: () -> Bool) async {
    guard let connection else { return await load() }
    var states = connection.observeConnection().makeAsyncIterator()
    // What it was before: a connection that comes back while this loads is seen after it.
    _ = await states.next()
    guard !Task.isCancelled else { return }
    await load()
    while let state = await states.next() {
      if state == .online, hasFailed() { await load() }
    }
  }
}

extension ScreenState {
  /// Loading has failed: what is shown stays, and why it may be old is the answer; without anything to show the failure is all there is.
  mutating func fail(_ problem: Problem) -> Problem? {
    switch self {
    case .content, .empty: return problem
    case .loading, .failed:
      self = .failed(problem)
      return nil
    }
  }

  var isFailed: Bool { if case .failed = self { true } else { false } }
}
