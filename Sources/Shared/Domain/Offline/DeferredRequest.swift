/// A request in the outbox: the server has not answered it yet.
public struct DeferredRequest: Hashable, Sendable, Identifiable {
  /// Rises; never used again, so that an answer can never settle another request.
  public let id: Int64
  public let request: ServerRequest
  public let createdAt: Timestamp
  /// Why the server has refused it: it waits for its user to try again or to discard it. `nil`
  /// while it waits for the connection.
  public let failure: Refusal?

  public init(id: Int64, request: ServerRequest, createdAt: Timestamp, failure: Refusal? = nil) {
    self.id = id
    self.request = request
    self.createdAt = createdAt
    self.failure = failure
  }
}
