import Domain

package enum SessionCommand: Sendable {
  /// `refreshHash` is the SHA-256 of the session's first refresh token.
  case create(user: UserID, session: DeviceSession, refreshHash: [UInt8], expiresAt: Timestamp)
  /// Rotates by `RefreshRotation`; `session_revoked` where it says so (and the session ends),
  /// `unauthenticated` for an unknown token.
  case rotateRefresh(presented: [UInt8], successor: [UInt8])
  case end(user: UserID, session: SessionID)
  /// Every one of the user's. Throws `notFound` for an unknown one.
  case endAll(user: UserID)
}
