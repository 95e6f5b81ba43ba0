import ClientStore
import ClientSync
import Domain

/// Tells the state machine what happens to requests, and carries out what it decides. Used like the
/// engine that owns it.
final class RequestRunner {
  private let store: ClientStore
  private let requester: (any Requester)?
  private let timers: any TimerSource
  private var machine: RequestMachine
  /// What waits, by id.
  private var requests: [DeferredRequest.ID: DeferredRequest] = [:]

  /// Without a requester there is nobody to carry requests: they wait.
  init(store: ClientStore, requester: (any Requester)?, timers: any TimerSource, seed: UInt64) {
    self.store = store
    self.requester = requester
    self.timers = timers
    machine = RequestMachine(seed: seed)
  }

  /// The store's requests have changed.
  func load() throws {
    guard requester != nil else { return }
    let waiting = try store.requests().filter { $0.failure == nil }
    requests = Dictionary(waiting.map { ($0.id, $0) }) { first, _ in first }
    _ = try run(machine.handle(.loaded(waiting.map { .init(id: $0.id, subject: $0.request.subject) })), nil)
  }

  func handle(_ event: RequestMachine.Event) throws {
    guard requester != nil else { return }
    _ = try run(machine.handle(event), nil)
  }

  /// Answers whether the outbox of messages may have changed by it.
  func finished(_ request: DeferredRequest.ID, _ outcome: RequestOutcome) throws -> Bool {
    switch outcome {
    case .answered(let answer): try run(machine.handle(.answered(request)), answer)
    case .refused(let refusal): try run(machine.handle(.refused(request, refusal)), nil)
    case .lost: try run(machine.handle(.lost(request)), nil)
    }
  }

  private func run(_ actions: [RequestMachine.Action], _ answer: RequestAnswer?) throws -> Bool {
    var hasChanged = false
    for action in actions {
      switch action {
      case .transmit(let request):
        if let request = requests[request] { requester?.transmit(request) }
      case .settle(let request):
        try store.settle(request, with: answer ?? .done)
        hasChanged = true
      case .fail(let request, let refusal): try store.fail(request, refusal)
      case .startRetryTimer(let subject, let seconds): timers.start(.retryRequest(subject), seconds: seconds)
      case .cancelRetryTimer(let subject): timers.cancel(.retryRequest(subject))
      case .reload: try load()
      }
    }
    return hasChanged
  }
}
