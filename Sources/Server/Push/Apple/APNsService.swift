import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import ServerCore

/// Sends to Apple's devices by the Apple Push Notification service.
package final class APNsService: Sendable {
  let connections: PushConnections
  private let settings: APNsSettings
  private let token: APNsProviderToken
  private let clock: any WallClock

  package init(
    _ settings: APNsSettings, clock: any WallClock = SystemClock(), limits: PushTimeLimits = PushTimeLimits()
  ) {
    self.settings = settings
    self.clock = clock
    token = APNsProviderToken(settings, clock: clock)
    connections = PushConnections(limits, trustRoots: settings.trustRoots)
  }

  static func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice {
    let token = subscription.address.lowercased()
    guard isToken(token) else { throw Refusal(.invalid, "The device's token is not one of Apple's.") }
    return PushDevice(service: .apns, address: token, environment: subscription.environment ?? .production)
  }

  private static func isToken(_ text: String) -> Bool {
    (64...200).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  func send(_ push: Push, to device: PushDevice) async -> PushReply {
    // It becomes part of an address.
    guard Self.isToken(device.address) else { return .rejected("The device's token is not one of Apple's.") }
    let origin = device.environment == .production ? settings.production : settings.development
    do {
      let token = try token.current()
      var answer = try await post(push, device, origin, token)
      if answer.status == 403, Self.tokenRefusals.contains(Self.reason(answer)),
        let renewed = try self.token.replacing(token)
      {
        answer = try await post(push, device, origin, renewed)
      }
      return reply(answer, from: origin.host)
    } catch let failure as PushFailure {
      return .failed(failure.description)
    } catch {
      return .failed("The notification could not be signed for Apple.")
    }
  }

  private func post(
    _ push: Push, _ device: PushDevice, _ origin: PushOrigin, _ token: String
  ) async throws -> PushAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let names = PushNames(push)
    var request = HTTPClientRequest(url: "\(origin)/3/device/\(device.address)")
    request.headers.add(name: "authorization", value: "bearer \(token)")
    request.headers.add(name: "apns-topic", value: settings.topic)
    request.headers.add(name: "apns-push-type", value: "alert")
    // Also when it is not urgent: with 5, Apple may keep a message back to save the battery. What
    // is urgent says so by its interruption level.
    request.headers.add(name: "apns-priority", value: "10")
    request.headers.add(name: "apns-expiration", value: String(max(push.expiresAt.milliseconds / 1_000, 0)))
    // A push that is sent again replaces the one before.
    request.headers.add(name: "apns-id", value: names.apnsID)
    request.headers.add(name: "apns-collapse-id", value: names.apnsCollapseID)
    request.body = .bytes(ByteBuffer(bytes: try encoder.encode(APNsContent(push: push))))
    return try await connections.post(request, to: origin.host)
  }

  /// Reasons for which Apple wants another provider token.
  private static let tokenRefusals: Set<String?> = ["ExpiredProviderToken", "InvalidProviderToken"]
  /// Reasons that are about the device's token, not about the push.
  private static let goneReasons: Set<String?> = ["BadDeviceToken", "DeviceTokenNotForTopic"]

  private func reply(_ answer: PushAnswer, from host: String) -> PushReply {
    // Something else than Apple has answered, such as a proxy.
    guard answer.isHTTP2 else { return .failed("\(host) does not answer by HTTP/2.") }
    let reason = Self.reason(answer)
    let text = "\(host) answers \(answer.status)\(reason.map { " \($0)" } ?? "")."
    switch answer.status {
    case 200: return .accepted
    case 410: return .gone(text)
    case 400 where Self.goneReasons.contains(reason): return .gone(text)
    case _ where answer.isTemporary: return .failed(text, retryAfter: answer.retryAfter(clock.now))
    default: return .rejected(text)
    }
  }

  private struct Problem: Decodable {
    let reason: String
  }

  private static func reason(_ answer: PushAnswer) -> String? {
    PushAnswer.word(answer.decoded(Problem.self)?.reason)
  }
}
