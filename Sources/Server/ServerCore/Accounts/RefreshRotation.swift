import Domain

/// The rule of refresh tokens (docs/decisions/0004-refresh-token-chain.md): each works once and
/// gives a successor; presented again within 30 s while that has not been used it gives the same
/// one; presented again otherwise it was stolen or lost, and the session ends.
package enum RefreshRotation {
  /// Milliseconds for which a used token may still be presented.
  package static let grace: Int64 = 30_000

  package enum Decision: Hashable, Sendable {
    case issue
    case revoke
    case expired
  }

  package static func decide(
    usedAt: Timestamp?, successorUsed: Bool, sessionExpiresAt: Timestamp, now: Timestamp
  ) -> Decision {
    if now >= sessionExpiresAt { return .expired }
    guard let usedAt else { return .issue }
    if !successorUsed, now.milliseconds - usedAt.milliseconds <= grace { return .issue }
    return .revoke
  }
}
