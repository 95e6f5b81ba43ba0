/// A language model behind HTTP.
struct RemoteTextModel: TextModel {
  /// Pieces of a stream that wait for their reader; with more it is broken off.
  private static let maximumUnread = 8_192

  let name: String
  let place: String
  let prices: ModelPrices?
  let dialect: any ModelDialect
  let caller: RemoteCaller

  func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer {
    let started = caller.clock.now()
    return try await caller.admitted(deadline: request.deadline, for: request.asker) {
      () async throws(ModelFailure) -> ModelAnswer in
      var answer = try await self.answer(request, started: started)
      answer.latency = caller.clock.now() - started
      return answer
    }
  }

  func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingOldest(Self.maximumUnread)) { continuation in
      let task = Task {
        do throws(ModelFailure) {
          try await streamed(request) { chunk in
            if case .dropped = continuation.yield(chunk) { return false }
            return true
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: Whole answers

  private func answer(_ request: ModelRequest, started: Double) async throws(ModelFailure) -> ModelAnswer {
    let deadline = started + request.deadline
    let first = try await asked(request, deadline: deadline)
    guard let schema = request.schema else { return first }
    let problems: [String]
    switch Self.checked(first, schema) {
    case .success(let answer): return answer
    case .failure(let found): problems = found.list
    }
    guard first.finishReason == .stop else {
      throw ModelFailure(.invalidAnswer, detail: "the answer was cut (\(first.finishReason.rawValue))")
    }
    var second = try await asked(Self.repair(request, first.text, problems), deadline: deadline)
    second.usage = first.usage + second.usage
    switch Self.checked(second, schema) {
    case .success(let answer): return answer
    case .failure: throw ModelFailure(.invalidAnswer, detail: "the answer does not fit the schema")
    }
  }

  private func asked(_ request: ModelRequest, deadline: Double) async throws(ModelFailure)
    -> ModelAnswer
  {
    let read = try await caller.retrying(
      until: deadline, purpose: request.purpose, for: request.asker
    ) {
      () async throws(ModelFailure) -> DialectAnswer in
      let json = try await caller.json(lowering: request) { call(request, $0, isStream: false) }
      return try dialect.answer(json, to: request)
    }
    if read.finishReason == .filtered { throw ModelFailure(.refused, detail: "filtered by the provider") }
    var answer = ModelAnswer(
      text: read.text, json: read.json, toolCalls: read.toolCalls, usage: read.usage, model: read.model ?? name,
      finishReason: read.finishReason)
    if answer.toolCalls.isEmpty, await !caller.health.abilities.tools,
      let call = PromptedForm.toolCall(in: answer.text, request)
    {
      answer.text = ""
      answer.toolCalls = [call]
      answer.finishReason = .toolCalls
    }
    return answer
  }

  private func call(_ request: ModelRequest, _ abilities: ModelAbilities, isStream: Bool) -> ModelCall {
    ModelCall(
      path: dialect.path, headers: dialect.headers(key: caller.key),
      body: dialect.body(request, model: name, abilities: abilities, isStream: isStream).bytes)
  }

  // MARK: Schema

  private struct Problems: Error {
    let list: [String]
  }

  private static func checked(_ answer: ModelAnswer, _ schema: JSONSchema) -> Result<ModelAnswer, Problems> {
    guard let found = answer.json ?? JSONExtraction.value(in: answer.text) else {
      return .failure(Problems(list: ["the answer holds no JSON object"]))
    }
    let value = SchemaValidator.withoutAbsent(found, by: schema.schema)
    let problems = SchemaValidator.problems(of: value, by: schema.schema)
    guard problems.isEmpty else { return .failure(Problems(list: problems)) }
    var answer = answer
    answer.json = value
    return .success(answer)
  }

  /// The request with the broken answer and what is wrong with it.
  private static func repair(_ request: ModelRequest, _ text: String, _ problems: [String]) -> ModelRequest {
    var request = request
    let shown = text.isEmpty ? "(nothing)" : String(text.prefix(16_000))
    let list = problems.map { "- \($0)" }.joined(separator: "\n")
    request.messages += [
      .assistant(shown),
      .user(
        "That does not fit the schema:\n\(list)\nAnswer again: the whole JSON object, corrected, and nothing else."),
    ]
    return request
  }

  // MARK: Streams

  private func streamed(
    _ request: ModelRequest, yield: @escaping @Sendable (ModelChunk) -> Bool
  ) async throws(ModelFailure) {
    let started = caller.clock.now()
    let end = try await caller.admitted(deadline: request.deadline, for: request.asker) {
      () async throws(ModelFailure) -> DialectEnd in
      let output = StreamOutput(yield: yield)
      return try await caller.retrying(
        until: started + request.deadline, purpose: request.purpose, for: request.asker,
        mayRetry: { !output.hasBegun }
      ) { () async throws(ModelFailure) -> DialectEnd in
        let reading = StreamReading(dialect.reader())
        output.reset()
        try await caller.stream(lowering: request) {
          call(request, $0, isStream: true)
        } receive: { abilities, bytes throws(ModelFailure) in
          output.take(
            try reading.append(bytes), mayHoldCall: !abilities.tools && !request.tools.isEmpty)
          guard !output.isOverfull else {
            throw ModelFailure(.interrupted, detail: "nobody reads the answer")
          }
          return !reading.isComplete
        }
        let (pieces, end) = try reading.close()
        output.take(pieces, mayHoldCall: false)
        return output.release(end, request)
      }
    }
    _ = yield(
      .end(
        ModelEnd(
          usage: end.usage, model: end.model ?? name, latency: caller.clock.now() - started,
          finishReason: end.finishReason)))
  }
}
