// Made from wire/notifications.json: change that and run `make wire`.

/// Where the notifications of a session go.
public struct PushSubscription: Hashable, Sendable {
  public let service: PushService
  /// The `endpoint` of a browser's subscription, or the token that the system gave the app.
  public let address: String
  /// For `web`: `p256dh` of the subscription.
  public let publicKey: String?
  /// For `web`: `auth` of the subscription.
  public let secret: String?
  /// For `apns`; `production` when absent.
  public let environment: PushEnvironment?
  public static let mostAddress = 2048
  public static let mostPublicKey = 200
  public static let mostSecret = 100

  public init(
    service: PushService, address: String, publicKey: String? = nil, secret: String? = nil,
    environment: PushEnvironment? = nil
  ) {
    self.service = service
    self.address = address
    self.publicKey = publicKey
    self.secret = secret
    self.environment = environment
  }
}
