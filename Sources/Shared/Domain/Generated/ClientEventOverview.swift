// Made from wire/events.json: change that and run `make wire`.

/// How long things took in clients, day by day.
public struct ClientEventOverview: Hashable, Sendable, Codable {
  /// Whether the workspace takes them.
  public let isCollecting: Bool
  /// The newest day first.
  public let summaries: [ClientEventSummary]

  public init(isCollecting: Bool, summaries: [ClientEventSummary]) {
    self.isCollecting = isCollecting
    self.summaries = summaries
  }
}
