import Domain
import ServerCore
import Synchronization

/// Two providers that vouch for whom a test says. A code is good for the sign-in that it was made
/// for, once.
package final class ScriptedIdentityGateway: IdentityGateway {
  package static let issuer = "https://id.acme.example"

  private struct Grant: Sendable {
    let state: String
    let person: VouchedPerson
  }

  private let grants = Mutex<[String: Grant]>([:])
  private let outage = Mutex(false)

  package init() {}

  package let providers = [
    KnownProvider(IdentityProvider(id: "acme", name: "Acme"), issuer: issuer),
    KnownProvider(IdentityProvider(id: "other", name: "Other"), issuer: "https://id.other.example"),
  ]

  /// From now on the providers do not answer, or do again.
  package func setOutage(_ isOut: Bool) { outage.withLock { $0 = isOut } }

  /// Somebody signs in at the provider: the code that their browser brings back.
  package func vouch(
    for subject: String, email: String?, name: String? = nil, issuer: String = issuer, state: String
  ) -> String {
    let person = VouchedPerson(identity: Identity(issuer: issuer, subject: subject), email: email, name: name)
    return grants.withLock { grants in
      let code = "code-\(grants.count)-\(subject)"
      grants[code] = Grant(state: state, person: person)
      return code
    }
  }

  package func address(of attempt: IdentityAttempt, redirect: String) async throws(Refusal) -> String {
    try checkOutage()
    return "https://id.acme.example/authorize?state=\(attempt.state)"
  }

  package func redeem(
    code: String, issuer: String?, of attempt: IdentityAttempt, redirect: String
  ) async throws(Refusal) -> VouchedPerson {
    try checkOutage()
    let grant = grants.withLock { $0.removeValue(forKey: code) }
    guard let grant, grant.state == attempt.state else { throw Refusal(.forbidden, "Acme could not confirm it.") }
    return grant.person
  }

  package func signOutAddress(at provider: String, redirect: String) async throws(Refusal) -> String? {
    guard providers.contains(where: { $0.shown.id == provider }) else { throw Refusal.notFound }
    return provider == "acme" ? "https://id.acme.example/end?post_logout_redirect_uri=\(redirect)" : nil
  }

  private func checkOutage() throws(Refusal) {
    if outage.withLock({ $0 }) { throw Refusal(.overloaded, "Acme does not answer.") }
  }
}
