import Domain

/// What went wrong in clients.
package enum DiagnosticsCommand: Sendable {
  /// `version` is the server's own.
  case report(CrashReport, by: UserID, version: String)
  /// It has been dealt with: another report of it begins anew.
  case remove(crash: String)
}
