import Dispatch

/// What was waited for did not come in time.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String
}

/// How long a test waits for what must come. A machine that is busy with other tests makes things
/// late, not wrong, and a test that passes never waits so long.
package let patience: Duration = .seconds(150)

/// The first element that passes; throws `TimedOut` when none has after `timeout` or the stream has
/// ended.
@discardableResult
package func first<Element: Sendable>(
  in stream: AsyncStream<Element>, timeout: Duration = patience, _ what: String = "the awaited value",
  where isWanted: @escaping @Sendable (Element) -> Bool
) async throws -> Element {
  try await withThrowingTaskGroup(of: Element?.self) { group in
    group.addTask {
      for await element in stream where isWanted(element) { return element }
      return nil
    }
    group.addTask {
      try await Task.sleep(for: timeout)
      return nil
    }
    defer { group.cancelAll() }
    guard let found = try await group.next() ?? nil else { throw TimedOut(description: "\(what) did not come") }
    return found
  }
}

/// Returns once `condition` holds, asking again each few milliseconds; throws `TimedOut` when it
/// does not by `timeout`. For what no stream tells.
package func eventually(
  _ what: String, timeout: Duration = patience, _ condition: @Sendable () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + timeout
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw TimedOut(description: "\(what) did not happen") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
