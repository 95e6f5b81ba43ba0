import Domain

/// Hands notifications to the services that carry them to devices.
package protocol PushGateway: Sendable {
  /// Those that can be used now.
  var services: Set<PushService> { get }
  /// What browsers subscribe with: an uncompressed point of P-256 in base64url without padding;
  /// `nil` where `web` cannot be used.
  func webKey() async throws(Refusal) -> String?
  /// The device as it is kept. Throws `invalid` for one that nothing may be sent to: an address
  /// that is no push service's, keys that are none.
  func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice
  /// Asks the device's service once. Takes no longer than its own time limits.
  func send(_ push: Push, to device: PushDevice) async -> PushReply
}

/// A device as far as a service needs to know it.
package struct PushDevice: Hashable, Sendable {
  package let service: PushService
  /// The endpoint of a browser's subscription, or the device's token. A secret: never logged.
  package let address: String
  /// Of a browser: 65 bytes, an uncompressed point of P-256.
  package let publicKey: [UInt8]
  /// Of a browser: 16 bytes.
  package let secret: [UInt8]
  /// Apple's only.
  package let environment: PushEnvironment

  package init(
    service: PushService, address: String, publicKey: [UInt8] = [], secret: [UInt8] = [],
    environment: PushEnvironment = .production
  ) {
    self.service = service
    self.address = address
    self.publicKey = publicKey
    self.secret = secret
    self.environment = environment
  }
}

/// A notification as a service is given it. It has ids only: the text comes from the team's own
/// server.
package struct Push: Hashable, Sendable {
  /// The same each time that it is sent.
  package let id: PushAttemptID
  package let subject: PushSubject
  /// Messages that are unread, but for muted conversations.
  package let badge: Int64
  /// May disturb in hours of focus.
  package let isUrgent: Bool
  package let createdAt: Timestamp
  /// Of no use from then on.
  package let expiresAt: Timestamp

  package init(
    id: PushAttemptID, subject: PushSubject, badge: Int64, isUrgent: Bool, createdAt: Timestamp,
    expiresAt: Timestamp
  ) {
    self.id = id
    self.subject = subject
    self.badge = badge
    self.isUrgent = isUrgent
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// What a service answered. The texts are for the operator: no token, no address.
package enum PushReply: Hashable, Sendable {
  /// The service has it.
  case accepted
  /// The service does not know the device any more.
  case gone(String)
  /// To send it again would not help.
  case rejected(String)
  /// To send it again may help; not before `retryAfter` seconds have passed, where the service says
  /// so.
  case failed(String, retryAfter: Int64? = nil)
  /// The server has no keys for the service.
  case notConfigured
}

/// A server that reaches no device.
package struct NoPushGateway: PushGateway {
  package init() {}

  package var services: Set<PushService> { [] }
  package func webKey() async throws(Refusal) -> String? { nil }
  package func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice {
    throw Refusal(.invalid, "This server sends no notifications.")
  }
  package func send(_ push: Push, to device: PushDevice) async -> PushReply { .notConfigured }
}
