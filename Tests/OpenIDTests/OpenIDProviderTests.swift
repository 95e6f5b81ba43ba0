import Domain
import Foundation
import OpenID
import Synchronization
import Testing

/// Answers as a test says, and counts what is asked for.
private final class ScriptedProvider: OpenIDTransport {
  struct State {
    var answers: [String: OpenIDAnswer] = [:]
    var asked: [String] = []
    var forms: [String] = []
    var authorizations: [String?] = []
  }

  let state = Mutex(State())

  func set(_ path: String, _ json: [String: Any], status: Int = 200) throws {
    let body = try JSONSerialization.data(withJSONObject: json)
    state.withLock { $0.answers[path] = OpenIDAnswer(status: status, body: body) }
  }

  func count(_ path: String) -> Int { state.withLock { $0.asked.filter { $0 == path }.count } }

  func get(_ address: URL) async throws(OpenIDFailure) -> Data {
    let answer = state.withLock { state in
      state.asked.append(address.path)
      return state.answers[address.path]
    }
    guard let answer, answer.status == 200 else { throw .unavailable("it is down.") }
    return answer.body
  }

  func post(
    _ form: String, to address: URL, authorization: String?
  ) async throws(OpenIDFailure) -> OpenIDAnswer {
    let answer = state.withLock { state in
      state.asked.append(address.path)
      state.forms.append(form)
      state.authorizations.append(authorization)
      return state.answers[address.path]
    }
    guard let answer else { throw .unavailable("it is down.") }
    return answer
  }
}

private final class TestClock: WallClock {
  private let time = Mutex(TokenMint.now)

  var now: Timestamp { Timestamp(milliseconds: time.withLock { $0 } * 1_000) }

  func advance(seconds: Int64) { time.withLock { $0 += seconds } }
}

/// The exchange of a code, and what happens when the provider changes or fails.
struct OpenIDProviderTests {
  private static let description = "/.well-known/openid-configuration"
  private static let document = [
    "issuer": TokenMint.issuer, "authorization_endpoint": "https://login.example/authorize",
    "token_endpoint": "https://login.example/token", "jwks_uri": "https://login.example/keys",
  ]
  private let mint: TokenMint
  private let clock = TestClock()
  private let transport = ScriptedProvider()
  private let provider: OpenIDProvider
  private let request: AuthorizationRequest

  init() throws {
    mint = try TokenMint()
    provider = OpenIDProvider(
      .init(issuer: TokenMint.issuer, clientID: TokenMint.clientID, clientSecret: .text("se cret&")),
      transport: transport, clock: clock)
    request = AuthorizationRequest(
      clientID: TokenMint.clientID, redirect: try #require(URL(string: "https://chat.example/openid")),
      state: "state", nonce: TokenMint.nonce, verifier: "verifier")
    try transport.set(Self.description, Self.document)
    try transport.set("/keys", ["keys": [mint.rsaKey()]])
    try transport.set("/token", ["id_token": mint.rs256(mint.claims())])
  }

  private func redeem(issuer: String? = nil) async throws(OpenIDFailure) -> IDToken {
    try await provider.redeem(code: "c+1", issuer: issuer, for: request)
  }

