import Domain

package enum AccountCommand: Sendable {
  /// The first account of a store becomes workspace admin. An address in use: `conflict`.
  /// With an identity the account is linked with it; one that another account has: `conflict`.
  case create(NewAccount, by: Admission = .administrator, identity: Identity? = nil)
  /// Both are `Rules.Identities`'. `usable` are the issuers that the server knows.
  /// `email` is what the provider has verified, where that is known.
  case link(user: UserID, Identity, email: String? = nil)
  case unlink(user: UserID, issuer: String, usable: [String], allowsPasswords: Bool)
  /// Also rewrites the name and photo in the user's member rows.
  case updateProfile(user: UserID, ProfileChange)
  /// Whoever has the token of this hash may choose a new password until then; the former token is
  /// worthless. The letter goes out with it.
  case requestReset(user: UserID, hash: [UInt8], expiresAt: Timestamp, Mail)
  /// `Rules.Accounts.wish` says which letter goes out; the former token is worthless.
  case wishEmail(EmailWish)
  /// The address is the account's, verified, and links for a new password that went to another one
  /// are worthless. `notice` goes out where the address changes. `forbidden` for a token that is
  /// not good any more; `conflict` when another account has the address by now.
  case useEmail(token: [UInt8], notice: Mail?)
  /// The same by an admin, at once.
  case setEmail(user: UserID, email: String, notice: Mail?)
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
