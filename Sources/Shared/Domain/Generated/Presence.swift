// Made from wire/people.json: change that and run `make wire`.

/// Whether a user is there. Never stored but for `lastSeen`.
public struct Presence: Hashable, Sendable {
  public enum State: String, Sendable, Codable, CaseIterable {
    case online
    case away
    case offline
  }

  public let user: UserID
  public var state: State
  public var lastSeen: Timestamp?

  public init(user: UserID, state: State, lastSeen: Timestamp? = nil) {
    self.user = user
    self.state = state
    self.lastSeen = lastSeen
  }
}
