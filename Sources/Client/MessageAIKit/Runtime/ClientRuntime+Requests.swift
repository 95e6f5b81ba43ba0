import ClientStore
import Domain

extension ClientRuntime {
  /// Asks the server now. Without a connection, and behind what waits about the same, the request
  /// waits in the outbox and shows at once: then it is on disk when this returns, and the answer is
  /// `nil`. What the server refuses is thrown and does not wait.
  func perform(_ request: ServerRequest) async throws -> RequestAnswer? {
    if !engine.isKnownOffline, try !store.isAwaited(request) {
      do {
        return try await ifSignedIn { try await requests.perform(request) }
      } catch ClientError.offline {
        // Whether the server has had it or not: the same once more changes nothing.
      }
    }
    try enqueue(request)
    return nil
  }

  func enqueue(_ request: ServerRequest) throws {
    _ = try user()
    try store.enqueue(request)
    engine.handle(.requestsChanged)
  }

  /// Like `perform`, for what the AI is to answer: it waits only where its user is told so.
  func answer(_ request: ServerRequest) async throws -> AIOutput {
    guard !engine.isKnownOffline else { throw ClientError.offline }
    guard case .output(let output) = try await ifSignedIn({ try await requests.perform(request) }) else {
      throw ClientError.unreadableAnswer
    }
    return output
  }

  /// Keeps an answer for the user who has asked for it, unless the session has ended meanwhile.
  func keep(_ body: (UserID) throws -> Void) async throws {
    guard let user = await keeper.current?.user else { return }
    try body(user)
  }
}
