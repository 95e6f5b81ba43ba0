import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import ServerCore

/// Sends to browsers: Web Push (RFC 8030), with the content encrypted and the server named.
package final class WebPushService: Sendable {
  let addresses: WebPushAddresses
  let connections: PushConnections
  private let tokens: VAPIDTokens
  private let clock: any WallClock

  package init(
    _ settings: WebPushSettings, clock: any WallClock = SystemClock(), limits: PushTimeLimits = PushTimeLimits()
  ) {
    addresses = settings.addresses
    connections = PushConnections(limits)
    tokens = VAPIDTokens(settings, clock: clock)
    self.clock = clock
  }

  func publicKey() async throws(Refusal) -> String { try await tokens.publicKey() }

  func send(_ push: Push, to device: PushDevice) async -> PushReply {
    // Once more: the device may have been kept when other origins were allowed.
    guard let origin = addresses.origin(of: device.address) else {
      return .rejected("The device's address is not that of a push service.")
    }
    let body: [UInt8]
    do {
      body = try WebPushEncryption().body(
        Self.content(of: push), publicKey: device.publicKey, secret: device.secret)
    } catch {
      return .rejected("The notification could not be encrypted with the device's keys.")
    }
    do {
      var request = HTTPClientRequest(url: device.address)
      request.headers.add(name: "authorization", value: try await tokens.authorization(for: origin))
      request.headers.add(name: "content-encoding", value: "aes128gcm")
      request.headers.add(name: "content-type", value: "application/octet-stream")
      request.headers.add(name: "ttl", value: String(push.secondsToLive(clock.now)))
      request.headers.add(name: "urgency", value: push.isUrgent ? "high" : "normal")
      // A push that is sent again replaces the one before, where that was not delivered yet.
      request.headers.add(name: "topic", value: PushNames(push).webTopic)
      request.body = .bytes(ByteBuffer(bytes: body))
      return reply(try await connections.post(request, to: origin.host), from: origin.host)
    } catch let failure as PushFailure {
      return .failed(failure.description)
    } catch let refusal as Refusal {
      return .failed(refusal.detail)
    } catch {
      return .failed("The notification could not be sent to \(origin.host).")
    }
  }

  private func reply(_ answer: PushAnswer, from host: String) -> PushReply {
    let text = "\(host) answers \(answer.status)."
    switch answer.status {
    case 200..<300: return .accepted
    case 404, 410: return .gone(text)
    // 406 is how Microsoft's service says that too much was sent.
    case 406: return .failed(text, retryAfter: answer.retryAfter(clock.now))
    case _ where answer.isTemporary: return .failed(text, retryAfter: answer.retryAfter(clock.now))
    default: return .rejected(text)
    }
  }

  private static func content(of push: Push) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(WebPushContent(push: push)))
  }
}

/// What the service worker of the browser reads. `ticket` lets it fetch this one message or
/// reminder without a session.
private struct WebPushContent: Encodable {
  let push: Push

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PushKey.self)
    try container.encode(push.id, forKey: "ticket")
    try push.subject.encode(to: &container)
    try container.encode(push.badge, forKey: "badge")
    if push.isUrgent { try container.encode(true, forKey: "urgent") }
  }
}
