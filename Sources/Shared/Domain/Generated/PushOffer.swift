// Made from wire/notifications.json: change that and run `make wire`.

/// How the server reaches devices that are not connected.
public struct PushOffer: Hashable, Sendable {
  /// Those that the server can use now: `web`, `apns`, `fcm`.
  public var services: [String]
  /// Key of the server for `web`: an uncompressed point of P-256 in base64url.
  public var webKey: String?
  /// By which this session gets notifications.
  public var registered: PushService?

  public init(services: [String], webKey: String? = nil, registered: PushService? = nil) {
    self.services = services
    self.webKey = webKey
    self.registered = registered
  }
}
