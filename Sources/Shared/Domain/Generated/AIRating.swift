// Made from wire/overview.json: change that and run `make wire`.

/// How people found what the AI made, as far as they have said so.
public struct AIRating: Hashable, Sendable, Codable {
  /// Of an output, such as `summary`, or the subject of an opinion, such as `priority`.
  public let kind: String
  public let model: String
  /// Of the server that made it; empty where that was before it was noted.
  public let version: String
  public let helpful: Int
  public let unhelpful: Int

  public init(kind: String, model: String, version: String = "", helpful: Int, unhelpful: Int) {
    self.kind = kind
    self.model = model
    self.version = version
    self.helpful = helpful
    self.unhelpful = unhelpful
  }
}
