import Domain

/// What notifications read of the database. Like `ServerStore`: synchronous, on any thread,
/// committed data only. Writes are `WriteCommand.Body.push`.
package protocol PushStore: Sendable {
  func hasPushDevices() throws -> Bool
  func pushMark() throws -> PushMark
  /// Devices of people who got a message after `mark`, were in its conversation when it came and
  /// are, oldest message first, without its sender's; at most `limit`. `through` is the mark once
  /// these are planned. Messages that were deleted have none.
  func pushCandidates(after mark: PushMark, limit: Int) throws -> (candidates: [PushCandidate], through: PushMark)
  /// Devices of the user whose sessions are open at `now`, oldest first.
  func pushDevices(of user: UserID, at now: Timestamp) throws -> [PushTarget]
  /// What is to be sent by `service` at `now`, urgent ones first, then oldest first.
  func duePushes(by service: PushService, at now: Timestamp, limit: Int) throws -> [PushAttempt]
  /// `nil` when it is not known, or no longer.
  func pushAttempt(_ id: PushAttemptID) throws -> PushAttempt?
  /// By which the session gets notifications.
  func pushService(of session: SessionID) throws -> PushService?
  /// The user's unread messages in all conversations that are not muted at `now`.
  func badge(of user: UserID, at now: Timestamp) throws -> Int64
  /// Of attempts since then.
  func pushTallies(since: Timestamp) throws -> [PushTally]
}

/// All that a server asks of its database.
package typealias WorkspaceStore = ServerStore & IntelligenceStore & PushStore & MailStore & AuditStore
  & FeatureStore & DiagnosticsStore & OverviewStore & RetentionStore & ModelConnectionStore & ReminderStore
