import Dispatch

/// What was waited for did not come in time.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String
}

/// The first element that passes; throws `TimedOut` when none has after `timeout` or the stream has
/// ended.
@discardableResult
package func first<Element: Sendable>(
  in stream: AsyncStream<Element>, timeout: Duration = .seconds(20), _ what: String = "the awaited value",
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
  _ what: String, timeout: Duration = .seconds(20), _ condition: @Sendable () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + timeout
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw TimedOut(description: "\(what) did not happen") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
