import Domain
import ServerCore
import Synchronization

/// Services that answer as a test says, and remember what they were given.
package final class RecordingPushGateway: PushGateway {
  package struct Sent: Sendable {
    package let push: Push
    package let device: PushDevice
  }

  /// A closure of its own type: see `CommitObserver`.
  private struct Answer: Sendable {
    let reply: @Sendable (PushDevice) async -> PushReply
  }

  private let sent = Mutex<[Sent]>([])
  private let answer = Mutex(Answer { _ in .accepted })

  package init() {}

  package let services: Set<PushService> = [.web, .apns]
  package func webKey() async throws(Refusal) -> String? { "BKey" }

  package func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice {
    PushDevice(
      service: subscription.service, address: subscription.address, environment: subscription.environment ?? .production
    )
  }

  package func send(_ push: Push, to device: PushDevice) async -> PushReply {
    sent.withLock { $0.append(Sent(push: push, device: device)) }
    return await answer.withLock { $0 }.reply(device)
  }

  /// What has come to devices with this address, or to all.
  package func pushes(to address: String? = nil) -> [Push] {
    sent.withLock { $0.filter { $0.device.address == address ?? $0.device.address }.map(\.push) }
  }

  /// From now on.
  package func reply(_ reply: @escaping @Sendable (PushDevice) async -> PushReply) {
    answer.withLock { $0 = Answer(reply: reply) }
  }
}

extension Push {
  /// What it is about, when that is a message.
  package var message: NotificationReference? { if case .message(let reference) = subject { reference } else { nil } }

  /// What it is about, when that is a reminder.
  package var reminder: ReminderID? { if case .reminder(let id) = subject { id } else { nil } }
}

extension TestUser {
  /// Has notifications of this session sent to an address.
  package func subscribe(_ address: String, _ service: PushService = .web) async throws {
    try await tell("PUT", "/v1/push", PushSubscription(service: service, address: address))
  }
}
