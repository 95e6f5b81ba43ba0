/// What is remembered of a provider between requests: how well it does, and what it turned out not
/// to understand.
actor ProviderHealth {
  private var circuits: CircuitBreakers
  private(set) var abilities: ModelAbilities

  init(breaker: CircuitBreaker, abilities: ModelAbilities) {
    circuits = CircuitBreakers(breaker)
    self.abilities = abilities
  }

  /// Throws `circuitOpen` when the provider is not to be asked now, or not for this person.
  /// Otherwise one `record` must follow.
  func begin(for asker: String?, now: Double) throws(ModelFailure) {
    if let wait = circuits.refusal(for: asker, now: now) {
      throw ModelFailure(.circuitOpen, detail: "the model failed too often", retryAfter: wait)
    }
  }

  func record(_ failure: ModelFailure?, for asker: String?, now: Double) {
    circuits.record(Self.outcome(failure), cause: Self.cause(failure), for: asker, now: now)
  }

  /// Asks for less from now on. Whether there was less to ask for.
  func lower(_ wish: ModelAbilities.Wish) -> Bool {
    abilities.lower(wish)
  }

  /// What a long or odd request can bring about is not taken for the provider's own trouble.
  private static func cause(_ failure: ModelFailure?) -> CircuitBreakers.Cause {
    failure?.kind == .unreachable ? .provider : .request
  }

  private static func outcome(_ failure: ModelFailure?) -> CircuitBreaker.Outcome {
    guard let failure else { return .success }
    switch failure.kind {
    case .overloaded, .unreachable, .timedOut, .interrupted: return .failure
    case .cancelled, .circuitOpen: return .abandoned
    case .unauthorized, .rateLimited, .invalidRequest, .tooLong, .refused, .invalidAnswer: return .success
    }
  }
}
