import Domain

/// What went wrong in clients and the server: they report it, and admins of the workspace read it.
package struct DiagnosticsService: Sendable {
  private let store: any DiagnosticsStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer

  package init(store: any DiagnosticsStore, work: any WorkExecutor, commands: any CommandPerformer) {
    self.store = store
    self.work = work
    self.commands = commands
  }

  /// Throws `invalid` for what is longer than it may be.
  package func report(_ report: CrashReport, by user: UserID) async throws(Refusal) {
    _ = try await commands.perform(.diagnostics(.report(report, by: user, version: ProductVersion.current)))
  }

  /// Newest first.
  package func crashes() async throws(Refusal) -> [CrashGroup] {
    try await work.reading { [store] in try store.crashes() }
  }

  /// Throws `notFound` for an unknown one.
  package func remove(crash: String, as actor: AuditActor) async throws(Refusal) {
    _ = try await commands.perform(.diagnostics(.remove(crash: crash)), by: actor)
  }
}
