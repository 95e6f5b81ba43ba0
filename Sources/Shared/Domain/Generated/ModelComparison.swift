// Made from wire/models.json: change that and run `make wire`.

/// The same messages as the server's own engine and as the connected model read them.
public struct ModelComparison: Hashable, Sendable, Codable {
  /// Of the conversation.
  public let title: String
  /// That were read.
  public let messages: Int
  /// By the server.
  public let own: ModelReading
  public let model: String
  public let place: String
  /// By the model. Absent when it gave none.
  public let other: ModelReading?
  /// Why it gave none, and what can be done.
  public let problem: String?
  public let milliseconds: Int
  public let inputTokens: Int
  public let outputTokens: Int
  /// Millionths of the currency of the prices. Absent: no price is known.
  public let cost: Int?

  public init(
    title: String, messages: Int, own: ModelReading, model: String, place: String, other: ModelReading? = nil,
    problem: String? = nil, milliseconds: Int, inputTokens: Int, outputTokens: Int, cost: Int? = nil
  ) {
    self.title = title
    self.messages = messages
    self.own = own
    self.model = model
    self.place = place
    self.other = other
    self.problem = problem
    self.milliseconds = milliseconds
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.cost = cost
  }
}
