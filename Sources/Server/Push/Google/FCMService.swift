import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import ServerCore

/// Sends to Android's devices by Firebase Cloud Messaging, version 1.
package final class FCMService: Sendable {
  let connections: PushConnections
  private let settings: FCMSettings
  private let tokens: FCMAccessTokens
  private let clock: any WallClock

  package init(
    _ settings: FCMSettings, clock: any WallClock = SystemClock(), limits: PushTimeLimits = PushTimeLimits()
  ) {
    self.settings = settings
    self.clock = clock
    connections = PushConnections(limits)
    tokens = FCMAccessTokens(settings, connections, clock: clock)
  }

  static func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice {
    guard PushText.isPlain(subscription.address, 20...PushSubscription.mostAddress, others: "-_:") else {
      throw Refusal(.invalid, "The device's token is not one of Google's.")
    }
    return PushDevice(service: .fcm, address: subscription.address)
  }

  func send(_ push: Push, to device: PushDevice) async -> PushReply {
    do {
      let token = try await tokens.token()
      var answer = try await post(push, device, token)
      if answer.status == 401 {
        answer = try await post(push, device, try await tokens.token(replacing: token))
      }
      return reply(answer)
    } catch let missing as FCMAccessTokens.Missing {
      return missing.reply
    } catch let failure as PushFailure {
      return .failed(failure.description)
    } catch {
      return .failed("The notification could not be written for Google.")
    }
  }

  private func post(_ push: Push, _ device: PushDevice, _ token: String) async throws -> PushAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var request = HTTPClientRequest(url: "\(settings.origin)/v1/projects/\(settings.project)/messages:send")
    request.headers.add(name: "authorization", value: "Bearer \(token)")
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(
      ByteBuffer(bytes: try encoder.encode(FCMRequest(push, token: device.address, now: clock.now))))
    return try await connections.post(request, to: settings.origin.host)
  }

  private func reply(_ answer: PushAnswer) -> PushReply {
    let problem = answer.decoded(Problem.self)?.error
    let words = [problem?.details?.compactMap(\.errorCode).first, problem?.status].compactMap { PushAnswer.word($0) }
    let text = "\(settings.origin.host) answers \(answer.status)\(words.first.map { " \($0)" } ?? "")."
    switch answer.status {
    case 200: return .accepted
    // A project that is not there is 404 too.
    case 404 where words.contains("UNREGISTERED"): return .gone(text)
    case _ where answer.isTemporary: return .failed(text, retryAfter: answer.retryAfter(clock.now))
    default: return .rejected(text)
    }
  }

  private struct Problem: Decodable {
    struct Status: Decodable {
      let status: String?
      let details: [Detail]?
    }
    struct Detail: Decodable {
      let errorCode: String?
    }

    let error: Status
  }
}

/// A message of data alone: the app gets it also in the background, and shows the notification
/// itself.
///
/// It has no `collapse_key`. For a device that is not connected, Google keeps the messages of four
/// keys and loses the others; without a key it keeps a hundred. A push that is sent again has the
/// same ids, by which the app shows it once.
private struct FCMRequest: Encodable {
  struct Message: Encodable {
    let token: String
    let data: [String: String]
    let android: Android
  }
  struct Android: Encodable {
    let priority = "HIGH"
    let ttl: String
  }

  let message: Message

  init(_ push: Push, token: String, now: Timestamp) {
    var data = ["badge": String(push.badge)]
    switch push.subject {
    case .message(let reference):
      data[NotificationReference.conversationKey] = reference.conversation.description
      data[NotificationReference.messageKey] = reference.message.description
      data[NotificationReference.seqKey] = String(reference.seq)
    case .reminder(let id): data[ReminderNotification.key] = id.description
    }
    if push.isUrgent { data["urgent"] = "true" }
    message = Message(token: token, data: data, android: Android(ttl: "\(push.secondsToLive(now))s"))
  }
}
