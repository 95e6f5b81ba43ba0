/// Why something was refused: the same words on the socket, over REST and in the SDK.
public enum ErrorCode: String, Sendable, Codable, CaseIterable {
  case malformed
  case unknownFrame = "unknown_frame"
  case unsupportedVersion = "unsupported_version"
  case unauthenticated
  case invalidCredentials = "invalid_credentials"
  case sessionRevoked = "session_revoked"
  case forbidden
  case notFound = "not_found"
  case methodNotAllowed = "method_not_allowed"
  case conflict
  case gone
  case tooLarge = "too_large"
  case invalid
  case rateLimited = "rate_limited"
  case `internal`
  case overloaded

  /// Whether the very same request can succeed later.
  public var isRetryable: Bool {
    switch self {
    case .rateLimited, .internal, .overloaded: true
    default: false
    }
  }

  public var httpStatus: Int {
    switch self {
    case .malformed, .unknownFrame: 400
    case .unauthenticated, .invalidCredentials, .sessionRevoked: 401
    case .forbidden: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .conflict: 409
    case .gone: 410
    case .tooLarge: 413
    case .invalid: 422
    case .unsupportedVersion: 426
    case .rateLimited: 429
    case .internal: 500
    case .overloaded: 503
    }
  }
}
