import Domain
import Foundation

/// Carries requests to providers. An implementation bounds the time and the bytes of each answer.
package protocol OpenIDTransport: Sendable {
  /// The body of an answer with status 200.
  ///
  /// - Throws: `OpenIDFailure`.
  func get(_ address: URL) async throws(OpenIDFailure) -> Data

  /// Sends a form and returns the answer's status and body.
  ///
  /// - Parameter authorization: The header of that name, if the request needs one.
  /// - Throws: `OpenIDFailure` when no answer came, or one too long.
  func post(_ form: String, to address: URL, authorization: String?) async throws(OpenIDFailure) -> OpenIDAnswer
}

package struct OpenIDAnswer: Sendable {
  package let status: Int
  package let body: Data

  package init(status: Int, body: Data) {
    self.status = status
    self.body = body
  }
}

/// Why a sign-in could not be completed.
package enum OpenIDFailure: Error, Equatable, CustomStringConvertible {
  /// The provider did not answer as it should. The same may succeed later.
  case unavailable(String)
  /// What it said cannot be believed or used. The person has to begin anew.
  case refused(OpenIDProblem)
  /// It does not take the code or this application's secret; its own word for that.
  case rejected(String)

  package var isTemporary: Bool {
    if case .unavailable = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .unavailable(let reason): "The provider cannot be reached: \(reason)"
    case .refused(let problem): problem.description
    case .rejected(let word): "The provider refuses: \(word)."
    }
  }
}

