/// A typed refusal. `detail` is a sentence for the person in front of the client and never holds
/// message text or secrets.
public struct Refusal: Error, Hashable, Sendable {
  public let code: ErrorCode
  public let detail: String
  /// Seconds to wait before a retry, where known.
  public let retryAfter: Int?

  public init(_ code: ErrorCode, _ detail: String, retryAfter: Int? = nil) {
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// Absent and forbidden answer alike.
  public static let notFound = Refusal(.notFound, "It does not exist, or you may not see it.")
}
