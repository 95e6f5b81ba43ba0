import Foundation

/// The time as the providers see it: replaced in tests, which then never wait.
package protocol ModelClock: Sendable {
  /// Seconds since some fixed moment; never goes back.
  func now() -> Double
  /// The time of day, for headers that name one.
  func date() -> Date
  /// Waits before a retry. Throws when the task is cancelled.
  func pause(seconds: Double) async throws
  /// Waits for a limit to pass. Throws when the task is cancelled, which is how a limit is lifted.
  func limit(seconds: Double) async throws
}

/// The machine's clock.
package struct SystemModelClock: ModelClock {
  package init() {}

  package func now() -> Double { ProcessInfo.processInfo.systemUptime }
  package func date() -> Date { Date() }

  package func pause(seconds: Double) async throws { try await Task.sleep(for: .seconds(max(0, seconds))) }
  package func limit(seconds: Double) async throws { try await Task.sleep(for: .seconds(max(0, seconds))) }
}
