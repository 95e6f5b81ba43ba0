import Domain
import Observation

/// What waits for the server besides messages, and what it has refused.
@MainActor @Observable
public final class RequestsViewModel: ActionModel {
  /// In the order in which it was asked.
  public private(set) var requests: [DeferredRequest] = []
  public let action = ActionState()
  @ObservationIgnored private let offline: OfflineContext

  public init(_ offline: OfflineContext) {
    self.offline = offline
  }

  /// Follows the device's outbox until the task is cancelled.
  public func run() async {
    for await found in offline.repository.observeRequests() { requests = found }
  }

  public var waiting: [DeferredRequest] { requests.filter { $0.failure == nil } }
  public var refused: [DeferredRequest] { requests.filter { $0.failure != nil } }

  /// Why the server has refused it.
  public func reason(_ request: DeferredRequest) -> Phrase? {
    request.failure.map { Problem($0).sentence }
  }

  public func retry(_ request: DeferredRequest) async {
    await perform { try await offline.repository.retry(request.id) }
  }

  /// Takes it back, whether it waits or was refused.
  public func discard(_ request: DeferredRequest) async {
    await perform { try await offline.repository.discard(request.id) }
  }
}
