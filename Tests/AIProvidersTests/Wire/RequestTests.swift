import AIProviders
import TestSupport
import Testing

@Suite("What providers are sent")
struct RequestTests {
  private func sent(_ dialect: Dialect, _ request: ModelRequest, compatible: Bool = false) async throws
    -> RecordedRequest
  {
    try await ProviderFixture.run(dialect, [.json(dialect.answer("{\"day\":\"Tuesday\"}"))], compatible: compatible) {
      fixture in
      _ = try await fixture.text.complete(request)
      return try #require(fixture.server.requests.first)
    }
  }

  @Test("the key goes into its header and nowhere else", arguments: Dialect.allCases)
  func headers(dialect: Dialect) async throws {
    let request = try await sent(dialect, .plain)
    #expect(request.path == dialect.path)
    #expect(request.headers["content-type"] == "application/json")
    if dialect == .anthropic {
      #expect(request.headers["x-api-key"] == Dialect.key)
      #expect(request.headers["anthropic-version"] == "2023-06-01")
    } else {
      #expect(request.headers["authorization"] == "Bearer \(Dialect.key)")
    }
    #expect(!request.body.text.contains("CANARY"))
  }

  @Test("Chat Completions: messages, bound, temperature")
  func chat() async throws {
    #expect(
      try await sent(.chat, .plain).body == [
        "model": "model-1", "max_completion_tokens": 1024, "temperature": 0.2,
        "messages": [
          ["role": "system", "content": "Be brief."], ["role": "user", "content": "When is the launch?"],
        ],
      ])
  }

  @Test("a compatible endpoint is sent the older word for the bound")
  func compatible() async throws {
    let body = try await sent(.chat, .plain, compatible: true).body
    #expect(body["max_tokens"] == 1024 && body["max_completion_tokens"] == nil)
  }

  @Test("Chat Completions: a schema is strict, closed and asks for every member")
  func chatSchema() async throws {
    let format = try await sent(.chat, .schema).body["response_format"]
    #expect(format?["type"] == "json_schema")
    #expect(format?["json_schema"]?["name"] == "launch" && format?["json_schema"]?["strict"] == true)
    let schema = format?["json_schema"]?["schema"]
    #expect(schema?["required"] == ["day", "note"] && schema?["additionalProperties"] == false)
    #expect(schema?["properties"]?["note"]?["type"] == ["string", "null"])
  }

  @Test("Chat Completions: tools, calls and results")
  func chatTools() async throws {
    let body = try await sent(.chat, .afterTools).body
    #expect(body["tools"]?[0]?["type"] == "function")
    #expect(body["tools"]?[0]?["function"]?["name"] == "search_messages")
    #expect(body["messages"]?[2]?["content"] == "Let me look.")
    #expect(
      body["messages"]?[2]?["tool_calls"]?[0] == [
        "id": "call_a1", "type": "function",
        "function": ["name": "search_messages", "arguments": #"{"query":"launch","limit":5}"#],
      ])
    #expect(body["messages"]?[4] == ["role": "tool", "content": "None.", "tool_call_id": "call_b2"])
  }

  @Test("Responses: instructions, input, nothing stored")
  func responses() async throws {
    let body = try await sent(.responses, .schema).body
    #expect(body["instructions"] == "Be brief." && body["store"] == false && body["max_output_tokens"] == 1024)
    #expect(body["input"] == [["role": "user", "content": "When is the launch?"]])
    #expect(body["text"]?["format"]?["type"] == "json_schema" && body["text"]?["format"]?["strict"] == true)
  }

  @Test("Responses: tool calls and results are items")
  func responsesTools() async throws {
    let body = try await sent(.responses, .afterTools).body
    #expect(body["tools"]?[1]?["name"] == "list_tasks")
    #expect(body["input"]?[1] == ["role": "assistant", "content": "Let me look."])
    #expect(
      body["input"]?[2] == [
        "type": "function_call", "call_id": "call_a1", "name": "search_messages",
        "arguments": #"{"query":"launch","limit":5}"#,
      ])
    #expect(body["input"]?[5] == ["type": "function_call_output", "call_id": "call_b2", "output": "None."])
  }

  @Test("Messages: system apart, turns of blocks, schema in output_config")
  func anthropic() async throws {
    let body = try await sent(.anthropic, .schema).body
    #expect(body["system"] == "Be brief." && body["max_tokens"] == 1024)
    #expect(
      body["messages"] == [["role": "user", "content": [["type": "text", "text": "When is the launch?"]]]])
    let format = body["output_config"]?["format"]
    #expect(format?["type"] == "json_schema" && format?["schema"]?["required"] == ["day"])
  }

  @Test("Messages: results of tools are one turn of the user")
  func anthropicTools() async throws {
    let body = try await sent(.anthropic, .afterTools).body
    #expect(body["tools"]?[0]?["input_schema"]?["type"] == "object")
    #expect(body["messages"]?.array?.count == 3)
    #expect(
      body["messages"]?[1]?["content"]?[1] == [
        "type": "tool_use", "id": "call_a1", "name": "search_messages", "input": ["query": "launch", "limit": 5],
      ])
    #expect(
      body["messages"]?[2] == [
        "role": "user",
        "content": [
          ["type": "tool_result", "tool_use_id": "call_a1", "content": "It is on Tuesday."],
          ["type": "tool_result", "tool_use_id": "call_b2", "content": "None."],
        ],
      ])
  }

  @Test("a stream is asked for with its usage")
  func stream() async throws {
    for dialect in Dialect.allCases {
      try await ProviderFixture.run(dialect, [.events(dialect.events("text"))]) { fixture in
        _ = try await fixture.chunks()
        let body = try #require(fixture.server.requests.first?.body)
        #expect(body["stream"] == true)
        if dialect == .chat { #expect(body["stream_options"] == ["include_usage": true]) }
      }
    }
  }

  @Test("embeddings come back in the order of the texts, in batches, with their usage")
  func embeddings() async throws {
    let server = RecordedModelServer { request, _ in
      let texts = request.body["input"]?.array ?? []
      let data = texts.enumerated().map { index, text -> JSONValue in
        ["object": "embedding", "index": .integer(index), "embedding": [.number(Double(text.string ?? "") ?? -1), 1]]
      }
      return .json(["data": .array(data.reversed()), "usage": ["prompt_tokens": .integer(texts.count)]])
    }
    let base = try await server.start()
    let provider = AIProvider(
      try Dialect.chat.configuration(base), clock: TestModelClock(), logger: .init(label: "test"))
    let model = try #require(provider.embedding)
    let texts = (0..<150).map(String.init)
    let answer = try await model.embed(texts, deadline: 30)
    #expect(answer.vectors == (0..<150).map { [Float($0), 1] })
    #expect(answer.usage.inputTokens == 150)
    #expect(server.requests.count == 3 && server.requests.allSatisfy { $0.path == "/v1/embeddings" })
    #expect(try await model.embed([], deadline: 30).vectors.isEmpty)
    try await provider.shutdown()
    try await server.stop()
  }

  @Test(
    "vectors that are missing, broken or of different lengths are no answer",
    arguments: [
      [:], ["data": []], ["data": [["index": 0, "embedding": [1, 2]]]],
      ["data": [["index": 0, "embedding": [1, 2]], ["index": 0, "embedding": [1, 2]]]],
      ["data": [["index": 0, "embedding": [1, 2]], ["index": 5, "embedding": [1, 2]]]],
      ["data": [["index": 0, "embedding": [1, 2]], ["index": 1, "embedding": ["x", 2]]]],
      ["data": [["index": 0, "embedding": [1, 2]], ["index": 1, "embedding": [1]]]],
    ] as [JSONValue])
  func brokenEmbeddings(reply: JSONValue) async throws {
    try await ProviderFixture.run(.chat, [.json(reply)]) { fixture in
      let model = try #require(fixture.provider.embedding)
      let failure = await #expect(throws: ModelFailure.self) { try await model.embed(["a", "b"], deadline: 30) }
      #expect(failure?.kind == .invalidAnswer)
    }
  }
}
