import Domain

extension StoreTransaction {
  func perform(_ command: DiagnosticsCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .report(let report, let user, let version):
      try Rules.Diagnostics.check(report, by: user)
      let reporter = try user.map { try account($0).number }
      let former = try crash(Rules.Diagnostics.fingerprint(of: report))
      if former == nil { try removeCrashes(keeping: Rules.Diagnostics.maximumGroups - 1) }
      try save(Rules.Diagnostics.add(report, to: former, version: version, at: time), of: reporter)
    case .remove(let id):
      guard try crash(id) != nil else { throw Refusal.notFound }
      try removeCrash(id)
    case .count(let batch, let user, let version):
      return try count(batch, by: user, version: version, at: time)
    }
    return .done
  }

  /// Answers with the version under which the events count.
  private func count(
    _ batch: ClientEventBatch, by user: UserID, version: String, at time: Timestamp
  ) throws -> CommandAnswer {
    try Rules.Diagnostics.check(batch)
    try Rules.Diagnostics.checkConsent(of: account(user).profile, in: workspace())
    let day = Rules.Diagnostics.day(of: time)
    let version = try Rules.Diagnostics.eventVersion(
      batch.version ?? version, among: eventVersions(of: batch.platform, on: day))
    try forgetEvents(before: day - Rules.Diagnostics.eventDays + 1)
    for tally in Rules.Diagnostics.tally(batch, version: version, at: time) { try add(tally) }
    return CommandAnswer(.version(version))
  }
}
