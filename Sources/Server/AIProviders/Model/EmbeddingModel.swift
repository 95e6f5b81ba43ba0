/// Turns texts into vectors, wherever it runs. Safe to use from many tasks at once.
package protocol EmbeddingModel: Sendable {
  /// The model's id; vectors of different ids are never compared.
  var name: String { get }
  /// The host that the text goes to.
  var place: String { get }
  /// What it costs; `nil` when nobody has said.
  var prices: ModelPrices? { get }

  /// One vector for each text, in the texts' order, all of one length. An empty list needs no
  /// request.
  func embed(_ texts: [String], deadline: Double) async throws(ModelFailure) -> EmbeddingAnswer
}

/// Vectors and what they cost.
package struct EmbeddingAnswer: Hashable, Sendable {
  package let vectors: [[Float]]
  package let usage: ModelUsage

  package init(vectors: [[Float]], usage: ModelUsage) {
    self.vectors = vectors
    self.usage = usage
  }
}
