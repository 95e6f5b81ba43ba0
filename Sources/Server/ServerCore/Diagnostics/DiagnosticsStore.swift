import Domain

/// What admins read of problems. Like `ServerStore`: synchronous, on any thread, committed
/// data only. Writes are `WriteCommand.Body.diagnostics`.
package protocol DiagnosticsStore: Sendable {
  /// Newest first.
  func crashes() throws -> [CrashGroup]
  /// Of that day (since 1970, UTC) and later, each day, kind, platform, version and bucket once, in
  /// no order.
  func eventTallies(since day: Int64) throws -> [ClientEventTally]
}
