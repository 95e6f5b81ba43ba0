extension Invitation {
  public enum State: String, Sendable {
    case usable
    case withdrawn
    case expired
    /// As often as it may be.
    case used
  }

  public func state(at time: Timestamp) -> State {
    if endedAt != nil { return .withdrawn }
    if uses >= maximumUses { return .used }
    return time < expiresAt ? .usable : .expired
  }
}
