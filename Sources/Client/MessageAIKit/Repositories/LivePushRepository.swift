import Domain
import WireProtocol

/// Notifications over REST.
struct LivePushRepository: ServerFeaturesRepository, PushRepository {
  /// Asks the server as the signed-in user.
  let call: @Sendable (HTTPVerb, String, [UInt8]?) async throws -> [UInt8]

  func features() async throws -> ServerFeatures {
    do {
      let offer = try PushOffer(json: try await call(.get, "/v1/push", nil))
      return ServerFeatures(notifications: offer.services.contains(PushService.apns.rawValue))
    } catch let refusal as Refusal where refusal.code == .notFound {
      // A server of before notifications.
      return .messagesOnly
    }
  }

  func register(_ token: PushToken) async throws {
    let subscription = PushSubscription(service: .apns, address: token.value, environment: token.environment)
    _ = try await call(.put, "/v1/push", subscription.json())
  }

  func markDelivered(_ notification: NotificationReference) async throws {
    let path = "/v1/conversations/\(notification.conversation)/delivered"
    _ = try await call(.put, path, DeliveredRequest(seq: notification.seq).json())
  }
}
