import OnBoxAI

/// Turns texts into vectors whose similarity is that of their meanings. Synchronous and safe on
/// several threads.
package protocol SentenceEmbedder: Sendable {
  /// Changes whenever the vectors of equal texts would: vectors of different names are never
  /// compared.
  var name: String { get }
  /// Reads what it needs to embed; without it, the first text waits for that.
  func prepare()
  /// One vector a text, in their order.
  func embed(_ texts: [String]) -> [Embedding]
}

extension SentenceEmbedder {
  package func prepare() {}

  package func embed(_ text: String) -> Embedding? {
    embed([text]).first
  }
}

/// MiniLM on this machine's processor.
package struct OnBoxSentenceEmbedder: SentenceEmbedder {
  package let name = "all-minilm-l6-v2 int8"
  private let engine: TextEngine

  /// `nil` when `engine` has no sentence model.
  package init?(_ engine: TextEngine) {
    guard engine.readsMeaning else { return nil }
    self.engine = engine
  }

  package func prepare() {
    engine.prepare()
  }

  package func embed(_ texts: [String]) -> [Embedding] {
    engine.embed(texts) ?? []
  }
}
