import Domain
import Foundation

/// There is no connection, and what was asked for does not wait for one.
struct NeedsConnection: Error {
  /// Says so of what cannot reach the server.
  static func unless<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error where error.meansUnreachable {
      throw NeedsConnection()
    }
  }
}

/// An error as a person is told about it: the one place where errors become sentences.
public struct Problem: Hashable, Sendable {
  public let sentence: Phrase
  /// Whether doing the very same again can help.
  public let canRetry: Bool

  public init(_ sentence: Phrase, canRetry: Bool) {
    self.sentence = sentence
    self.canRetry = canRetry
  }

  /// `nil` for a cancellation, which is nobody's problem.
  public init?(_ error: any Error) {
    if error is CancellationError { return nil }
    if let refusal = error as? Refusal {
      self.init(refusal)
    } else if error is NeedsConnection {
      self.init("This needs a connection. Try again when there is one.", canRetry: true)
    } else if let sentence = (error as? any LocalizedError)?.errorDescription {
      self.init(Phrase(known: sentence), canRetry: true)
    } else {
      self.init("That did not work. Check the connection and try again.", canRetry: true)
    }
  }

  public init(_ refusal: Refusal) {
    self.init(Self.sentence(for: refusal), canRetry: refusal.code.isRetryable)
  }

  private static func sentence(for refusal: Refusal) -> Phrase {
    switch refusal.code {
    case .invalidCredentials: "The e-mail address or the password is wrong."
    case .unauthenticated, .sessionRevoked: "Your session has ended. Sign in again."
    case .unsupportedVersion: "This app is too old for the server. Update it."
    case .rateLimited where refusal.retryAfter ?? 0 > longestSeconds:
      "That was too much for now. \(waiting(seconds: refusal.retryAfter))"
    case .rateLimited: "That was too fast. \(waiting(seconds: refusal.retryAfter))"
    case .overloaded: "The server is busy. \(waiting(seconds: refusal.retryAfter))"
    case .internal: "Something went wrong on the server. Try again."
    case .malformed, .unknownFrame, .methodNotAllowed: "The server did not understand this app. Update it."
    case .gone: "The message has been deleted."
    case .forbidden, .notFound, .conflict, .tooLarge, .invalid:
      refusal.detail.isEmpty
        ? general(refusal.code) : Phrase(known: refusal.detail, otherwise: general(refusal.code))
    }
  }

  /// What a refusal comes to, by its code alone: the server's own sentence says more, but only in
  /// English.
  private static func general(_ code: ErrorCode) -> Phrase {
    switch code {
    case .forbidden: "You may not do that here."
    case .notFound: "It does not exist, or you may not see it."
    case .conflict: "That does not go together with what is there already."
    case .tooLarge: "That is too much or too long."
    default: "That is not possible."
    }
  }

  /// Longer waits are told in minutes, and these in hours.
  private static let longestSeconds = 90
  private static let longestMinutes = 90

  private static func waiting(seconds: Int?) -> Phrase {
    guard let seconds, seconds > 0 else { return "Try again in a moment." }
    if seconds == 1 { return "Try again in 1 second." }
    if seconds <= longestSeconds { return "Try again in \(seconds) seconds." }
    let minutes = (seconds + 59) / 60
    if minutes <= longestMinutes { return "Try again in \(minutes) minutes." }
    return "Try again in \((minutes + 59) / 60) hours."
  }
}
