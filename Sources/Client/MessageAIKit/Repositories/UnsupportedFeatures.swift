import Domain

/// Version 1 of the protocol has no notifications, and no way to ask: the answer is that the server
/// offers nothing beyond messages.
struct UnsupportedFeatures: ServerFeaturesRepository, PushRepository {
  func features() async throws -> ServerFeatures { .messagesOnly }
  func register(_ token: PushToken) async throws { throw ServerFeatures.noNotifications }
  func markDelivered(_ notification: NotificationReference) async throws { throw ServerFeatures.noNotifications }
}
