import Domain

/// What becomes of somebody for whom a provider vouches.
package enum IdentityRuling: Sendable {
  case signIn(UserID)
  case link(UserID)
  /// The account has the same address: whether it is the same person, its password says.
  case askPassword(AccountRecord)
  /// Nobody has the address.
  case makeAccount(email: String)
}

/// An identity of an account.
package struct AccountIdentity: Hashable, Sendable, Codable {
  package let identity: Identity
  package let linkedAt: Timestamp

  package init(_ identity: Identity, linkedAt: Timestamp) {
    self.identity = identity
    self.linkedAt = linkedAt
  }
}

extension Rules.Identities {
  /// `holder` is the account that the identity is linked to, `addressee` the one that has the
  /// person's verified address, `asker` who wants to link the identity to their own account.
  /// Throws `conflict` for one that another account has, or that cannot be linked without the
  /// consent of an account without a password, and `forbidden` without a verified address.
  package static func decide(
    on person: VouchedPerson, holder: UserID?, addressee: AccountRecord?, asker: UserID?
  ) throws(Refusal) -> IdentityRuling {
    if let asker {
      guard holder == nil || holder == asker else { throw taken }
      return .link(asker)
    }
    if let holder { return .signIn(holder) }
    guard let email = person.email else {
      throw Refusal(.forbidden, "The provider has not verified your e-mail address. Verify it there, and try again.")
    }
    guard let addressee else { return .makeAccount(email: email) }
    guard addressee.passwordHash != nil else {
      throw Refusal(
        .conflict, "An account here has your address. Sign in as you do otherwise, and link this one in the settings.")
    }
    return .askPassword(addressee)
  }

  /// Whether the identity is new to the account. Throws `conflict` when another account has it, and
  /// when the account has another one of the same issuer.
  package static func link(
    _ identity: Identity, to account: Int64, holder: Int64?, linked: [Identity]
  ) throws(Refusal) -> Bool {
    if let holder {
      guard holder == account else { throw taken }
      return false
    }
    guard !linked.contains(where: { $0.issuer == identity.issuer }) else {
      throw Refusal(.conflict, "Your account is linked with another one there. Unlink that one first.")
    }
    return true
  }

  /// Throws `notFound` when none of the issuer is linked, and `conflict` when the account could not
  /// be signed in to any more. `usable` are the issuers that the server knows.
  package static func unlink(
    issuer: String, of linked: [Identity], usable: [String], hasPassword: Bool
  ) throws(Refusal) {
    guard linked.contains(where: { $0.issuer == issuer }) else { throw Refusal.notFound }
    let remains = linked.contains { $0.issuer != issuer && usable.contains($0.issuer) }
    guard hasPassword || remains else {
      throw Refusal(.conflict, "Nothing would be left to sign in with. A password or another account is needed first.")
    }
  }

  private static let taken = Refusal(.conflict, "Another account here is linked with that one.")
}
