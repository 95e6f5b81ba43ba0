import Domain

/// What admins read of problems. Like `ServerStore`: synchronous, on any thread, committed
/// data only. Writes are `WriteCommand.Body.diagnostics`.
package protocol DiagnosticsStore: Sendable {
  /// Newest first.
  func crashes() throws -> [CrashGroup]
}
