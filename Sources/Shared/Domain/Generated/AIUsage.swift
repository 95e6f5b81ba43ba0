// Made from wire/overview.json: change that and run `make wire`.

/// What the AI of the workspace did, what it cost, and how people found it.
public struct AIUsage: Hashable, Sendable, Codable {
  public let since: Timestamp
  /// The most requests first.
  public let uses: [AIUse]
  /// Of outputs that are still kept, and of opinions.
  public let ratings: [AIRating]

  public init(since: Timestamp, uses: [AIUse], ratings: [AIRating]) {
    self.since = since
    self.uses = uses
    self.ratings = ratings
  }
}
