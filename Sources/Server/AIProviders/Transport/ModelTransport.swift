/// One request to a provider.
struct ModelCall: Sendable {
  /// Below the base address, with a leading slash.
  var path: String
  /// May hold the key: never described.
  var headers: [(name: String, value: String)]
  var body: [UInt8]
}

/// The beginning of a provider's reply.
struct ModelReplyHead: Hashable, Sendable {
  var status: Int
  /// Names in lower case.
  var headers: [String: String]
}

/// Carries requests to one provider.
protocol ModelTransport: Sendable {
  /// Sends `call` and gives each piece of the reply's body to `receive` as it comes, until the body
  /// ends or `receive` returns `false`. Throws `unreachable` before a reply, `interrupted` in
  /// mid-reply, `cancelled` with the task, and what `receive` throws.
  func send(
    _ call: ModelCall, receive: @Sendable (ModelReplyHead, [UInt8]) async throws(ModelFailure) -> Bool
  ) async throws(ModelFailure) -> ModelReplyHead
}
