import Foundation
import OpenID
import Testing

/// What a provider must say of itself, and where people are sent.
struct ProviderMetadataTests {
  private static let issuer = "https://login.example/team"

  private func metadata(_ changes: [String: Any] = [:]) throws -> ProviderMetadata {
    let document: [String: Any] = [
      "issuer": Self.issuer, "authorization_endpoint": "https://login.example/authorize",
      "token_endpoint": "https://login.example/token", "jwks_uri": "https://keys.example/keys",
    ]
    let changed = document.merging(changes) { $1 }.filter { !($0.value is NSNull) }
    return try ProviderMetadata(
      json: JSONSerialization.data(withJSONObject: changed), issuer: Self.issuer)
  }

  @Test func theDescriptionStandsUnderTheIssuer() throws {
    let address = "https://login.example/team/.well-known/openid-configuration"
    #expect(try ProviderMetadata.address(ofIssuer: Self.issuer).absoluteString == address)
    #expect(try ProviderMetadata.address(ofIssuer: Self.issuer + "/").absoluteString == address)
    _ = try ProviderMetadata.address(ofIssuer: "http://127.0.0.1:9000")
    for issuer in [
      "http://login.example", "https://login.example?a=b", "https://login.example#a", "ftp://login.example",
      "login.example", "", "https://", "https://user@login.example", "http://127.0.0.1.example",
    ] {
      #expect(throws: OpenIDProblem.self, "\(issuer)") { try ProviderMetadata.address(ofIssuer: issuer) }
    }
  }

  @Test func anotherIssuerThanWasAskedForIsRefused() {
    for issuer in ["https://evil.example", Self.issuer + "/", "https://login.example"] {
      #expect(throws: OpenIDProblem.wrongIssuer(expected: Self.issuer)) { try metadata(["issuer": issuer]) }
    }
  }

  @Test func aProviderWithoutWhatASignInNeedsIsRefused() {
    for changes in [
      ["response_types_supported": ["id_token"]], ["code_challenge_methods_supported": ["plain"]],
      ["token_endpoint": "http://login.example/token"], ["jwks_uri": "file:///etc/keys"],
      ["authorization_endpoint": "javascript:alert(1)"], ["token_endpoint": NSNull()],
      ["end_session_endpoint": "http://login.example/end"],
    ] as [[String: Any]] {
      #expect(throws: OpenIDProblem.self, "\(changes)") { try metadata(changes) }
    }
    #expect(throws: OpenIDProblem.unreadableAnswer(what: "the request for its description")) {
      try ProviderMetadata(json: Data("<html>".utf8), issuer: Self.issuer)
    }
  }

  @Test func aPersonEndsTheProvidersSessionWithoutAnIDToken() throws {
    #expect(try metadata().signOutAddress(clientID: "kites", redirect: "https://chat.example/") == nil)
    let offered = try metadata(["end_session_endpoint": "https://login.example/end?tenant=a&client_id=evil"])
    let address = try #require(offered.signOutAddress(clientID: "ki tes", redirect: "https://chat.example/?a&b"))
    #expect(
      address.absoluteString == "https://login.example/end?tenant=a&client_id=ki%20tes"
        + "&post_logout_redirect_uri=https%3A%2F%2Fchat.example%2F%3Fa%26b")
  }

  @Test func anAnswerOfAnotherProviderIsRefused() throws {
    let silent = try metadata()
    try silent.checkAnswer(issuer: nil)
    try silent.checkAnswer(issuer: Self.issuer)
    #expect(throws: OpenIDProblem.wrongIssuer(expected: Self.issuer)) {
      try silent.checkAnswer(issuer: "https://evil.example")
    }
    let named = try metadata(["authorization_response_iss_parameter_supported": true])
    try named.checkAnswer(issuer: Self.issuer)
    #expect(throws: OpenIDProblem.wrongIssuer(expected: Self.issuer)) { try named.checkAnswer(issuer: nil) }
  }

  /// The pair of verifier and challenge is that of RFC 7636, appendix B.
  @Test func peopleAreSentWithAChallengeAndNeverWithTheVerifier() throws {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let redirect = try #require(URL(string: "https://chat.example/openid?x=1&y=+"))
    let request = AuthorizationRequest(
      clientID: "a&b=c", redirect: redirect, state: "s", nonce: "n", verifier: verifier)
    let provider = try metadata([
      "authorization_endpoint": "https://login.example/authorize?tenant=1&state=theirs"
    ])
    let address = try request.address(at: provider)
    let items = try #require(URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems)
    let values = Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
    #expect(
      values == [
        "tenant": ["1"], "response_type": ["code"], "scope": ["openid email profile"],
        "client_id": ["a&b=c"], "redirect_uri": ["https://chat.example/openid?x=1&y=+"],
        "state": ["s"], "nonce": ["n"], "code_challenge_method": ["S256"],
        "code_challenge": ["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
      ])
    #expect(!address.absoluteString.contains(verifier))
    // A plus would be read as a space.
    #expect(!address.absoluteString.contains("+"))
  }
}
