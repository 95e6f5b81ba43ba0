import AIProviders
import Synchronization

/// The model that is asked now. Whoever asks takes it from here each time, and keeps what it took
/// until it has its answer: so it can be replaced at any moment.
package final class ModelSource: Sendable {
  /// Given at the start, and never replaced.
  package let isFixed: Bool
  private let model: Mutex<(any TextModel)?>

  /// `model` is what the server's owner has chosen for good; with `nil` another one may be put in
  /// its place. `prices` where the model itself does not say any.
  package init(_ model: (any TextModel)? = nil, prices: ModelPrices? = nil) {
    isFixed = model != nil
    var given = model
    if let model, let prices { given = PricedModel(model: model, prices: prices) }
    self.model = Mutex(given)
  }

  /// `nil`: everything is made on this server.
  package var now: (any TextModel)? { model.withLock { $0 } }

  /// From now on this one is asked. What is under way comes to its end with the one before.
  func put(_ model: (any TextModel)?) {
    guard !isFixed else { return }
    self.model.withLock { $0 = model }
  }
}

/// A model with what it costs.
private struct PricedModel: TextModel {
  let model: any TextModel
  let prices: ModelPrices?

  init(model: any TextModel, prices: ModelPrices) {
    self.model = model
    self.prices = prices
  }

  var name: String { model.name }
  var place: String { model.place }

  func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer { try await model.complete(request) }
  func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error> { model.stream(request) }
}
