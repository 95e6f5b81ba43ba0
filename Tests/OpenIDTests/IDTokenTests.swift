import Domain
import Foundation
import OpenID
import Testing

/// What is believed of a token, and why others are not.
struct IDTokenTests {
  private let mint: TokenMint
  private let keys: ProviderKeys

  init() throws {
    mint = try TokenMint()
    keys = try TokenMint.keys([mint.rsaKey(), mint.ellipticKey()])
  }

  private func read(_ text: String, _ keys: ProviderKeys? = nil) throws(OpenIDProblem) -> IDToken {
    try IDToken(
      verifying: text, keys: keys ?? self.keys,
      expecting: .init(issuer: TokenMint.issuer, clientID: TokenMint.clientID, nonce: TokenMint.nonce),
      now: Timestamp(milliseconds: TokenMint.now * 1_000))
  }

  @Test func aRightTokenSaysWhoHasSignedIn() throws {
    for text in try [
      mint.rs256(mint.claims()), mint.rs256(mint.claims(), keyID: nil), mint.es256(mint.claims()),
      mint.es256(mint.claims(), keyID: nil),
    ] {
      let token = try read(text)
      #expect(token.subject == "person-1")
      #expect(token.address == "ada@team.example")
      #expect(token.isAddressVerified)
      #expect(token.name == "Ada")
    }
  }

  @Test func anAddressIsVerifiedOnlyWhenTheProviderSaysSo() throws {
    for (value, expected) in [
      (true, true), ("true", true), (false, false), ("false", false), (1, false), (NSNull(), false),
    ] as [(Any, Bool)] {
      #expect(try read(mint.rs256(mint.claims(["email_verified": value]))).isAddressVerified == expected)
    }
    #expect(try !read(mint.rs256(mint.claims(["email": NSNull()]))).isAddressVerified)
  }

  @Test func anOrganisationAtGoogleIsNamed() throws {
    #expect(try read(mint.rs256(mint.claims(["hd": "team.example"]))).hostedDomain == "team.example")
    #expect(try read(mint.rs256(mint.claims())).hostedDomain == nil)
  }

  @Test func eachWrongClaimIsRefusedByName() throws {
    let now = TokenMint.now
    let cases: [([String: Any], OpenIDProblem)] = [
      (["iss": "https://other.example"], .wrongIssuer(expected: TokenMint.issuer)),
      (["iss": TokenMint.issuer + "/"], .wrongIssuer(expected: TokenMint.issuer)),
      (["aud": "other"], .wrongAudience),
      (["aud": [String]()], .wrongAudience),
      (["aud": [TokenMint.clientID, "other"]], .wrongAudience),
      (["aud": [TokenMint.clientID, "other"], "azp": "other"], .wrongAudience),
      (["azp": "other"], .wrongAudience),
      (["nonce": "another"], .wrongNonce),
      (["nonce": NSNull()], .wrongNonce),
      (["exp": now - 60], .expired),
      (["iat": now + 61], .notYetValid),
      (["nbf": now + 61], .notYetValid),
      (["sub": ""], .wrongSubject),
      (["sub": String(repeating: "s", count: 256)], .wrongSubject),
      (["exp": NSNull()], .malformedToken),
      (["iat": NSNull()], .malformedToken),
      (["aud": NSNull()], .malformedToken),
      (["exp": "tomorrow"], .malformedToken),
    ]
    for (changes, problem) in cases {
      let text = try mint.rs256(mint.claims(changes))
      #expect(throws: problem, "\(changes)") { try read(text) }
    }
  }

  @Test func clocksMayDifferByAMinute() throws {
    let now = TokenMint.now
    _ = try read(mint.rs256(mint.claims(["exp": now - 59])))
    _ = try read(mint.rs256(mint.claims(["iat": now + 60, "nbf": now + 60])))
  }

  @Test func severalAudiencesNeedToSayThatWeHaveAsked() throws {
    let claims = mint.claims(["aud": ["other", TokenMint.clientID], "azp": TokenMint.clientID])
    #expect(try read(mint.rs256(claims)).subject == "person-1")
  }

