import AIProviders
import Foundation
import Logging
import TestSupport
import Testing

/// The three ways of speaking to a provider, each with its recordings.
enum Dialect: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case chat = "openai-chat"
  case responses = "openai-responses"
  case anthropic = "anthropic"

  static let key = "sk-CANARY-key-0123456789"

  var testDescription: String { rawValue }
  var path: String {
    switch self {
    case .chat: "/v1/chat/completions"
    case .responses: "/v1/responses"
    case .anthropic: "/v1/messages"
    }
  }

  func configuration(_ base: String, concurrency: Int = 4) throws -> ProviderConfiguration {
    ProviderConfiguration(
      provider: self == .anthropic ? .anthropic : .openai, interface: self == .responses ? .responses : .chat,
      key: SecretKey(Self.key), base: try BaseAddress(base), model: "model-1", embeddingModel: "embedding-1",
      concurrency: concurrency)
  }

  /// The recorded whole answer `name`.
  func json(_ name: String) throws -> JSONValue {
    try JSONParser.parse(Recording.text("\(rawValue)-\(name).json"))
  }

  /// The recorded stream `name`.
  func events(_ name: String) throws -> String {
    try Recording.text("\(rawValue)-\(name).sse")
  }

  /// The recorded stream of text up to its first delta, "Zürich".
  func beginning() throws -> String {
    let text = try events("text")
    let delta = try #require(text.range(of: "Zürich"))
    let end = try #require(text.range(of: "\n\n", range: delta.upperBound..<text.endIndex))
    return String(text[..<end.upperBound])
  }

  /// A whole answer with `text`.
  func answer(_ text: String, isCut: Bool = false) -> JSONValue {
    switch self {
    case .chat:
      [
        "model": "model-1-exact",
        "choices": [
          ["message": ["content": .string(text)], "finish_reason": isCut ? "length" : "stop"]
        ], "usage": ["prompt_tokens": 100, "completion_tokens": 10],
      ]
    case .responses:
      [
        "model": "model-1-exact", "incomplete_details": isCut ? ["reason": "max_output_tokens"] : nil,
        "output": [["type": "message", "content": [["type": "output_text", "text": .string(text)]]]],
        "usage": ["input_tokens": 100, "output_tokens": 10],
      ]
    case .anthropic:
      [
        "model": "model-1-exact", "content": [["type": "text", "text": .string(text)]],
        "stop_reason": isCut ? "max_tokens" : "end_turn", "usage": ["input_tokens": 100, "output_tokens": 10],
      ]
    }
  }
}

enum Recording {
  static func text(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent("Recordings/\(name)"), encoding: .utf8)
  }
}

/// A provider at a recorded server, with a clock that waits for nobody.
struct ProviderFixture {
  let server: RecordedModelServer
  let clock: TestModelClock
  let provider: AIProvider

  var text: any TextModel { provider.text }

  static func run<Value>(
    _ dialect: Dialect, _ replies: [RecordedReply], settings: RemoteSettings? = nil, compatible: Bool = false,
    concurrency: Int = 4, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ body: (ProviderFixture) async throws -> Value
  ) async throws -> Value {
    try await RecordedModelServer.run(replies) { server, base in
      let clock = TestModelClock()
      var configuration = try dialect.configuration(base, concurrency: concurrency)
      if compatible { configuration.provider = .compatible }
      let provider = AIProvider(configuration, settings: settings, clock: clock, random: { 0.5 }, logger: logger)
      do {
        let value = try await body(ProviderFixture(server: server, clock: clock, provider: provider))
        try await provider.shutdown()
        return value
      } catch {
        try await provider.shutdown()
        throw error
      }
    }
  }

  func answer(_ request: ModelRequest) async throws -> ModelAnswer {
    try await text.complete(request)
  }

  /// What a call throws; records an issue when it succeeds.
  func failure(_ request: ModelRequest = .plain) async -> ModelFailure? {
    do throws(ModelFailure) {
      let answer = try await text.complete(request)
      Issue.record("answered: \(answer)")
      return nil
    } catch {
      return error
    }
  }

  /// All chunks of a stream, and how it failed.
  func chunks(_ request: ModelRequest = .plain) async throws -> ([ModelChunk], ModelFailure?) {
    var chunks: [ModelChunk] = []
    do {
      for try await chunk in text.stream(request) { chunks.append(chunk) }
      return (chunks, nil)
    } catch let failure as ModelFailure {
      return (chunks, failure)
    }
  }
}

extension ModelRequest {
  static let plain = ModelRequest(
    messages: [.system("Be brief."), .user("When is the launch?")], deadline: 60, purpose: "test")

  static let schema = ModelRequest(
    messages: [.system("Be brief."), .user("When is the launch?")],
    schema: JSONSchema(
      name: "launch",
      schema: .objectSchema(
        [("day", .stringSchema("The day.", atMost: 20)), ("note", .stringSchema("More.", atMost: 20))],
        optional: ["note"])), deadline: 60, purpose: "test")

  static let tools = ModelRequest(
    messages: [.system("Be brief."), .user("When is the launch?")],
    tools: [
      ModelTool(
        name: "search_messages", description: "Finds messages.",
        parameters: .objectSchema([
          ("query", .stringSchema("Words.", atMost: 100)), ("limit", .integerSchema("How many.")),
        ])),
      ModelTool(name: "list_tasks", description: "Lists tasks.", parameters: .objectSchema([])),
    ], deadline: 60, purpose: "test")

  /// The exchange after two tool calls.
  static var afterTools: ModelRequest {
    var request = tools
    request.messages += [
      .assistant(
        "Let me look.",
        toolCalls: [
          ModelToolCall(id: "call_a1", name: "search_messages", arguments: ["query": "launch", "limit": 5]),
          ModelToolCall(id: "call_b2", name: "list_tasks", arguments: [:]),
        ]),
      .tool("It is on Tuesday.", of: "call_a1"), .tool("None.", of: "call_b2"),
    ]
    return request
  }
}

/// Something else than what the test is about.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
