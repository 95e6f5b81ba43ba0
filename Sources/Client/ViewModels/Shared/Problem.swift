import Domain
import Foundation

/// An error as a person is told about it: the one place where errors become sentences.
public struct Problem: Hashable, Sendable {
  public let sentence: String
  /// Whether doing the very same again can help.
  public let canRetry: Bool

  public init(_ sentence: String, canRetry: Bool) {
    self.sentence = sentence
    self.canRetry = canRetry
  }

  /// `nil` for a cancellation, which is nobody's problem.
  public init?(_ error: any Error) {
    if error is CancellationError { return nil }
    if let refusal = error as? Refusal {
      self.init(refusal)
    } else if let sentence = (error as? any LocalizedError)?.errorDescription {
      self.init(sentence, canRetry: true)
    } else {
      self.init("That did not work. Check the connection and try again.", canRetry: true)
    }
  }

  public init(_ refusal: Refusal) {
    self.init(Self.sentence(for: refusal), canRetry: refusal.code.isRetryable)
  }

  private static func sentence(for refusal: Refusal) -> String {
    switch refusal.code {
    case .invalidCredentials: "The e-mail address or the password is wrong."
    case .unauthenticated, .sessionRevoked: "Your session has ended. Sign in again."
    case .unsupportedVersion: "This app is too old for the server. Update it."
    case .rateLimited: waiting("That was too fast.", seconds: refusal.retryAfter)
    case .overloaded: waiting("The server is busy.", seconds: refusal.retryAfter)
    case .internal: "Something went wrong on the server. Try again."
    case .malformed, .unknownFrame, .methodNotAllowed: "The server did not understand this app. Update it."
    case .gone: "The message has been deleted."
    case .forbidden, .notFound, .conflict, .tooLarge, .invalid:
      refusal.detail.isEmpty ? "That is not possible." : refusal.detail
    }
  }

  private static func waiting(_ reason: String, seconds: Int?) -> String {
    guard let seconds, seconds > 0 else { return "\(reason) Try again in a moment." }
    return "\(reason) Try again in \(seconds) \(seconds == 1 ? "second" : "seconds")."
  }
}
