import AIProviders
import Domain

/// The model as one person asks it. Each request says for whom it is made, so that a provider's
/// trouble with one person's requests is told from its trouble with all.
struct AttributedModel: TextModel {
  let model: any TextModel
  let asker: UserID

  var name: String { model.name }
  var place: String { model.place }
  var prices: ModelPrices? { model.prices }

  func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer {
    try await model.complete(named(request))
  }

  func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error> {
    model.stream(named(request))
  }

  private func named(_ request: ModelRequest) -> ModelRequest {
    var request = request
    request.asker = asker.description
    return request
  }
}
