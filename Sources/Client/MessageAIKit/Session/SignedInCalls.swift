import Domain

/// Calls as the signed-in user; a token that the server refuses is renewed once. Throws
/// `ClientError.signedOut` when the session has ended.
struct SignedInCalls: Sendable {
  let keeper: SessionKeeper
  let rest: RESTClient

  func call(_ method: HTTPVerb, _ path: String, body: [UInt8]? = nil) async throws -> [UInt8] {
    try await renewing { try await rest.call(method, path, body: body, token: $0) }
  }

  /// Like `call`, for answers that come as events.
  func events(
    _ method: HTTPVerb, _ path: String, body: [UInt8]
  ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
    try await renewing { try await rest.events(method, path, body: body, token: $0) }
  }

  private func renewing<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let token = try await keeper.accessToken()
    do {
      return try await body(token)
    } catch let refusal as Refusal where refusal.code == .unauthenticated {
      return try await body(try await keeper.accessToken(refused: token))
    }
  }
}
