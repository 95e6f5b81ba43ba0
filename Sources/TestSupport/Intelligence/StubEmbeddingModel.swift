import AIProviders
import Synchronization

/// An embedding model that gives one dimension to each group of words, notes what it was asked, and
/// fails when told to.
package final class StubEmbeddingModel: EmbeddingModel {
  package let name: String
  package let place = "embeddings.example"
  package let prices: ModelPrices?
  private let groups: [[String]]
  private let width: Int
  private let state = Mutex<(texts: [String], failure: ModelFailure.Kind?)>(([], nil))

  /// Texts that say words of the same groups are alike.
  package init(name: String = "embed-1", groups: [[String]], width: Int = 16, prices: ModelPrices? = nil) {
    self.name = name
    self.prices = prices
    self.groups = groups
    self.width = width
  }

  /// Everything that was sent, in order.
  package var texts: [String] { state.withLock { $0.texts } }

  package func fail(with kind: ModelFailure.Kind?) {
    state.withLock { $0.failure = kind }
  }

  package func embed(_ texts: [String], deadline: Double) async throws(ModelFailure) -> EmbeddingAnswer {
    let failure = state.withLock { state in
      state.texts += texts
      return state.failure
    }
    if let failure { throw ModelFailure(failure) }
    return EmbeddingAnswer(
      vectors: texts.map(vector), usage: ModelUsage(inputTokens: texts.count * 10, outputTokens: 0))
  }

  private func vector(_ text: String) -> [Float] {
    var values = [Float](repeating: 0.05, count: width)
    let said = Set(text.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init))
    for (place, group) in groups.enumerated() where !said.isDisjoint(with: group) { values[place] = 1 }
    return values
  }
}
