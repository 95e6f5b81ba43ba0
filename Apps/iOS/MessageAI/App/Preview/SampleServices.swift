#if DEBUG
  import Domain
  import Foundation
  import MessageAIKit
  import ViewModels

  /// Stands at the time of the samples.
  struct SampleClock: WallClock {
    var now: Timestamp { PreviewSamples.now }
  }

  /// Keeps nothing.
  struct SampleVault: SessionVault {
    func load() throws -> StoredSession? { nil }
    func save(_ session: StoredSession?) throws {}
  }

  struct SamplePermissions: NotificationPermissions {
    func current() async -> NotificationPermission { .notAsked }
    func ask() async throws -> NotificationPermission { .allowed }
  }

  struct SampleNotifications: NotificationCentre {
    func setBadge(_ count: Int) async {}
    func forget() {}
    func links() -> AsyncStream<MessageLink> { AsyncStream { _ in } }
    func reminders() -> AsyncStream<ReminderID> { AsyncStream { _ in } }
  }

  @MainActor
  final class SampleBackground: BackgroundRefreshing {
    func register(_ refresh: @escaping @Sendable () async -> Void) {}
    func schedule() {}
    func finish(_ work: @escaping @Sendable () async -> Void) {}
  }

  struct SampleImages: ImagePreparer {
    func prepare(_ original: Data) async throws -> PreparedImage {
      PreparedImage(data: original, format: .jpeg, width: 100, height: 100)
    }

    func prepare(_ original: Data, crop: SquareCrop, side: Int) async throws -> PreparedImage {
      PreparedImage(data: original, format: .jpeg, width: side, height: side)
    }
  }

  struct SampleNetwork: NetworkMonitoring {
    func changes() -> AsyncStream<Bool> { sampleStream(true) }
  }

  @MainActor
  final class SampleClipboard: Clipboard {
    private(set) var text = ""
    var copied: [ClipboardItem] = []

    func copy(_ text: String) {
      self.text = text
    }

    func items() -> [ClipboardItem] { copied }
  }
#endif
