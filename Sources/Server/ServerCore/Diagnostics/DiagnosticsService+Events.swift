import Domain

/// How long things take in clients. Nobody's events are kept: only how many took about how long.
extension DiagnosticsService {
  /// Adds up what a client tells, and passes its spans on. Throws `invalid` for a bad batch,
  /// `forbidden` where the person or the workspace has switched it off, and `rateLimited` for too
  /// many.
  package func count(_ batch: ClientEventBatch, by user: UserID) async throws(Refusal) {
    try Rules.Diagnostics.check(batch)
    try eventLimiter.take(user, now: clock.now)
    guard
      case .version(let version) = try await commands.perform(
        .diagnostics(.count(batch, by: user, version: ProductVersion.current)))
    else { throw AccountService.unexpected }
    eventMetrics.record(batch, version: version)
    tracer?.record(batch, version: version)
  }

  /// Of the last `days`, today included. Throws `invalid` for less than one and more than are kept.
  package func events(days: Int64) async throws(Refusal) -> ClientEventOverview {
    guard (1...Rules.Diagnostics.eventDays).contains(days) else {
      throw Refusal(.invalid, "days is 1 to \(Rules.Diagnostics.eventDays).")
    }
    let first = Rules.Diagnostics.day(of: clock.now) - days + 1
    return try await work.reading { [store] in
      ClientEventOverview(
        isCollecting: try store.workspace().collectsEvents,
        summaries: Rules.Diagnostics.summaries(try store.eventTallies(since: first)))
    }
  }
}
