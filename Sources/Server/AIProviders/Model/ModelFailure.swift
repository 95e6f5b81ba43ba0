/// Why a model gave no usable answer. Holds neither key nor prompt nor answer: it may be logged and
/// shown.
package struct ModelFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The key is missing, wrong or has no right to the model.
    case unauthorized
    /// The provider wants fewer requests.
    case rateLimited
    /// The provider, or our own queue for it, is full or faulty.
    case overloaded
    /// No connection, or an address that is no model's.
    case unreachable
    /// The deadline passed, or nothing came for too long.
    case timedOut
    /// The connection broke in mid-answer.
    case interrupted
    /// The provider does not accept the request: unknown model, bad schema.
    case invalidRequest
    /// The material is longer than the model can read.
    case tooLong
    /// The model will not answer this.
    case refused
    /// The answer is not what was asked for, even after a repair.
    case invalidAnswer
    /// Too many failures lately: not asked at all.
    case circuitOpen
    /// The caller gave up.
    case cancelled
  }

  /// The `detail` of a connection that was given up because of its certificate.
  static let noTrust = "no trusted certificate"

  package let kind: Kind
  /// A few words that tell one cause from another: our own, a status, or the provider's error code.
  package let detail: String
  /// Seconds to wait before another try, when someone said so.
  package let retryAfter: Double?

  package init(_ kind: Kind, detail: String = "", retryAfter: Double? = nil) {
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// Whether the same request may succeed later.
  package var isRetryable: Bool {
    switch kind {
    case .rateLimited, .overloaded, .unreachable, .timedOut, .interrupted, .circuitOpen: true
    case .unauthorized, .invalidRequest, .tooLong, .refused, .invalidAnswer, .cancelled: false
    }
  }

  /// Whether the provider said that there is nothing of the request's model, or of its address.
  package var isNotFound: Bool { kind == .invalidRequest && detail.hasPrefix("HTTP 404") }
  /// Whether it answered with another address, which is not followed.
  package var isRedirect: Bool { kind == .unreachable && detail.hasPrefix("HTTP 3") }
  /// Whether it was not asked because of its certificate.
  package var isUntrusted: Bool { detail == Self.noTrust }

  package var description: String {
    detail.isEmpty ? kind.rawValue : "\(kind.rawValue): \(detail)"
  }
}
