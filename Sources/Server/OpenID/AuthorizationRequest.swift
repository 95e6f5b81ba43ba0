import Crypto
import Foundation
import ServerCore

/// The address to which a person is sent to sign in at a provider: the code flow with PKCE
/// (RFC 7636), a state and a nonce.
package struct AuthorizationRequest: Sendable {
  package let clientID: String
  package let redirect: URL
  /// Comes back with the answer; ties it to the browser or app that has begun.
  package let state: String
  /// Comes back inside the ID token; ties it to this sign-in.
  package let nonce: String
  /// Only who has this can turn the code into tokens.
  package let verifier: String
  package let scope: String
  /// As a form, where the provider wants it so; in the address otherwise.
  package let isAnsweredByForm: Bool

  package init(
    clientID: String, redirect: URL, state: String, nonce: String, verifier: String,
    scope: String = "openid email profile", isAnsweredByForm: Bool = false
  ) {
    self.clientID = clientID
    self.redirect = redirect
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
    self.scope = scope
    self.isAnsweredByForm = isAnsweredByForm
  }

  /// The verifier itself never stands in an address.
  package func address(at provider: ProviderMetadata) throws(OpenIDProblem) -> URL {
    let challenge = Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
    var own = [
      ("response_type", "code"), ("scope", scope), ("client_id", clientID),
      ("redirect_uri", redirect.absoluteString), ("state", state), ("nonce", nonce),
      ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ]
    if isAnsweredByForm { own.append(("response_mode", "form_post")) }
    guard let url = FormText.address(provider.authorization, asking: own) else {
      throw .unsuitableProvider(reason: "its authorization_endpoint is no address")
    }
    return url
  }
}

extension ProviderMetadata {
  /// Where a person ends the provider's session (OpenID Connect RP-Initiated Logout 1.0, 2): it
  /// asks them first, for no ID token says who they are, and sends them back to `redirect` where
  /// that is registered there. `nil` where it does not offer that.
  package func signOutAddress(clientID: String, redirect: String) -> URL? {
    endSession.flatMap {
      FormText.address($0, asking: [("client_id", clientID), ("post_logout_redirect_uri", redirect)])
    }
  }
}

/// Bodies of forms, and the values of a query.
enum FormText {
  /// An address with values in its query, in place of those that have the same names; `nil` for
  /// what is none.
  static func address(_ url: URL, asking own: [(String, String)]) -> URL? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    let names = Set(own.map(\.0))
    let given = (parts.percentEncodedQueryItems ?? []).filter { !names.contains($0.name) }
    parts.percentEncodedQueryItems = given + own.map { URLQueryItem(name: $0.0, value: encode($0.1)) }
    return parts.url
  }

  static func encode(_ text: String) -> String {
    text.utf8.map { byte in
      isUnreserved(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }.joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
