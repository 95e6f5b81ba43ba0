import AIProviders

/// At whose prices a call of a model is put down.
package enum Tariff: Hashable, Sendable {
  /// The model that writes.
  case textModel
  /// Another one; `nil` when nobody has said what it costs.
  case other(ModelPrices?)
}
