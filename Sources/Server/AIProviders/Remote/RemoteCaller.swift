import Logging

/// Calls one provider: one request at a time through gate and breaker, retries, what the endpoint
/// does not understand. Logs the status and duration of each call, and never a word of it.
struct RemoteCaller: Sendable {
  /// Answers and error replies past these are no model's.
  private static let maximumAnswerBytes = 8 << 20
  private static let maximumErrorBytes = 64 << 10

  let name: String
  let key: SecretKey?
  let transport: any ModelTransport
  let settings: RemoteSettings
  let health: ProviderHealth
  let gate: ConcurrencyGate
  let clock: any ModelClock
  /// 0..<1.
  let random: @Sendable () -> Double
  let logger: Logger

  /// Runs `operation` within `deadline` seconds once there is room for it. `asker`: whose request
  /// it is, if anybody's.
  func admitted<Value: Sendable>(
    deadline: Double, for asker: String? = nil, _ operation: @escaping @Sendable () async throws(ModelFailure) -> Value
  ) async throws(ModelFailure) -> Value {
    try await TimeLimit.run(seconds: deadline, clock: clock, detail: "no answer in time") {
      () async throws(ModelFailure) -> Value in
      try await gate.enter(for: asker)
      do throws(ModelFailure) {
        let value = try await operation()
        await gate.leave(for: asker)
        return value
      } catch {
        await gate.leave(for: asker)
        throw error
      }
    }
  }

  /// Tries `attempt` until it succeeds, retries make no sense, or `deadline` (by the clock) is
  /// near. `mayRetry` is asked before another try. `asker`: whose request it is, if anybody's.
  func retrying<Value: Sendable>(
    until deadline: Double, purpose: String, for asker: String? = nil,
    mayRetry: @Sendable () -> Bool = { true },
    _ attempt: @Sendable () async throws(ModelFailure) -> Value
  ) async throws(ModelFailure) -> Value {
    var tries = 0
    while true {
      tries += 1
      try await health.begin(for: asker, now: clock.now())
      let started = clock.now()
      do throws(ModelFailure) {
        let value = try await attempt()
        await health.record(nil, for: asker, now: clock.now())
        log("answered", purpose, since: started)
        return value
      } catch {
        // Cancelled by a limit of ours looks like a caller that gave up: a provider that hangs must
        // count.
        let isOurLimit = error.kind == .cancelled && clock.now() >= deadline
        await health.record(
          isOurLimit ? ModelFailure(.timedOut) : error, for: asker, now: clock.now())
        log(error.description, purpose, since: started)
        let remaining = deadline - clock.now()
        guard mayRetry(),
          let delay = settings.retries.delay(after: tries, error, remaining: remaining, random: random())
        else { throw error }
        do { try await clock.pause(seconds: delay) } catch { throw ModelFailure(.cancelled) }
      }
    }
  }

  /// The JSON of a reply to `call`. An error reply that complains about one of the request's wishes
  /// lowers it and asks again.
  func json(
    lowering request: ModelRequest?, _ call: @Sendable (ModelAbilities) -> ModelCall
  ) async throws(ModelFailure) -> JSONValue {
    while true {
      let abilities = await health.abilities
      let bytes = Collected()
      let head = try await transport.send(call(abilities)) { head, piece throws(ModelFailure) in
        try bytes.append(piece, limit: head.status < 300 ? Self.maximumAnswerBytes : Self.maximumErrorBytes)
        return true
      }
      if (200..<300).contains(head.status) { return try Self.parsed(bytes.all) }
      try await lowerOrThrow(head, bytes.all, request)
    }
  }

  /// Streams a reply to `call` into `receive` until it returns `false`; `receive` is told what was
  /// asked of the endpoint.
  func stream(
    lowering request: ModelRequest, _ call: @Sendable (ModelAbilities) -> ModelCall,
    receive: @escaping @Sendable (ModelAbilities, [UInt8]) async throws(ModelFailure) -> Bool
  ) async throws(ModelFailure) {
    while true {
      let abilities = await health.abilities
      let errorBytes = Collected()
      let watch = InactivityTimeout(clock: clock, seconds: settings.silence)
      let prepared = call(abilities)
      let head = try await watch.run { () async throws(ModelFailure) -> ModelReplyHead in
        try await transport.send(prepared) { head, piece throws(ModelFailure) in
          watch.heard()
          if (200..<300).contains(head.status) { return try await receive(abilities, piece) }
          try errorBytes.append(piece, limit: Self.maximumErrorBytes)
          return true
        }
      }
      if (200..<300).contains(head.status) { return }
      try await lowerOrThrow(head, errorBytes.all, request)
    }
  }

  // MARK: Errors

  /// Returns when the request is worth sending again with less in it.
  private func lowerOrThrow(
    _ head: ModelReplyHead, _ bytes: [UInt8], _ request: ModelRequest?
  ) async throws(ModelFailure) {
    let retryAfter = RetryAfter.seconds(head.headers, now: clock.date())
    let reply = ReplyFailure(status: head.status, json: Self.optional(bytes), retryAfter: retryAfter)
    if let request, [400, 415, 422, 500, 501].contains(head.status), reply.failure.kind != .tooLong,
      let wish = ModelAbilities.wish(refusedBy: reply.complaint, request), await health.lower(wish)
    {
      logger.notice(
        "model does not understand a part of the request; asking for less",
        metadata: ["model": "\(name)", "part": "\(wish)"])
      return
    }
    throw reply.failure
  }

  private static func optional(_ bytes: [UInt8]) -> JSONValue? {
    do throws(ModelFailure) { return try parsed(bytes) } catch { return nil }
  }

  private static func parsed(_ bytes: [UInt8]) throws(ModelFailure) -> JSONValue {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(bytes[...])
    } catch {
      throw ModelFailure(.invalidAnswer, detail: "the reply is no JSON")
    }
  }

  private func log(_ outcome: String, _ purpose: String, since started: Double) {
    logger.debug(
      "model call",
      metadata: [
        "model": "\(name)", "purpose": "\(purpose)", "outcome": "\(outcome)",
        "milliseconds": "\(Int((clock.now() - started) * 1000))",
      ])
  }
}
