import Domain

package enum PushCommand: Sendable {
  /// Notifications of this session go to the device from now on, and those of no other session.
  /// `session_revoked` when the session has ended.
  case subscribe(user: UserID, session: SessionID, PushDevice)
  case unsubscribe(session: SessionID)
  /// These are due, and everything through the mark is planned. Of one message and one device only
  /// the first is kept.
  case plan([PlannedPush], through: PushMark)
  /// These are being sent: should the server end now, they are not sent again.
  case start([PushAttemptID])
  case settle([PushSettlement])
  /// A server has begun: what another was sending is `interrupted`.
  case interrupt
  /// Attempts that were made before this time go, and devices whose sessions have expired.
  case forget(before: Timestamp)
}

/// How an attempt to send has ended.
package struct PushSettlement: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case finished(PushOutcome)
    /// It failed, and is due again then.
    case postponed(until: Timestamp)
  }

  package let id: PushAttemptID
  package let end: End
  /// What the service said, for the operator.
  package let detail: String?

  package init(id: PushAttemptID, end: End, detail: String? = nil) {
    self.id = id
    self.end = end
    self.detail = detail
  }

  /// The device gets nothing more.
  package var losesDevice: Bool { end == .finished(.gone) }
}
