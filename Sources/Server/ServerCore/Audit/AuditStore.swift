import Domain

/// Which entries.
package struct AuditFilter: Hashable, Sendable, Codable {
  package var kind: AuditAct.Kind?
  /// Who did it, or on whom it was done.
  package var person: UserID?
  package var since: Timestamp?

  package init(kind: AuditAct.Kind? = nil, person: UserID? = nil, since: Timestamp? = nil) {
    self.kind = kind
    self.person = person
    self.since = since
  }
}

/// The audit log as it is read. Writes are `WriteCommand.Body.audit`, and what goes with every
/// command that the log tells of.
package protocol AuditStore: Sendable {
  /// Newest first; `before` is the number of an entry.
  func auditEntries(_ filter: AuditFilter, before: Int64?, limit: Int) throws -> [AuditEntry]
  /// The last entry that was forgotten, and what follows it in the order of numbers, a part at a
  /// time, all of one state of the log.
  func readAuditLog(_ body: (_ checkpoint: AuditHead, _ next: () throws -> AuditEntry?) throws -> Void) throws
}
