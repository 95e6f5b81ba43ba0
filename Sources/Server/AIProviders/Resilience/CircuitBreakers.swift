/// The circuits of one provider: one for all, and one for each person whose requests fail. Pure:
/// callers give the time.
///
/// A provider that nobody can reach is unwell for all. A request that fails in any other way may be
/// the doing of whoever made it: it counts against that person, and against the provider only when
/// somebody else's has failed too since it last answered anybody. So nobody can close it for
/// others.
package struct CircuitBreakers: Hashable, Sendable {
  /// Whose doing a failure may be.
  package enum Cause: Hashable, Sendable {
    case provider
    case request
  }

  /// People whose circuits are remembered.
  private static let maximumPeople = 1_000

  private let template: CircuitBreaker
  package private(set) var shared: CircuitBreaker
  private var personal: [String: CircuitBreaker] = [:]
  /// Whose requests have failed since the provider last answered anybody.
  private var failing = Set<String>()

  package init(_ template: CircuitBreaker) {
    self.template = template
    shared = template
  }

  /// Whether a request for `asker` may go out now: `nil`, or the seconds until it makes sense to
  /// ask again. Each request that may must be followed by one `record`. Requests for nobody know
  /// the shared circuit only.
  package mutating func refusal(for asker: String?, now: Double) -> Double? {
    if let asker, var own = personal[asker] {
      let wait = own.refusal(now: now)
      personal[asker] = own
      if let wait { return wait }
    }
    guard let wait = shared.refusal(now: now) else { return nil }
    if let asker { personal[asker]?.record(.abandoned, now: now) }
    return wait
  }

  package mutating func record(
    _ outcome: CircuitBreaker.Outcome, cause: Cause, for asker: String?, now: Double
  ) {
    guard let asker else { return recordForAll(outcome, now: now) }
    switch outcome {
    case .success:
      personal[asker] = nil
      recordForAll(.success, now: now)
    case .abandoned:
      personal[asker]?.record(.abandoned, now: now)
      recordForAll(.abandoned, now: now)
    case .failure:
      guard cause == .request else {
        personal[asker]?.record(.abandoned, now: now)
        return recordForAll(.failure, now: now)
      }
      let hasFailedBefore = failing.contains(asker)
      let isFailingForOthers = failing.count > (hasFailedBefore ? 1 : 0)
      fail(asker, now: now)
      // A probe by somebody whose own requests fail says nothing of the provider: the next caller
      // probes.
      let isTelling = shared.state == .halfOpen ? !hasFailedBefore : isFailingForOthers
      recordForAll(isTelling ? .failure : .abandoned, now: now)
    }
  }

  private mutating func recordForAll(_ outcome: CircuitBreaker.Outcome, now: Double) {
    if outcome == .success { failing = [] }
    shared.record(outcome, now: now)
  }

  private mutating func fail(_ asker: String, now: Double) {
    if personal.count >= Self.maximumPeople, personal[asker] == nil {
      (personal, failing) = ([:], [])
    }
    var own = personal[asker] ?? template
    own.record(.failure, now: now)
    personal[asker] = own
    failing.insert(asker)
  }
}
