import Domain

/// What the audit log tells of, and no other command does.
package enum AuditCommand: Sendable {
  case append(AuditAct)
  /// Entries of before go; the chain begins behind them.
  case forget(before: Timestamp)
}
