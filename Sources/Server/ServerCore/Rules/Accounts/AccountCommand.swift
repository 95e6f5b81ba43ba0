import Domain

package enum AccountCommand: Sendable {
  /// The first account of a store becomes workspace admin. An address in use: `conflict`.
  /// With an identity the account is linked with it; one that another account has: `conflict`.
  case create(NewAccount, by: Admission = .administrator, identity: Identity? = nil)
  /// Both are `Rules.Identities`'. `usable` are the issuers that the server knows.
  case link(user: UserID, Identity)
  case unlink(user: UserID, issuer: String, usable: [String], allowsPasswords: Bool)
  /// Also rewrites the name and photo in the user's member rows.
  case updateProfile(user: UserID, ProfileChange)
  /// Whoever has the token of this hash may choose a new password until then; the former token is
  /// worthless. The letter goes out with it.
  case requestReset(user: UserID, hash: [UInt8], expiresAt: Timestamp, Mail)
  /// Ends every session and unlinks what is linked. `forbidden` for a token that is not known, or
  /// not good any more.
  case resetPassword(token: [UInt8], hash: String)
  case setPassword(user: UserID, hash: String, keepSession: SessionID?)
  /// The same password hashed with newer parameters: no session ends.
  case rehashPassword(user: UserID, hash: String)
  /// The last admin who is not disabled stays one: `conflict`.
  case setWorkspaceRole(user: UserID, WorkspaceRole)
  /// Disabling ends every session. The last admin stays enabled: `conflict`.
  case setDisabled(user: UserID, Bool)
  /// Name becomes "Deleted user", e-mail and password are erased, sessions end, groups are left (an
  /// admin's place goes to the oldest member); messages stay. The last admin stays while there is
  /// anybody else: `conflict`.
  case delete(user: UserID)
  /// Only raises.
  case touchLastSeen([UserID: Timestamp])
}
