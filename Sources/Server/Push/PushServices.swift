import Domain
import ServerCore

/// Sends notifications by those services that the server has keys for.
package final class PushServices: PushGateway {
  private let web: WebPushService?
  private let apns: APNsService?
  private let fcm: FCMService?

  package init(web: WebPushService? = nil, apns: APNsService? = nil, fcm: FCMService? = nil) {
    self.web = web
    self.apns = apns
    self.fcm = fcm
  }

  package var services: Set<PushService> {
    var services: Set<PushService> = []
    if web != nil { services.insert(.web) }
    if apns != nil { services.insert(.apns) }
    if fcm != nil { services.insert(.fcm) }
    return services
  }

  package func webKey() async throws(Refusal) -> String? {
    guard let web else { return nil }
    return try await web.publicKey()
  }

  /// Also checks devices of services that the server has no keys for: those may come.
  package func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice {
    switch subscription.service {
    case .web: try (web?.addresses ?? WebPushAddresses()).device(subscription)
    case .apns: try APNsService.device(subscription)
    case .fcm: try FCMService.device(subscription)
    }
  }

  package func send(_ push: Push, to device: PushDevice) async -> PushReply {
    switch device.service {
    case .web: await web?.send(push, to: device) ?? .notConfigured
    case .apns: await apns?.send(push, to: device) ?? .notConfigured
    case .fcm: await fcm?.send(push, to: device) ?? .notConfigured
    }
  }

  /// Closes all connections. Must be called once before the services are let go of.
  package func shutdown() async throws {
    var failure: (any Error)?
    for connections in [web?.connections, apns?.connections, fcm?.connections] {
      do {
        try await connections?.shutdown()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
