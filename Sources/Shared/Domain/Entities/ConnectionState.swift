/// How the client stands to its server.
public enum ConnectionState: Hashable, Sendable {
  /// No network, or the server does not answer; `retryIn` seconds until the next try, where one is
  /// planned.
  case offline(retryIn: Double?)
  case connecting
  /// Connected and catching up.
  case syncing
  case online
  /// The session has ended: sign in again.
  case signedOut

  public var isOnline: Bool { self == .online }
}
