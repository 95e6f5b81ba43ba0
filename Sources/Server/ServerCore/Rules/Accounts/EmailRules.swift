import Domain

/// Somebody may make an address that of their account.
package struct EmailChange: Sendable {
  /// As in `MemberState.account`.
  package let account: Int64
  package let user: UserID
  package let email: String
  package let expiresAt: Timestamp
  /// Of the account.
  package let isDisabled: Bool

  package init(account: Int64, user: UserID, email: String, expiresAt: Timestamp, isDisabled: Bool) {
    self.account = account
    self.user = user
    self.email = email
    self.expiresAt = expiresAt
    self.isDisabled = isDisabled
  }
}

/// Somebody wants an address for their account, or to verify the one that it has.
package struct EmailWish: Sendable {
  package let user: UserID
  package let email: String
  /// Of the token in the letter.
  package let hash: [UInt8]
  package let expiresAt: Timestamp
  /// With the link.
  package let letter: Mail
  /// In its place, to whoever has the address already.
  package let taken: Mail

  package init(
    user: UserID, email: String, hash: [UInt8], expiresAt: Timestamp, letter: Mail, taken: Mail
  ) {
    self.user = user
    self.email = email
    self.hash = hash
    self.expiresAt = expiresAt
    self.letter = letter
    self.taken = taken
  }
}

extension Rules.Accounts {
  /// That a link for an address holds.
  package static let emailChangeSeconds: Int64 = 86_400

  /// Whether the link is sent: not where another account has the address, which its owner hears of
  /// and the asker does not. Throws `conflict` for an address that is verified already.
  package static func wish(
    for email: String, of account: AccountState, holder: Int64?
  ) throws(Refusal) -> Bool {
    guard email != account.profile.email || account.profile.emailVerifiedAt == nil else {
      throw Refusal(.conflict, "This address is verified already.")
    }
    return holder == nil || holder == account.number
  }

  /// Whose address changes. Throws `forbidden` unless somebody's does.
  package static func use(_ change: EmailChange?, at now: Timestamp) throws(Refusal) -> EmailChange {
    guard let change, now < change.expiresAt, !change.isDisabled else {
      throw Refusal(.forbidden, "This link is not good any more. Ask for another one.")
    }
    return change
  }

  /// The address is its user's from now on. Throws `conflict` for one that another account has.
  package static func setEmail(
    of account: AccountState, to email: String, holder: Int64?, at time: Timestamp
  ) throws(Refusal) -> ProfileRuling {
    guard holder == nil || holder == account.number else {
      throw Refusal(.conflict, "That e-mail address is in use.")
    }
    var profile = account.profile
    profile.email = email
    profile.emailVerifiedAt = time
    return ruling(on: profile, of: account)
  }

  /// Its user has shown that an address is theirs: where it is the account's, the account says so,
  /// since the first time.
  package static func verify(_ email: String?, of account: AccountState, at time: Timestamp) -> ProfileRuling {
    var profile = account.profile
    if email == profile.email, profile.emailVerifiedAt == nil { profile.emailVerifiedAt = time }
    return ruling(on: profile, of: account)
  }
}
