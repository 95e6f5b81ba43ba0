/// What the line over a screen says about the connection.
public enum ConnectionBanner: Hashable, Sendable {
  /// Online: nothing to say.
  case hidden
  case offline(String)
  case connecting(String)
  case signedOut(String)

  public var text: String? {
    switch self {
    case .hidden: nil
    case .offline(let text), .connecting(let text), .signedOut(let text): text
    }
  }
}
