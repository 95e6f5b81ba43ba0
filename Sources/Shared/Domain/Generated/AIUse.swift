// Made from wire/overview.json: change that and run `make wire`.

/// What a feature of the AI did with a model, for all people together.
public struct AIUse: Hashable, Sendable, Codable {
  /// Operation, such as `summarizeThread`.
  public let feature: String
  public let model: String
  /// `this server` or a host.
  public let place: String
  public let requests: Int
  /// Of those, answered from an earlier output.
  public let cached: Int
  public let inputTokens: Int
  public let outputTokens: Int
  /// In millionths of a US dollar; absent when nobody has told the server the price of some of it.
  public let cost: Int?

  public init(
    feature: String, model: String, place: String, requests: Int, cached: Int, inputTokens: Int, outputTokens: Int,
    cost: Int? = nil
  ) {
    self.feature = feature
    self.model = model
    self.place = place
    self.requests = requests
    self.cached = cached
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.cost = cost
  }
}
