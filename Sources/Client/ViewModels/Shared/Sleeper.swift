/// Waits: injected, so that tests decide how long a pause lasts.
public protocol Sleeper: Sendable {
  /// Returns after `seconds`; throws `CancellationError` when the task is cancelled meanwhile.
  func sleep(seconds: Double) async throws
}

/// Waits for as long as it says.
public struct ContinuousSleeper: Sleeper {
  public init() {}

  public func sleep(seconds: Double) async throws {
    try await Task.sleep(for: .seconds(seconds))
  }
}
