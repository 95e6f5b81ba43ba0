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
    }
    return .done
  }
}
