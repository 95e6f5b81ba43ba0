import ClientStore
import Domain

/// Carries requests of the outbox to the server. Each comes back to the engine once, as
/// `EngineEvent.request`.
package protocol Requester: AnyObject {
  func transmit(_ request: DeferredRequest)
}

/// What has become of a request.
package enum RequestOutcome: Sendable {
  case answered(RequestAnswer)
  case refused(Refusal)
  /// Nobody knows whether the server has had it.
  case lost
}
