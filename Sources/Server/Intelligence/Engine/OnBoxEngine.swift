import Domain
import OnBoxAI

/// All that this server can do by itself, without a key and without a request to anybody.
package struct OnBoxEngine: Sendable {
  /// As receipts and insights name it.
  package static let version = AIReceipt.onBoxFamily + "1"

  /// Rules and models: finding, judging, telling, ranking.
  package let text: TextEngine
  /// `nil` when its files are missing: search is then by words only.
  package let embedder: (any SentenceEmbedder)?

  /// `embedder`: what gives meanings where `text` reads none.
  package init(embedder: (any SentenceEmbedder)? = nil, text: TextEngine = TextEngine()) {
    self.text = text
    self.embedder = OnBoxSentenceEmbedder(text) ?? embedder
  }

  /// The engine with whatever of its models lies in `folder`. Never fails: what cannot be loaded is
  /// left out, and the notices of `text` say so.
  package static func load(from folder: ModelFolder) -> OnBoxEngine {
    OnBoxEngine(text: TextEngine(models: folder))
  }

  /// Whether a model wrote what bears this name, and no version of this engine.
  static func isModel(_ name: String) -> Bool { !AIReceipt.isOnBox(name) }
}
