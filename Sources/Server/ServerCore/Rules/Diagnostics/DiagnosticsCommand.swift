import Domain

/// What went wrong in clients and the server.
package enum DiagnosticsCommand: Sendable {
  /// By nobody what the server found of its own. `version` is the server's.
  case report(CrashReport, by: UserID?, version: String)
  /// It has been dealt with: another report of it begins anew.
  case remove(crash: String)
  /// Adds up events of the user's clients. `version` is the server's.
  case count(ClientEventBatch, by: UserID, version: String)
}
