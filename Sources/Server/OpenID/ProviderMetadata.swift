import Foundation

/// How a provider is reached, as it says itself (OpenID Connect Discovery, 3).
package struct ProviderMetadata: Equatable, Sendable {
  package let issuer: String
  package let authorization: URL
  package let token: URL
  package let keys: URL
  /// Where a person ends the provider's own session; `nil` when it does not offer that.
  package let endSession: URL?
  /// The provider names itself in each answer (RFC 9207): one without its name is refused.
  package let namesIssuerInAnswers: Bool
  /// Where an application's secret goes: into the form, or by default into a header.
  package let takesSecretInForm: Bool

  /// Where the description of an issuer stands.
  package static func address(ofIssuer issuer: String) throws(OpenIDProblem) -> URL {
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    guard let url = URL(string: base), url.query == nil, url.fragment == nil, isProtected(url),
      let address = URL(string: "\(base)/.well-known/openid-configuration")
    else { throw .unsuitableProvider(reason: "its issuer is no https address without a query") }
    return address
  }

  /// - Throws: `OpenIDProblem.wrongIssuer` when it describes another issuer than was asked for,
  ///   `.unreadableAnswer`, and `.unsuitableProvider` when it lacks what a sign-in needs.
  package init(json: Data, issuer: String) throws(OpenIDProblem) {
    guard let document = try? JSONDecoder().decode(Document.self, from: json) else {
      throw .unreadableAnswer(what: "the request for its description")
    }
    guard document.issuer == issuer else { throw .wrongIssuer(expected: issuer) }
    if let types = document.responseTypes, !types.contains("code") {
      throw .unsuitableProvider(reason: "it does not offer the code flow")
    }
    if let methods = document.challengeMethods, !methods.contains("S256") {
      throw .unsuitableProvider(reason: "it does not offer PKCE with S256")
    }
    self.issuer = issuer
    authorization = try Self.endpoint(document.authorization, "authorization_endpoint")
    token = try Self.endpoint(document.token, "token_endpoint")
    keys = try Self.endpoint(document.keys, "jwks_uri")
    endSession = try document.endSession.map { text throws(OpenIDProblem) in
      try Self.endpoint(text, "end_session_endpoint")
    }
    takesSecretInForm = document.secretMethods?.contains("client_secret_post") ?? false
    namesIssuerInAnswers = document.namesIssuerInAnswers ?? false
  }

  /// Checks the issuer that came with an answer, so that an answer of one provider is not taken for
  /// that of another.
  package func checkAnswer(issuer answered: String?) throws(OpenIDProblem) {
    guard answered == issuer || (answered == nil && !namesIssuerInAnswers) else {
      throw .wrongIssuer(expected: issuer)
    }
  }

  private static func endpoint(_ text: String, _ name: String) throws(OpenIDProblem) -> URL {
    guard let url = URL(string: text), url.fragment == nil, isProtected(url) else {
      throw .unsuitableProvider(reason: "its \(name) is no https address")
    }
    return url
  }

  /// Codes and secrets go there: only over TLS, or to this very machine.
  private static func isProtected(_ url: URL) -> Bool {
    guard let host = url.host(percentEncoded: false), !host.isEmpty, url.user == nil else { return false }
    switch url.scheme {
    case "https": return true
    case "http": return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    default: return false
    }
  }

  private struct Document: Decodable {
    let issuer: String
    let authorization: String
    let token: String
    let keys: String
    let endSession: String?
    let responseTypes: [String]?
    let challengeMethods: [String]?
    let secretMethods: [String]?
    let namesIssuerInAnswers: Bool?

    private enum CodingKeys: String, CodingKey {
      case issuer
      case authorization = "authorization_endpoint"
      case token = "token_endpoint"
      case keys = "jwks_uri"
      case endSession = "end_session_endpoint"
      case responseTypes = "response_types_supported"
      case challengeMethods = "code_challenge_methods_supported"
      case secretMethods = "token_endpoint_auth_methods_supported"
      case namesIssuerInAnswers = "authorization_response_iss_parameter_supported"
    }
  }
}
