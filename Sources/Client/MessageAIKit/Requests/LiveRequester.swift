import ClientStore
import Domain

/// Carries the outbox's requests over REST and tells the engine what has become of each.
final class LiveRequester: Requester {
  private struct Listener: Sendable {
    let hear: @Sendable (EngineEvent) -> Void
  }

  private let requests: RequestCalls
  private let listener: Listener

  init(_ calls: SignedInCalls, _ listener: @escaping @Sendable (EngineEvent) -> Void) {
    requests = RequestCalls(calls: calls)
    self.listener = Listener(hear: listener)
  }

  func transmit(_ request: DeferredRequest) {
    Task { [requests, listener] in
      let outcome: RequestOutcome
      do {
        outcome = .answered(try await requests.perform(request.request))
      } catch let refusal as Refusal where !refusal.code.endsSession {
        outcome = .refused(refusal)
      } catch ClientError.signedOut {
        await requests.calls.keeper.ifSignedOut { listener.hear(.signedOut) }
        outcome = .lost
      } catch {
        outcome = .lost
      }
      listener.hear(.request(request.id, outcome))
    }
  }
}

extension ErrorCode {
  /// Says something of the session and nothing of the request.
  fileprivate var endsSession: Bool { self == .unauthenticated || self == .sessionRevoked }
}
