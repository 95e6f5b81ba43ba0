import Crypto
import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("Access tokens")
struct AccessTokensTests {
  /// A server's tokens with a key of their own.
  struct TokenFixture {
    let store: SQLiteStore
    let context: ServerContext
    let tokens: AccessTokens
    let session = AuthenticatedSession(user: TestUser.newID(), session: TestUser.newID())
    let now = Timestamp(milliseconds: 1_800_000_000_000)

    init() throws {
      store = try SQLiteStore(path: nil)
      tokens = AccessTokens(store: store)
      context = ServerContext(
        store: store, tokens: tokens, clock: SystemClock(), limits: ServerLimits(), metrics: ServerMetrics(),
        work: InlineWorkExecutor(), fanOut: InlineFanOutExecutor())
    }

    func issue() async throws -> String {
      try await tokens.issue(for: session, now: now, commands: context.gateway).token
    }

    /// A token with this header and these claims, signed with the server's own key.
    func forge(header: String, claims: [String: Any]) async throws -> String {
      _ = try await issue()
      let raw = try #require(try store.secret(ServerSecret.signingKey.rawValue))
      let key = try P256.Signing.PrivateKey(rawRepresentation: raw)
      let payload = try JSONSerialization.data(withJSONObject: claims)
      let signed = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(payload)))"
      let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
      return "\(signed).\(Base64URL.encode(Array(signature)))"
    }

    var claims: [String: Any] {
      [
        "iss": "messageai", "aud": "messageai", "sub": session.user.description, "sid": session.session.description,
        "iat": now.milliseconds / 1000, "exp": now.milliseconds / 1000 + 600,
      ]
    }
  }

  private static let header = #"{"alg":"ES256","typ":"at+jwt"}"#

  private func expectRefused(_ fixture: TokenFixture, _ token: String, at now: Timestamp? = nil, _ what: String) {
    let error = #expect(throws: Refusal.self, Comment(rawValue: what)) {
      _ = try fixture.tokens.verify(token, now: now ?? fixture.now)
    }
    #expect(error?.code == .unauthenticated, Comment(rawValue: what))
  }

  @Test("of before a rotation are refused at once, those of after it are good, also after a restart")
  func rotation() async throws {
    let fixture = try TokenFixture()
    let before = try await fixture.issue()
    let former = try fixture.store.secret(ServerSecret.signingKey.rawValue)
    try await fixture.tokens.rotate(fixture.context.gateway, by: .commandLine)
    #expect(try fixture.store.secret(ServerSecret.signingKey.rawValue) != former)
    expectRefused(fixture, before, "a token of the former key")
    let after = try await fixture.issue()
    #expect(try fixture.tokens.verify(after, now: fixture.now) == fixture.session)
    #expect(try AccessTokens(store: fixture.store).verify(after, now: fixture.now) == fixture.session)
  }

  @Test("of before a rotation on another server are refused once this one has looked, and those of after are good")
  func rotationElsewhere() async throws {
    let fixture = try TokenFixture()
    let before = try await fixture.issue()
    let other = AccessTokens(store: fixture.store)
    #expect(try other.refresh() == false)
    #expect(try other.verify(before, now: fixture.now) == fixture.session)
    #expect(try other.refresh() == false)
    try await fixture.tokens.rotate(fixture.context.gateway, by: .commandLine)
    #expect(try other.refresh())
    #expect(throws: Refusal.self) { _ = try other.verify(before, now: fixture.now) }
    #expect(try other.verify(try await fixture.issue(), now: fixture.now) == fixture.session)
    #expect(try other.refresh() == false)
    #expect(try fixture.tokens.refresh() == false)
  }

  @Test("stand for their session for ten minutes and not a moment longer")
  func lifetime() async throws {
    let fixture = try TokenFixture()
    let token = try await fixture.issue()
    #expect(try fixture.tokens.verify(token, now: fixture.now) == fixture.session)
    #expect(try fixture.tokens.verify(token, now: fixture.now.adding(milliseconds: 599_999)) == fixture.session)
    expectRefused(fixture, token, at: fixture.now.adding(milliseconds: 600_000), "expired")
  }

  @Test("are good after a restart, by the key in the store")
  func restart() async throws {
    let fixture = try TokenFixture()
    let token = try await fixture.issue()
    #expect(try AccessTokens(store: fixture.store).verify(token, now: fixture.now) == fixture.session)
  }

  @Test("of another server are worthless")
  func otherKey() async throws {
    let fixture = try TokenFixture()
    expectRefused(fixture, try await TokenFixture().issue(), "before there is a key")
    _ = try await fixture.issue()
    expectRefused(fixture, try await TokenFixture().issue(), "with a key")
  }

  @Test("that have been tampered with anywhere are worthless")
  func tampered() async throws {
    let fixture = try TokenFixture()
    let token = try await fixture.issue()
    for index in token.indices {
      // The last character of a part may hold bits that mean nothing.
      let next = token.index(after: index)
      guard token[index] != ".", next != token.endIndex, token[next] != "." else { continue }
      var changed = token
      changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
      expectRefused(fixture, changed, "at \(token.distance(from: token.startIndex, to: index))")
    }
    for text in ["", ".", "..", "...", token + ".x", String(token.dropLast(2)), String(repeating: "a", count: 5_000)] {
      expectRefused(fixture, text, text)
    }
  }

  @Test("are good when the clock has stepped back a little since")
  func steppedBack() async throws {
    let fixture = try TokenFixture()
    var claims = fixture.claims
    claims["iat"] = fixture.now.milliseconds / 1000 + 60
    let token = try await fixture.forge(header: Self.header, claims: claims)
    #expect(try fixture.tokens.verify(token, now: fixture.now) == fixture.session)
  }

  @Test("are of one algorithm and one type, whatever they say and whoever signed")
  func headers() async throws {
    let fixture = try TokenFixture()
    let good = try await fixture.forge(header: Self.header, claims: fixture.claims)
    #expect(try fixture.tokens.verify(good, now: fixture.now) == fixture.session, "the forge works")
    let headers = [
      #"{"alg":"none","typ":"at+jwt"}"#, #"{"alg":"HS256","typ":"at+jwt"}"#, #"{"alg":"ES256","typ":"JWT"}"#,
      #"{"alg":"ES256"}"#, #"{"typ":"at+jwt","alg":"ES256"}"#, "{}",
    ]
    for header in headers {
      expectRefused(fixture, try await fixture.forge(header: header, claims: fixture.claims), header)
    }
    let unsigned = good.split(separator: ".").prefix(2).joined(separator: ".") + "."
    expectRefused(fixture, unsigned, "no signature")
  }

  @Test("are for this audience, by this issuer, for a session, and short-lived")
  func claims() async throws {
    let fixture = try TokenFixture()
    let seconds = fixture.now.milliseconds / 1000
    let changes: [(String, Any?)] = [
      ("aud", "another"), ("aud", nil), ("iss", "another"), ("iss", nil), ("sub", "x"), ("sid", "x"), ("sid", nil),
      ("exp", seconds), ("exp", seconds + 601), ("exp", nil), ("exp", "never"), ("iat", nil),
      ("iat", seconds + 61),
    ]
    for (name, value) in changes {
      var claims = fixture.claims
      claims[name] = value
      let token = try await fixture.forge(header: Self.header, claims: claims)
      expectRefused(fixture, token, "\(name) \(value ?? "absent")")
    }
  }
}
