// Made from wire/models.json: change that and run `make wire`.

/// What a model answered to one small question.
public struct ModelTrial: Hashable, Sendable, Codable {
  public let model: String
  public let place: String
  /// Absent when it gave none.
  public let answer: String?
  /// Why it gave none, and what can be done.
  public let problem: String?
  public let milliseconds: Int
  public let inputTokens: Int
  public let outputTokens: Int
  /// Millionths of the currency of the prices. Absent: no price is known.
  public let cost: Int?

  public init(
    model: String, place: String, answer: String? = nil, problem: String? = nil, milliseconds: Int, inputTokens: Int,
    outputTokens: Int, cost: Int? = nil
  ) {
    self.model = model
    self.place = place
    self.answer = answer
    self.problem = problem
    self.milliseconds = milliseconds
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.cost = cost
  }
}
