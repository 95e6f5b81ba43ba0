import Domain

/// What went wrong in clients and the server: they report it, and admins of the workspace read it.
package struct DiagnosticsService: Sendable {
  let store: any DiagnosticsStore & ServerStore
  let work: any WorkExecutor
  let commands: any CommandPerformer
  let clock: any WallClock
  let eventLimiter: RateLimiter<UserID>
  package let eventMetrics = ClientEventMetrics()
  let tracer: Tracer?

  /// `limit` is of the batches of events that one person's clients tell; `nil` allows any number.
  /// `tracer` takes their spans.
  package init(
    store: any DiagnosticsStore & ServerStore, work: any WorkExecutor, commands: any CommandPerformer,
    clock: any WallClock, limit: RateLimit?, tracer: Tracer? = nil
  ) {
    self.store = store
    self.work = work
    self.commands = commands
    self.clock = clock
    self.tracer = tracer
    eventLimiter = RateLimiter(limit)
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
