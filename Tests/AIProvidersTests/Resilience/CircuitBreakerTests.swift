import AIProviders
import Testing

@Suite("The circuit breaker")
struct CircuitBreakerTests {
  private func opened() -> CircuitBreaker {
    var breaker = CircuitBreaker(threshold: 3, cooldown: 30)
    for _ in 0..<3 {
      _ = breaker.refusal(now: 0)
      breaker.record(.failure, now: 100)
    }
    return breaker
  }

  @Test("opens after so many failures in a row, and not before")
  func opens() {
    var breaker = CircuitBreaker(threshold: 3, cooldown: 30)
    for round in 0..<10 {
      #expect(breaker.refusal(now: 0) == nil)
      breaker.record(round % 3 == 2 ? .success : .failure, now: 0)
    }
    #expect(breaker.state == .closed(failures: 1))
    #expect(opened().state == .open(until: 130))
  }

  @Test("refuses while open and says for how long")
  func refuses() {
    var breaker = opened()
    #expect(breaker.refusal(now: 100) == 30)
    #expect(breaker.refusal(now: 129) == 1)
  }

  @Test("lets one probe through after the cooldown; all others wait for its outcome")
  func probes() {
    var breaker = opened()
    #expect(breaker.refusal(now: 130) == nil)
    #expect(breaker.refusal(now: 130) == 1)
    breaker.record(.success, now: 131)
    #expect(breaker.state == .closed(failures: 0))
    #expect(breaker.refusal(now: 131) == nil)
  }

  @Test("opens again when the probe fails, and tries again when it is abandoned")
  func probeFails() {
    var breaker = opened()
    _ = breaker.refusal(now: 130)
    breaker.record(.failure, now: 140)
    #expect(breaker.state == .open(until: 170))
    _ = breaker.refusal(now: 170)
    breaker.record(.abandoned, now: 171)
    #expect(breaker.refusal(now: 171) == nil)
  }

  @Test("does not count what callers give up, nor what comes back late")
  func abandoned() {
    var breaker = CircuitBreaker(threshold: 1, cooldown: 30)
    breaker.record(.abandoned, now: 0)
    #expect(breaker.state == .closed(failures: 0))
    var open = opened()
    open.record(.success, now: 101)
    #expect(open.state == .open(until: 130))
  }
}

@Suite("When another try makes sense")
struct RetryPolicyTests {
  private let policy = RetryPolicy(attempts: 4, firstDelay: 1, maximumDelay: 3)

  @Test("the wait doubles, is bounded, and half of it is chance")
  func backoff() {
    let failure = ModelFailure(.overloaded)
    #expect(policy.delay(after: 1, failure, remaining: 60, random: 0) == 0.5)
    #expect(policy.delay(after: 1, failure, remaining: 60, random: 0.5) == 0.75)
    #expect(policy.delay(after: 2, failure, remaining: 60, random: 0) == 1)
    #expect(policy.delay(after: 3, failure, remaining: 60, random: 0) == 1.5)
    #expect(policy.delay(after: 4, failure, remaining: 60, random: 0) == nil)
  }

  @Test("what the provider asks for is the least, and more than is left is no wait")
  func retryAfter() {
    let failure = ModelFailure(.rateLimited, retryAfter: 20)
    #expect(policy.delay(after: 1, failure, remaining: 60, random: 0.9) == 20)
    #expect(policy.delay(after: 1, failure, remaining: 20, random: 0.9) == nil)
  }

  @Test("what another try cannot mend is final", arguments: ModelFailure.Kind.allCases)
  func final(kind: ModelFailure.Kind) {
    let mayRetry: Set<ModelFailure.Kind> = [.rateLimited, .overloaded, .unreachable, .interrupted]
    let delay = policy.delay(after: 1, ModelFailure(kind), remaining: 60, random: 0)
    #expect((delay != nil) == mayRetry.contains(kind))
  }
}
