import Domain

/// Asks providers who somebody is.
package protocol IdentityGateway: Sendable {
  /// In the order in which people are offered them. None where nobody signs in that way.
  var providers: [KnownProvider] { get }
  /// Where the browser of `attempt` is sent.
  ///
  /// - Throws: `overloaded` while the provider cannot be reached, `internal` when it cannot be
  ///   used.
  func address(of attempt: IdentityAttempt, redirect: String) async throws(Refusal) -> String
  /// Exchanges the code that the browser has brought for what the provider says. A code works once.
  ///
  /// - Throws: As `address`, and `forbidden` for an answer that is not good.
  func redeem(
    code: String, issuer: String?, of attempt: IdentityAttempt, redirect: String
  ) async throws(Refusal) -> VouchedPerson
  /// Where somebody ends the session of the provider, which sends them back to `redirect` after it;
  /// `nil` where it does not offer that, or cannot be reached. Throws `notFound` for an unknown
  /// provider.
  func signOutAddress(at provider: String, redirect: String) async throws(Refusal) -> String?
}

/// A server on which nobody signs in with an account elsewhere.
package struct NoIdentityGateway: IdentityGateway {
  package init() {}

  package var providers: [KnownProvider] { [] }

  package func address(of attempt: IdentityAttempt, redirect: String) async throws(Refusal) -> String {
    throw IdentityService.unknownProvider
  }

  package func redeem(
    code: String, issuer: String?, of attempt: IdentityAttempt, redirect: String
  ) async throws(Refusal) -> VouchedPerson {
    throw IdentityService.unknownProvider
  }

  package func signOutAddress(at provider: String, redirect: String) async throws(Refusal) -> String? {
    throw IdentityService.unknownProvider
  }
}

package struct KnownProvider: Hashable, Sendable {
  package let shown: IdentityProvider
  /// Names the provider for ever, whatever it is called here.
  package let issuer: String

  package init(_ shown: IdentityProvider, issuer: String) {
    self.shown = shown
    self.issuer = issuer
  }
}

/// A sign-in that has begun. Its secrets are random, and its client has them only sealed.
package struct IdentityAttempt: Hashable, Sendable, Codable {
  package let provider: String
  package let state: String
  package let nonce: String
  /// Only who has this can turn the code into tokens.
  package let verifier: String
  /// Who wants to link it to their account; `nil` where somebody wants to sign in.
  package let asker: AuthenticatedSession?

  package init(provider: String, state: String, nonce: String, verifier: String, asker: AuthenticatedSession?) {
    self.provider = provider
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
    self.asker = asker
  }
}
