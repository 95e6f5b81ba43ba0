/// A language model, wherever it runs. Implementations are safe to use from many tasks at once.
///
/// What a model answers is hostile until `ModelOutputGuard` has seen it.
package protocol TextModel: Sendable {
  /// The model's id, for receipts and the ledger.
  var name: String { get }
  /// The host that the text goes to, as people are told: "api.openai.com", "127.0.0.1:11434", "this
  /// server".
  var place: String { get }
  /// What it costs; `nil`: nobody has said.
  var prices: ModelPrices? { get }

  /// The whole answer. Retries, time-outs and one repair of an answer that breaks the schema have
  /// happened inside. With a `schema`, the answer's `json` is present and valid by it.
  func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer

  /// The answer as it is written: text deltas and complete tool calls in order, then exactly one
  /// `.end`. Throws nothing but `ModelFailure`. Retried only before the first chunk; a `schema` is
  /// asked for but not checked. Dropping the stream ends the request.
  func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error>
}

extension TextModel {
  package var prices: ModelPrices? { nil }
}
