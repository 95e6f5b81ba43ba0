import AIProviders
import TestSupport
import Testing

@Suite("Answers that break the schema, and endpoints that know less")
struct RepairTests {
  @Test("a valid answer is parsed; null for an optional member is no member", arguments: Dialect.allCases)
  func valid(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.answer("{\"day\":\"Tuesday\",\"note\":null}"))]) { fixture in
      let read1 = try await fixture.answer(.schema)
      #expect(read1.json == ["day": "Tuesday"])
      #expect(fixture.server.requests.count == 1)
    }
  }

  @Test("JSON in a fence is found", arguments: Dialect.allCases)
  func fenced(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.answer("Here:\n```json\n{\"day\":\"Tuesday\"}\n```"))]) {
      fixture in
      let read2 = try await fixture.answer(.schema)
      #expect(read2.json == ["day": "Tuesday"])
    }
  }

  @Test("a broken answer is sent back once with what is wrong, and both are paid for", arguments: Dialect.allCases)
  func repaired(dialect: Dialect) async throws {
    let replies = [
      RecordedReply.json(dialect.answer("{\"date\":\"Tuesday\"}")), .json(dialect.answer("{\"day\":\"Tuesday\"}")),
    ]
    try await ProviderFixture.run(dialect, replies) { fixture in
      let answer = try await fixture.text.complete(.schema)
      #expect(answer.json == ["day": "Tuesday"])
      #expect(answer.usage == ModelUsage(inputTokens: 200, outputTokens: 20))
      #expect(fixture.server.requests.count == 2)
      let repair = try #require(fixture.server.requests.last).body.text
      #expect(repair.contains("$.day is missing") && repair.contains("not asked for"))
      #expect(repair.contains(#"{\\\"date\\\":\\\"Tuesday\\\"}"#) || repair.contains(#"{\"date\":\"Tuesday\"}"#))
    }
  }

  @Test("a second broken answer is a failure", arguments: Dialect.allCases)
  func notRepaired(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.answer("On Tuesday."))]) { fixture in
      #expect(await fixture.failure(.schema)?.kind == .invalidAnswer)
      #expect(fixture.server.requests.count == 2)
    }
  }

  @Test("an answer that was cut at its bound is not sent back: it would be cut again", arguments: Dialect.allCases)
  func cut(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.answer("{\"day\":\"Tues", isCut: true))]) { fixture in
      let failure = await fixture.failure(.schema)
      #expect(failure?.kind == .invalidAnswer && failure?.detail.contains("length") == true)
      #expect(fixture.server.requests.count == 1)
    }
  }

  // MARK: Lesser endpoints

  private static func complaint(_ message: String, status: Int = 400) -> RecordedReply {
    .json(["error": ["message": .string(message), "type": "invalid_request_error"]], status: status)
  }

  @Test("without schemas, any JSON object is asked for; without that, the instructions say it")
  func schemaSteps() async throws {
    let replies = [
      Self.complaint("response_format type json_schema is not supported"),
      Self.complaint("'response_format' is not supported", status: 422),
      .json(Dialect.chat.answer("{\"day\":\"Tuesday\"}")),
    ]
    try await ProviderFixture.run(.chat, replies, compatible: true) { fixture in
      let read3 = try await fixture.answer(.schema)
      #expect(read3.json == ["day": "Tuesday"])
      let bodies = fixture.server.requests.map(\.body)
      #expect(bodies[0]["response_format"]?["type"] == "json_schema")
      #expect(bodies[1]["response_format"] == ["type": "json_object"])
      #expect(bodies[1]["messages"]?[0]?["content"]?.string?.contains("JSON Schema") == true)
      #expect(bodies[2]["response_format"] == nil)
      // What was learned stays learned.
      _ = try await fixture.text.complete(.schema)
      #expect(fixture.server.requests.count == 4)
      #expect(fixture.server.requests[3].body["response_format"] == nil)
      #expect(fixture.clock.pauses.isEmpty)
    }
  }

  @Test("Anthropic's older models answer by a tool")
  func anthropicTool() async throws {
    let replies: [RecordedReply] = [
      Self.complaint("output_config: Extra inputs are not permitted"),
      .json([
        "model": "claude-3", "stop_reason": "tool_use", "usage": ["input_tokens": 5, "output_tokens": 5],
        "content": [["type": "tool_use", "id": "t1", "name": "launch", "input": ["day": "Tuesday"]]],
      ]),
    ]
    try await ProviderFixture.run(.anthropic, replies) { fixture in
      let answer = try await fixture.text.complete(.schema)
      #expect(answer.json == ["day": "Tuesday"] && answer.toolCalls.isEmpty)
      let body = fixture.server.requests[1].body
      #expect(body["tool_choice"] == ["type": "tool", "name": "launch"] && body["output_config"] == nil)
    }
  }

  @Test("models that take no temperature, or want the other word for the bound, get what they want")
  func parameters() async throws {
    let replies = [
      Self.complaint("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
      Self.complaint("Unsupported value: 'temperature' does not support 0.2 with this model."),
      .json(Dialect.chat.answer("ok")),
    ]
    try await ProviderFixture.run(.chat, replies, compatible: true) { fixture in
      let read4 = try await fixture.answer(.plain)
      #expect(read4.text == "ok")
      let body = fixture.server.requests[2].body
      #expect(body["max_completion_tokens"] == 1024 && body["max_tokens"] == nil && body["temperature"] == nil)
    }
  }

  @Test("a complaint that never ends does not make requests that never end")
  func endlessComplaint() async throws {
    let words = "temperature max_tokens stream_options tools response_format"
    try await ProviderFixture.run(.chat, [Self.complaint(words)], compatible: true) { fixture in
      #expect(await fixture.failure(.schema)?.kind == .invalidRequest)
      #expect(fixture.server.requests.count <= 8)
    }
  }

  @Test("endpoints without tools are told of them in words, and their calls are read from the text")
  func promptedTools() async throws {
    let replies = [
      Self.complaint("tools param requires --jinja flag", status: 500),
      .json(Dialect.chat.answer("```json\n{\"tool\":\"search_messages\",\"arguments\":{\"query\":\"launch\"}}\n```")),
      .json(Dialect.chat.answer("It is on Tuesday.")), .json(Dialect.chat.answer("{\"tool\":\"rm\",\"arguments\":{}}")),
    ]
    try await ProviderFixture.run(.chat, replies, compatible: true) { fixture in
      let answer = try await fixture.text.complete(.tools)
      #expect(answer.toolCalls.map(\.name) == ["search_messages"])
      #expect(answer.toolCalls.first?.arguments == ["query": "launch"] && answer.finishReason == .toolCalls)
      let second = try await fixture.text.complete(.afterTools)
      #expect(second.toolCalls.isEmpty && second.text == "It is on Tuesday.")
      let body = fixture.server.requests[2].body
      #expect(body["tools"] == nil)
      #expect(body["messages"]?[3]?["content"] == "Result of the tool:\nIt is on Tuesday.")
      // A tool that was not offered is no tool.
      let read5 = try await fixture.answer(.tools)
      #expect(read5.toolCalls.isEmpty)
    }
  }

  @Test("streamed, such a call waits for its end, while prose flows")
  func promptedToolsStreamed() async throws {
    func stream(_ deltas: [String]) -> RecordedReply {
      let chunks = deltas.map { delta -> String in
        "data: " + (["choices": [["delta": ["content": .string(delta)]]]] as JSONValue).text + "\n\n"
      }
      let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
      return .events(chunks.joined() + end)
    }
    let replies = [
      Self.complaint("this model does not support tools"),
      stream(["{\"tool\":", "\"list_tasks\"}"]), stream(["It ", "is {", "so}."]), stream(["{not", " json}"]),
    ]
    try await ProviderFixture.run(.chat, replies, compatible: true) { fixture in
      let call = try await fixture.chunks(.tools)
      guard case .toolCall(let first) = call.0.first else { throw Unexpected("no call") }
      #expect(first.name == "list_tasks" && call.0.count == 2)
      #expect(try await fixture.chunks(.tools).0.dropLast() == [.text("It "), .text("is {"), .text("so}.")])
      #expect(try await fixture.chunks(.tools).0.dropLast() == [.text("{not json}")])
    }
  }
}
