import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import ServerCore

/// Access tokens of Google (OAuth 2, RFC 7523): one at a time, kept until a minute before it ends.
actor FCMAccessTokens {
  /// Why there is no token, as the reply to the push that needs it.
  struct Missing: Error {
    let reply: PushReply
  }

  /// Seconds of its life that a token must still have when it is used.
  private static let reserve: Int64 = 60

  private struct Token {
    let text: String
    let expiry: Int64
  }

  private let settings: FCMSettings
  private let connections: PushConnections
  private let clock: any WallClock
  private var current: Token?
  private var fetching: Task<Result<Token, Missing>, Never>?

  init(_ settings: FCMSettings, _ connections: PushConnections, clock: any WallClock) {
    self.settings = settings
    self.connections = connections
    self.clock = clock
  }

  /// Another one than `refused`. All who need one while it is fetched wait for the same.
  func token(replacing refused: String? = nil) async throws(Missing) -> String {
    let now = clock.now.milliseconds / 1_000
    if let current, current.text != refused, now < current.expiry - Self.reserve { return current.text }
    if let fetching { return try await fetching.value.get().text }
    let task = Task { await fetch() }
    fetching = task
    let result = await task.value
    fetching = nil
    let token = try result.get()
    current = token
    return token.text
  }

  private func fetch() async -> Result<Token, Missing> {
    let now = clock.now.milliseconds / 1_000
    let host = settings.tokenOrigin.host
    do {
      let claims = Claims(
        iss: settings.account, scope: "https://www.googleapis.com/auth/firebase.messaging",
        aud: settings.tokenAddress, iat: now, exp: now + 3_600)
      let assertion = try JSONWebToken.signed(claims, by: settings.key, keyID: settings.keyID)
      var request = HTTPClientRequest(url: settings.tokenAddress)
      request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
      request.body = .bytes(
        ByteBuffer(string: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"))
      let answer = try await connections.post(request, to: host)
      return token(answer, now, host)
    } catch let failure as PushFailure {
      return .failure(Missing(reply: .failed(failure.description)))
    } catch {
      return .failure(Missing(reply: .failed("The request for Google's access token could not be signed.")))
    }
  }

  private func token(_ answer: PushAnswer, _ now: Int64, _ host: String) -> Result<Token, Missing> {
    guard answer.status == 200 else {
      let word = PushAnswer.word(answer.decoded(Problem.self)?.error)
      let text = "\(host) gives no access token: \(answer.status)\(word.map { " \($0)" } ?? "")."
      return .failure(
        Missing(reply: answer.isTemporary ? .failed(text, retryAfter: answer.retryAfter(clock.now)) : .rejected(text)))
    }
    guard let grant = answer.decoded(Grant.self), !grant.token.isEmpty,
      grant.token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .failure(Missing(reply: .failed("\(host) answers without an access token."))) }
    return .success(Token(text: grant.token, expiry: now + min(max(grant.lifetime, 0), 86_400)))
  }

  private struct Claims: Encodable {
    let iss: String
    let scope: String
    let aud: String
    let iat: Int64
    let exp: Int64
  }

  private struct Grant: Decodable {
    let token: String
    let lifetime: Int64

    enum CodingKeys: String, CodingKey {
      case token = "access_token"
      case lifetime = "expires_in"
    }
  }

  private struct Problem: Decodable {
    let error: String
  }
}
