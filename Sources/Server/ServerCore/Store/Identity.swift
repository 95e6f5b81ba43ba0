/// An account elsewhere.
package struct Identity: Hashable, Sendable, Codable {
  package let issuer: String
  /// Names the person at the issuer for ever.
  package let subject: String

  package init(issuer: String, subject: String) {
    self.issuer = issuer
    self.subject = subject
  }
}

/// Whom a provider says that somebody is.
package struct VouchedPerson: Hashable, Sendable, Codable {
  package let identity: Identity
  /// Only an address that the provider has verified, as it is looked up here.
  package let email: String?
  package let name: String?

  package init(identity: Identity, email: String?, name: String?) {
    self.identity = identity
    self.email = email
    self.name = name
  }
}