  @Test func aCodeIsExchangedForWhoHasSignedIn() async throws {
    #expect(try await redeem().subject == "person-1")
    #expect(
      transport.state.withLock { $0.forms } == [
        "grant_type=authorization_code&code=c%2B1&client_id=messenger"
          + "&redirect_uri=https%3A%2F%2Fchat.example%2Fopenid&code_verifier=verifier"
      ])
    #expect(
      transport.state.withLock { $0.authorizations } == [
        "Basic \(Data("messenger:se%20cret%26".utf8).base64EncodedString())"
      ])
  }

  @Test func theSecretGoesIntoTheFormWhereTheProviderWantsIt() async throws {
    let methods = ["token_endpoint_auth_methods_supported": ["client_secret_post"]]
    try transport.set(Self.description, (Self.document as [String: Any]).merging(methods) { $1 })
    _ = try await redeem()
    #expect(transport.state.withLock { $0.authorizations } == [nil])
    #expect(transport.state.withLock { $0.forms.first?.hasSuffix("&client_secret=se%20cret%26") } == true)
  }

  @Test func descriptionAndKeysAreReadOnceAnHour() async throws {
    _ = try await redeem()
    _ = try await redeem()
    #expect(transport.count(Self.description) == 1)
    #expect(transport.count("/keys") == 1)
    clock.advance(seconds: 3_600)
    try transport.set("/token", ["id_token": mint.rs256(mint.claims(["exp": TokenMint.now + 4_000]))])
    _ = try await redeem()
    #expect(transport.count(Self.description) == 2)
    #expect(transport.count("/keys") == 2)
  }

  @Test func newKeysAreFoundByTheFirstTokenThatNeedsThem() async throws {
    _ = try await redeem()
    try transport.set("/keys", ["keys": [mint.ellipticKey()]])
    try transport.set("/token", ["id_token": mint.es256(mint.claims())])
    clock.advance(seconds: 60)
    #expect(try await redeem().subject == "person-1")
    #expect(transport.count("/keys") == 2)
  }

  @Test func forgedTokensDoNotMakeTheKeysBeReadAgainAndAgain() async throws {
    _ = try await redeem()
    try transport.set("/token", ["id_token": TokenMint().rs256(mint.claims())])
    clock.advance(seconds: 60)
    for _ in 0..<3 {
      await #expect(throws: OpenIDFailure.refused(.wrongSignature)) { try await redeem() }
    }
    #expect(transport.count("/keys") == 2)
    // Nor when reading them fails.
    try transport.set("/keys", [:], status: 503)
    clock.advance(seconds: 60)
    await #expect(throws: OpenIDFailure.unavailable("it is down.")) { try await redeem() }
    await #expect(throws: OpenIDFailure.refused(.wrongSignature)) { try await redeem() }
    #expect(transport.count("/keys") == 3)
  }

  /// A code must not go to a provider that has not given it.
  @Test func anAnswerOfAnotherIssuerIsNotExchanged() async throws {
    await #expect(throws: OpenIDFailure.refused(.wrongIssuer(expected: TokenMint.issuer))) {
      try await redeem(issuer: "https://evil.example")
    }
    #expect(transport.count("/token") == 0)
  }

  @Test func whatIsWrongInATokenIsSaid() async throws {
    try transport.set("/token", ["id_token": mint.rs256(mint.claims(["nonce": "another"]))])
    await #expect(throws: OpenIDFailure.refused(.wrongNonce)) { try await redeem() }
    #expect(transport.count("/keys") == 1)
  }

  @Test func aRefusedCodeOrSecretIsNamed() async throws {
    try transport.set("/token", ["error": "invalid_client"], status: 401)
    await #expect(throws: OpenIDFailure.rejected("invalid_client")) { try await redeem() }
    try transport.set("/token", ["error": "<b>code c+1</b>"], status: 400)
    await #expect(throws: OpenIDFailure.rejected("status 400")) { try await redeem() }
    try transport.set("/token", ["access_token": "only"])
    await #expect(throws: OpenIDFailure.refused(.unreadableAnswer(what: "the exchange of the code"))) {
      try await redeem()
    }
  }

  @Test func aProviderThatIsDownIsAskedAgain() async throws {
    try transport.set(Self.description, [:], status: 503)
    let failure = await #expect(throws: OpenIDFailure.self) { try await provider.description() }
    #expect(failure?.isTemporary == true)
    try transport.set("/token", [:], status: 503)
    try transport.set(Self.description, Self.document)
    clock.advance(seconds: 5)
    let later = await #expect(throws: OpenIDFailure.self) { try await redeem() }
    #expect(later == .unavailable("it answers with status 503."))
  }

  @Test func strangersDoNotMakeAProviderThatIsDownBeAskedAgainAndAgain() async throws {
    try transport.set(Self.description, [:], status: 503)
    for _ in 1...50 { await #expect(throws: OpenIDFailure.self) { try await provider.description() } }
    #expect(transport.count(Self.description) == 1)
    clock.advance(seconds: 5)
    try transport.set(Self.description, Self.document)
    await withTaskGroup { group in
      for _ in 1...50 { group.addTask { _ = try? await provider.description() } }
    }
    #expect(transport.count(Self.description) == 2)
  }
}