/// One provider: finds out how it is reached, keeps its keys, and turns codes into who has signed
/// in. What it has found is kept for an hour.
package actor OpenIDProvider {
  package struct Settings: Sendable {
    package let issuer: String
    package let clientID: String
    /// `nil` for an application without one, which PKCE alone protects.
    package let clientSecret: ClientSecret?

    package init(issuer: String, clientID: String, clientSecret: ClientSecret?) {
      self.issuer = issuer
      self.clientID = clientID
      self.clientSecret = clientSecret
    }
  }

  /// By which a provider knows this server.
  package enum ClientSecret: Sendable {
    case text(String)
    /// Apple's: a token that is signed anew for each request.
    case apple(AppleClientKey)
  }

  /// Seconds for which a description and keys are kept.
  private static let lifetime: Int64 = 3_600
  /// Seconds between two readings of the keys because of a token. Forged tokens must not make the
  /// server ask a provider again and again.
  private static let leastBetweenReadings: Int64 = 60
  /// Seconds for which a provider that could not describe itself is not asked again: strangers
  /// begin sign-ins, and must not have the server call it as often as they like.
  private static let pause: Int64 = 5

  private let settings: Settings
  private let transport: any OpenIDTransport
  private let clock: any WallClock
  private var metadata: (value: ProviderMetadata, readAt: Int64)?
  private var describing: Task<Result<ProviderMetadata, OpenIDFailure>, Never>?
  private var failed: (failure: OpenIDFailure, at: Int64)?
  private var keys: (value: ProviderKeys, readAt: Int64)?
  private var keysAskedAt: Int64?
  private var reading: Task<Result<ProviderKeys, OpenIDFailure>, Never>?

  package init(_ settings: Settings, transport: any OpenIDTransport, clock: any WallClock) {
    self.settings = settings
    self.transport = transport
    self.clock = clock
  }

  private var now: Int64 { clock.now.milliseconds / 1_000 }

  /// How the provider is reached, read anew after an hour. All who need it meanwhile wait for the
  /// same, and for some seconds after a failure nobody asks again.
  package func description() async throws(OpenIDFailure) -> ProviderMetadata {
    if let metadata, (0..<Self.lifetime).contains(now - metadata.readAt) { return metadata.value }
    if let describing { return try await describing.value.get() }
    if let failed, (0..<Self.pause).contains(now - failed.at) { throw failed.failure }
    let task = Task { await fetchDescription() }
    describing = task
    let result = await task.value
    describing = nil
    switch result {
    case .success(let read): (metadata, failed) = ((read, now), nil)
    case .failure(let failure): failed = (failure, now)
    }
    return try result.get()
  }

  private func fetchDescription() async -> Result<ProviderMetadata, OpenIDFailure> {
    do throws(OpenIDFailure) {
      let json = try await transport.get(
        refusing { () throws(OpenIDProblem) in try ProviderMetadata.address(ofIssuer: settings.issuer) })
      return .success(
        try refusing { () throws(OpenIDProblem) in try ProviderMetadata(json: json, issuer: settings.issuer) })
    } catch {
      return .failure(error)
    }
  }

  /// Turns the code of an answer into who has signed in.
  ///
  /// - Parameter request: What the person was sent with; its state is the caller's to compare.
  /// - Throws: `OpenIDFailure`. A code works once: after any failure the person begins anew.
  package func redeem(
    code: String, issuer answered: String?, for request: AuthorizationRequest
  ) async throws(OpenIDFailure) -> IDToken {
    let provider = try await description()
    try refusing { () throws(OpenIDProblem) in try provider.checkAnswer(issuer: answered) }
    var form = [
      ("grant_type", "authorization_code"), ("code", code), ("client_id", settings.clientID),
      ("redirect_uri", request.redirect.absoluteString), ("code_verifier", request.verifier),
    ]
    var authorization: String?
    if let secret = try secret() {
      if provider.takesSecretInForm {
        form.append(("client_secret", secret))
      } else {
        // Both are encoded as in a form first (RFC 6749, 2.3.1).
        let pair = "\(FormText.encode(settings.clientID)):\(FormText.encode(secret))"
        authorization = "Basic \(Data(pair.utf8).base64EncodedString())"
      }
    }
    let body = form.map { "\($0.0)=\(FormText.encode($0.1))" }.joined(separator: "&")
    let answer = try await transport.post(body, to: provider.token, authorization: authorization)
    let token = try Self.token(of: answer)
    let expected = IDToken.Expectations(
      issuer: settings.issuer, clientID: settings.clientID, nonce: request.nonce)
    return try await verified(token, expected, provider)
  }

  private func secret() throws(OpenIDFailure) -> String? {
    switch settings.clientSecret {
    case nil: return nil
    case .text(let text): return text
    case .apple(let key):
      do { return try key.secret(for: settings.clientID, at: now) } catch {
        throw .refused(.unsuitableProvider(reason: "its key cannot sign"))
      }
    }
  }

  private func verified(
    _ token: String, _ expected: IDToken.Expectations, _ provider: ProviderMetadata
  ) async throws(OpenIDFailure) -> IDToken {
    let known = try await currentKeys(provider)
    do {
      return try IDToken(verifying: token, keys: known, expecting: expected, now: clock.now)
    } catch {
      guard error.mayNeedNewKeys else { throw .refused(error) }
    }
    // The provider may have changed its keys since.
    let fresh = try await newestKeys(provider, known)
    return try refusing { () throws(OpenIDProblem) in
      try IDToken(verifying: token, keys: fresh, expecting: expected, now: clock.now)
    }
  }

  private func currentKeys(_ provider: ProviderMetadata) async throws(OpenIDFailure) -> ProviderKeys {
    if let keys, (0..<Self.lifetime).contains(now - keys.readAt) { return keys.value }
    return try await readKeys(provider)
  }

  private func newestKeys(
    _ provider: ProviderMetadata, _ known: ProviderKeys
  ) async throws(OpenIDFailure) -> ProviderKeys {
    if reading == nil, let keysAskedAt, (0..<Self.leastBetweenReadings).contains(now - keysAskedAt) {
      return keys?.value ?? known
    }
    return try await readKeys(provider)
  }

  /// All who need keys while they are read wait for the same.
  private func readKeys(_ provider: ProviderMetadata) async throws(OpenIDFailure) -> ProviderKeys {
    if let reading { return try await reading.value.get() }
    keysAskedAt = now
    let task = Task { await fetchKeys(provider) }
    reading = task
    let result = await task.value
    reading = nil
    let read = try result.get()
    keys = (read, now)
    return read
  }

  private func fetchKeys(_ provider: ProviderMetadata) async -> Result<ProviderKeys, OpenIDFailure> {
    do {
      return .success(try ProviderKeys(json: try await transport.get(provider.keys)))
    } catch let failure as OpenIDFailure {
      return .failure(failure)
    } catch let problem as OpenIDProblem {
      return .failure(.refused(problem))
    } catch {
      return .failure(.unavailable("its keys could not be read."))
    }
  }

  private static func token(of answer: OpenIDAnswer) throws(OpenIDFailure) -> String {
    if answer.status == 200 {
      guard let grant = try? JSONDecoder().decode(Grant.self, from: answer.body) else {
        throw .refused(.unreadableAnswer(what: "the exchange of the code"))
      }
      return grant.token
    }
    if answer.status == 429 || answer.status >= 500 {
      throw .unavailable("it answers with status \(answer.status).")
    }
    let word = (try? JSONDecoder().decode(Refusal.self, from: answer.body))?.error ?? ""
    // Only what looks like a word of RFC 6749 comes into a log.
    let isWord = (1...60).contains(word.utf8.count) && word.allSatisfy { $0 == "_" || ("a"..."z").contains($0) }
    throw .rejected(isWord ? word : "status \(answer.status)")
  }

  private func refusing<Value>(
    _ body: () throws(OpenIDProblem) -> Value
  ) throws(OpenIDFailure) -> Value {
    do { return try body() } catch { throw .refused(error) }
  }

  private struct Grant: Decodable {
    let token: String

    private enum CodingKeys: String, CodingKey { case token = "id_token" }
  }

  private struct Refusal: Decodable {
    let error: String
  }
}
