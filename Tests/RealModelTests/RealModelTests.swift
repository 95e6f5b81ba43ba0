import AIProviders
import Foundation
import Logging
import TestSupport
import Testing

/// Needs `scripts/test-llm`, which serves a small real model and says where it is. Fails without
/// one: it is never skipped.
@Suite("A real model on loopback", .serialized)
struct RealModelTests {
  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private func setting(_ name: String) throws -> String {
    guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
      throw Missing(description: "\(name) is not set: run scripts/test-llm")
    }
    return value
  }

  private func withModel<Value>(
    _ base: String? = nil, settings: RemoteSettings? = nil, _ body: (any TextModel) async throws -> Value
  ) async throws -> Value {
    let configuration = ProviderConfiguration(
      provider: .compatible, base: try BaseAddress(base ?? setting("MESSAGEAI_LLM_URL")), model: "smollm2")
    let provider = AIProvider(configuration, settings: settings, logger: Logger(label: "test"))
    do {
      let value = try await body(provider.text)
      try await provider.shutdown()
      return value
    } catch {
      try await provider.shutdown()
      throw error
    }
  }

  private func request(_ text: String, tokens: Int = 60, deadline: Double = 120) -> ModelRequest {
    ModelRequest(
      messages: [.system("You are helpful and brief."), .user(text)], maximumTokens: tokens, temperature: 0,
      deadline: deadline, purpose: "test")
  }

  @Test("answers, with usage")
  func answers() async throws {
    try await withModel { model in
      let answer = try await model.complete(request("Say hello."))
      #expect(!answer.text.isEmpty)
      #expect(answer.usage.inputTokens > 5 && answer.usage.outputTokens > 0)
      #expect(answer.latency > 0)
    }
  }

  @Test("keeps to a schema")
  func schema() async throws {
    let schema = JSONSchema(
      name: "launch",
      schema: .objectSchema([
        ("day", .choiceSchema("The day of the launch.", of: ["Monday", "Tuesday", "Friday"])),
        ("isDecided", .booleanSchema("Whether it is decided.")),
        ("message", .integerSchema("The number of the message.")),
      ]))
    var request = request("Message 1: we launch on Tuesday. When do we launch?", tokens: 80)
    request.schema = schema
    try await withModel { model in
      let answer = try await model.complete(request)
      #expect(SchemaValidator.problems(of: answer.json ?? .null, by: schema.schema).isEmpty)
    }
  }

  @Test("accepts the form of a prompt's schema, and never gives an answer that breaks it", arguments: [0, 1])
  func prompts(index: Int) async throws {
    let turns = [
      PromptTurn(number: 1, speaker: "Ana", text: "Shall we launch on Tuesday?"),
      PromptTurn(number: 2, speaker: "Bo", text: "Yes, Tuesday. I'll send the invitation by Friday."),
    ]
    let prompts: [any Prompt] = [
      AnswerPrompt(turns: turns, question: "When do we launch?", asker: "Cem", today: "Thursday"),
      ActionItemsPrompt(turns: turns, members: ["Ana", "Bo"]),
    ]
    var request = prompts[index].request(deadline: 400)
    request.temperature = 0
    request.maximumTokens = 100
    try await withModel { model in
      do throws(ModelFailure) {
        let answer = try await model.complete(request)
        let schema = request.schema?.schema ?? .null
        #expect(SchemaValidator.problems(of: answer.json ?? .null, by: schema).isEmpty)
      } catch {
        // So small a model may ramble to its bound; what is not by the schema must be said to be
        // so.
        #expect(error.kind == .invalidAnswer)
      }
    }
  }

  @Test("streams deltas, then usage")
  func streams() async throws {
    try await withModel { model in
      var deltas = 0
      var end: ModelEnd?
      for try await chunk in model.stream(request("Count from one to ten.")) {
        switch chunk {
        case .text: deltas += 1
        case .toolCall: Issue.record("no tool was offered")
        case .end(let value): end = value
        }
      }
      #expect(deltas > 3)
      #expect((end?.usage.outputTokens ?? 0) > 3)
    }
  }

  @Test("is given up at the deadline, and answers the next caller")
  func deadline() async throws {
    try await withModel { model in
      let failure = await #expect(throws: ModelFailure.self) {
        try await model.complete(request("Write a very long story about a lighthouse.", tokens: 3_000, deadline: 0.5))
      }
      #expect(failure?.kind == .timedOut)
      let next = try await model.complete(request("Say hello.", tokens: 8))
      #expect(!next.text.isEmpty)
    }
  }

  @Test("takes tool results, whether or not it uses tools")
  func tools() async throws {
    let tool = ModelTool(
      name: "search_messages", description: "Finds messages.",
      parameters: .objectSchema([("query", .stringSchema("Words to find.", atMost: 100))]))
    var request = request("Use the tool to find the launch date.", tokens: 80)
    request.tools = [tool]
    try await withModel { model in
      _ = try await model.complete(request)
      request.messages += [
        .assistant(
          "", toolCalls: [ModelToolCall(id: "c1", name: "search_messages", arguments: ["query": "launch"])]),
        .tool("The launch is on Tuesday.", of: "c1"),
      ]
      let last = try await model.complete(request)
      #expect(!last.text.isEmpty)
    }
  }

  @Test("killed in mid-answer, it is an interrupted stream and then unreachable, never a short answer")
  func killed() async throws {
    let port = 8_190
    let server = Process()
    server.executableURL = URL(fileURLWithPath: try setting("MESSAGEAI_LLM_SERVER"))
    server.arguments = [
      "-m", try setting("MESSAGEAI_LLM_MODEL"), "--host", "127.0.0.1", "--port", "\(port)", "-t", "2", "-c", "2048",
      "-np", "1",
    ]
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    defer { if server.isRunning { server.terminate() } }
    let patient = RemoteSettings(
      retries: RetryPolicy(attempts: 60, firstDelay: 1, maximumDelay: 2), breaker: CircuitBreaker(threshold: 1_000))
    try await withModel("http://127.0.0.1:\(port)/v1", settings: patient) { model in
      // The server says 503 until the model is loaded.
      _ = try await model.complete(request("Hi", tokens: 2))
      var text = ""
      let failure = await #expect(throws: ModelFailure.self) {
        for try await chunk in model.stream(request("Write a very long story about a lighthouse.", tokens: 1_500)) {
          if case .end = chunk { Issue.record("the answer ended") }
          guard case .text(let delta) = chunk else { continue }
          text += delta
          if text.count > 20, server.isRunning { kill(server.processIdentifier, SIGKILL) }
        }
      }
      #expect(failure?.kind == .interrupted)
      #expect(text.count > 20)
    }
    let impatient = RemoteSettings(retries: RetryPolicy(attempts: 1))
    try await withModel("http://127.0.0.1:\(port)/v1", settings: impatient) { model in
      let failure = await #expect(throws: ModelFailure.self) { try await model.complete(request("Hi", tokens: 2)) }
      #expect(failure?.kind == .unreachable)
    }
  }
}