  @Test func onlyTheTwoAlgorithmsAreAccepted() throws {
    for algorithm in ["none", "None", "HS256", "PS256", "RS512", "rs256", ""] {
      let text = try mint.token(algorithm, "rsa-1", mint.claims()) { _ in Data() }
      #expect(throws: OpenIDProblem.algorithm(algorithm)) { try read(text) }
    }
  }

  /// Whoever takes a public key for the secret of HS256, or lets a token choose the padding, can be
  /// given forged tokens.
  @Test func aTokenDoesNotChooseHowItsKeyIsUsed() throws {
    #expect(throws: OpenIDProblem.wrongSignature) { try read(mint.ps256(mint.claims(), named: "RS256")) }
    #expect(throws: OpenIDProblem.algorithm("PS256")) {
      try read(mint.ps256(mint.claims(), named: "PS256"))
    }
    let crossed = try mint.token("ES256", "rsa-1", mint.claims()) { _ in Data(repeating: 1, count: 64) }
    #expect(throws: OpenIDProblem.unknownKey) { try read(crossed) }
    // The forged ones have changed nothing for the right one.
    #expect(try read(mint.rs256(mint.claims())).subject == "person-1")
  }

  @Test func whatIsNotSignedByTheProviderIsRefused() throws {
    let stranger = try TokenMint()
    #expect(throws: OpenIDProblem.wrongSignature) { try read(stranger.rs256(mint.claims())) }
    #expect(throws: OpenIDProblem.wrongSignature) { try read(stranger.es256(mint.claims())) }
    #expect(throws: OpenIDProblem.unknownKey) { try read(mint.rs256(mint.claims(), keyID: "rsa-2")) }
    let parts = try mint.rs256(mint.claims()).split(separator: ".")
    let other = try mint.rs256(mint.claims(["sub": "person-2"])).split(separator: ".")
    #expect(throws: OpenIDProblem.wrongSignature) { try read("\(parts[0]).\(other[1]).\(parts[2])") }
    #expect(throws: OpenIDProblem.wrongSignature) { try read("\(parts[0]).\(parts[1]).") }
  }

  @Test func whatIsNoTokenIsRefused() throws {
    let right = try mint.rs256(mint.claims())
    let long = try mint.rs256(mint.claims(["name": String(repeating: "n", count: 40_000)]))
    for text in ["", ".", "..", "a.b.c", "\(right).more", right + "=", " " + right, long] {
      #expect(throws: OpenIDProblem.malformedToken) { try read(text) }
    }
    let critical = try mint.token("RS256", "rsa-1", mint.claims(), header: ["crit": ["b64"]]) {
      try mint.rsa.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
    }
    #expect(throws: OpenIDProblem.malformedToken) { try read(critical) }
  }

  @Test func keysThatCannotBeUsedAreLeftOut() throws {
    let others: [Any] = try [
      ["kty": "oct", "k": "c2VjcmV0"], ["kty": "EC", "crv": "secp256k1", "alg": "ES256K"], "no key", [:],
      mint.rsaKey(["use": "enc"]), mint.rsaKey(["alg": "PS256"]), mint.rsaKey(["n": "AQAB"]),
      mint.rsaKey(["n": 7]),
    ]
    #expect(throws: OpenIDProblem.unsuitableProvider(reason: "it publishes no key for RS256 or ES256")) {
      try TokenMint.keys(others)
    }
    let keys = try TokenMint.keys(others + [mint.rsaKey()])
    #expect(try read(mint.rs256(mint.claims()), keys).subject == "person-1")
    // There is no elliptic key among them.
    #expect(throws: OpenIDProblem.unknownKey) { try read(mint.es256(mint.claims()), keys) }
  }

  @Test func aKeyWithoutANameIsThatOfAnyToken() throws {
    let keys = try TokenMint.keys([TokenMint().rsaKey(), mint.rsaKey(["kid": NSNull()])])
    #expect(try read(mint.rs256(mint.claims(), keyID: "any"), keys).subject == "person-1")
  }

  @Test func onlyAWrongKeyIsWorthReadingTheKeysAgain() {
    #expect(OpenIDProblem.unknownKey.mayNeedNewKeys)
    #expect(OpenIDProblem.wrongSignature.mayNeedNewKeys)
    #expect(!OpenIDProblem.wrongNonce.mayNeedNewKeys)
    #expect(!OpenIDProblem.expired.mayNeedNewKeys)
  }
}
