// Made from wire/overview.json: change that and run `make wire`.

/// How people found what the AI made, as far as they have said so.
public struct AIRating: Hashable, Sendable, Codable {
  public let kind: AIOutput.Kind
  public let model: String
  public let helpful: Int
  public let unhelpful: Int

  public init(kind: AIOutput.Kind, model: String, helpful: Int, unhelpful: Int) {
    self.kind = kind
    self.model = model
    self.helpful = helpful
    self.unhelpful = unhelpful
  }
}
