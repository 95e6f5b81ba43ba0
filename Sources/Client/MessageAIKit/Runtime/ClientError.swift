import Domain
import Foundation

/// What goes wrong on the client's side. What the server refuses is a `Refusal`.
public enum ClientError: ReachabilityError, Hashable, Sendable {
  /// The server could not be reached: try again when the network is back.
  case offline
  /// Nobody is signed in: sign in first.
  case signedOut
  /// The server's answer made no sense: a retry is unlikely to help.
  case unreadableAnswer

  /// Whether the same call can succeed later.
  public var isRetryable: Bool { self == .offline }

  public var meansUnreachable: Bool { self == .offline }
}

extension ClientError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .offline: "The server cannot be reached."
    case .signedOut: "Nobody is signed in."
    case .unreadableAnswer: "The server's answer could not be read."
    }
  }
}
