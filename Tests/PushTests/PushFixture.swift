import Domain
import Foundation
import Push
import ServerCore
import TestSupport
import Testing

/// What the tests of all services send.
enum PushFixture {
  static let conversation = "01927c4e-1111-7000-8000-000000000001"
  static let message = "01927c4e-2222-7000-8000-000000000002"

  /// A push of a minute ago, which is of use for another hour.
  static func push(
    _ number: UInt64 = 1, badge: Int64 = 3, seq: Int64 = 42, isUrgent: Bool = false, at now: Timestamp
  ) throws -> Push {
    Push(
      id: PushAttemptID(high: 0x0192_7C4E_3333_7000, low: 0x8000 << 48 | number),
      subject: .message(
        NotificationReference(
          conversation: try require(ConversationID(conversation)), message: try require(MessageID(message)), seq: seq)),
      badge: badge, isUrgent: isUrgent, createdAt: now.adding(seconds: -60), expiresAt: now.adding(seconds: 3_600))
  }

  /// Runs `body`, and shuts the services down.
  static func using<Value>(
    _ services: PushServices, _ body: (PushServices) async throws -> Value
  ) async throws -> Value {
    let value: Value
    do {
      value = try await body(services)
    } catch {
      try await services.shutdown()
      throw error
    }
    try await services.shutdown()
    return value
  }

  /// A moment at which a clock can stand while the receiver's own runs on.
  static var now: Timestamp { Timestamp(Date()) }

  static func limits(answering: Duration) -> PushTimeLimits {
    var limits = PushTimeLimits()
    limits.answering = answering
    return limits
  }

  /// Which values are the same: 0 for each that is like the first, 1 for the next other one, and so
  /// on.
  static func pattern<Value: Hashable>(_ values: [Value]) -> [Int] {
    var numbers: [Value: Int] = [:]
    return values.map { value in
      let number = numbers[value] ?? numbers.count
      numbers[value] = number
      return number
    }
  }

  /// Long enough for each answer that comes.
  static let patientLimits = limits(answering: patience)
}

extension PushReply {
  /// Which of the replies it is, without its text.
  var kind: String {
    switch self {
    case .accepted: "accepted"
    case .gone: "gone"
    case .rejected: "rejected"
    case .failed: "failed"
    case .notConfigured: "notConfigured"
    }
  }

  var text: String {
    switch self {
    case .gone(let text), .rejected(let text), .failed(let text, _): text
    case .accepted, .notConfigured: ""
    }
  }

  var retryAfter: Int64? {
    if case .failed(_, let seconds) = self { seconds } else { nil }
  }
}
