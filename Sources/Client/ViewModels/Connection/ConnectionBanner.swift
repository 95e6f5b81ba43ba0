/// What the line over a screen says about the connection.
public enum ConnectionBanner: Hashable, Sendable {
  /// Online: nothing to say.
  case hidden
  case offline(Phrase)
  case connecting(Phrase)
  case signedOut(Phrase)

  public var text: Phrase? {
    switch self {
    case .hidden: nil
    case .offline(let text), .connecting(let text), .signedOut(let text): text
    }
  }
}
