// Made from wire/conversations.json: change that and run `make wire`.

/// When a group got another name, from whom, and what it was called until then.
public struct Renaming: Hashable, Sendable, Codable {
  public let at: Timestamp
  public let by: UserID
  public let from: String

  public init(at: Timestamp, by: UserID, from: String) {
    self.at = at
    self.by = by
    self.from = from
  }
}
