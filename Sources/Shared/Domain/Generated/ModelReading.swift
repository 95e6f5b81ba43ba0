// Made from wire/models.json: change that and run `make wire`.

/// What messages were read as, a line each.
public struct ModelReading: Hashable, Sendable, Codable {
  public let summary: [String]
  public let tasks: [String]
  public let decisions: [String]

  public init(summary: [String], tasks: [String], decisions: [String]) {
    self.summary = summary
    self.tasks = tasks
    self.decisions = decisions
  }
}
