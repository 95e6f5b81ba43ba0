/// What is remembered of a provider between requests: how well it does, and what it turned out not to understand.
actor ProviderHealth {
  private var breaker: CircuitBreaker
  private(set) var abilities: ModelAbilities

  init(breaker: CircuitBreaker, abilities: ModelAbilities) {
    self.breaker = breaker
    self.abilities = abilities
  }

  /// Throws `circuitOpen` when the provider is not to be asked now. Otherwise one `record` must follow.
  func begin(now: Double) throws(ModelFailure) {
    if let wait = breaker.refusal(now: now) {
      throw ModelFailure(.circuitOpen, detail: "the model failed too often", retryAfter: wait)
    }
  }

  func record(_ failure: ModelFailure?, now: Double) {
    breaker.record(Self.outcome(failure), now: now)
  }

  /// Asks for less from now on. Whether there was less to ask for.
  func lower(_ wish: ModelAbilities.Wish) -> Bool {
    abilities.lower(wish)
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
