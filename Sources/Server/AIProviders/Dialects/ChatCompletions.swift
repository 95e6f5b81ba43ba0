/// OpenAI's Chat Completions, which Ollama, llama.cpp, vLLM and most others speak too.
struct ChatCompletions: ModelDialect {
  var path: String { "/chat/completions" }
  let abilities: ModelAbilities

  /// OpenAI itself wants `max_completion_tokens`; the others know `max_tokens`.
  init(tokenWord: ModelAbilities.TokenWord) {
    abilities = ModelAbilities(tokenWord: tokenWord)
  }

  func headers(key: SecretKey?) -> [(name: String, value: String)] {
    key.map { [("authorization", "Bearer \($0.value)")] } ?? []
  }

  func body(_ request: ModelRequest, model: String, abilities: ModelAbilities, isStream: Bool) -> JSONValue {
    var body = JSONObject()
    body["model"] = .string(model)
    body["messages"] = .array(PromptedForm.messages(request, abilities).map(Self.message))
    body[abilities.tokenWord.rawValue] = .integer(request.maximumTokens)
    if abilities.temperature { body["temperature"] = request.temperature.map { .number($0) } }
    if let schema = request.schema { body["response_format"] = Self.format(schema, abilities) }
    if abilities.tools, !request.tools.isEmpty { body["tools"] = .array(request.tools.map(Self.tool)) }
    if isStream {
      body["stream"] = true
      if abilities.streamUsage { body["stream_options"] = ["include_usage": true] }
    }
    return .object(body)
  }

  func answer(_ json: JSONValue, to request: ModelRequest) throws(ModelFailure) -> DialectAnswer {
    if let error = json["error"], !error.isNull { throw ReplyFailure.inStream(error) }
    guard let choice = json["choices"]?[0], let message = choice["message"] else {
      throw ModelFailure(.invalidAnswer, detail: "the reply holds no choice")
    }
    if let refusal = message["refusal"]?.string, !refusal.isEmpty { throw ModelFailure(.refused) }
    var calls: [ModelToolCall] = []
    for call in message["tool_calls"]?.array ?? [] {
      calls.append(
        ModelToolCall(
          id: call["id"]?.string ?? "call-\(calls.count)", name: call["function"]?["name"]?.string ?? "",
          arguments: try Self.arguments(call["function"]?["arguments"])))
    }
    return DialectAnswer(
      text: Self.text(message["content"]), toolCalls: calls, usage: Self.usage(json["usage"]),
      model: json["model"]?.string,
      finishReason: Self.finishReason(choice["finish_reason"]?.string, hasCalls: !calls.isEmpty))
  }

  func reader() -> any DialectReader { ChatCompletionsReader() }

  // MARK: Parts of requests

  private static func message(_ message: ModelMessage) -> JSONValue {
    var result = JSONObject()
    result["role"] = .string(message.role.rawValue)
    result["content"] = .string(message.content)
    if !message.toolCalls.isEmpty {
      if message.content.isEmpty { result["content"] = .null }
      result["tool_calls"] = .array(
        message.toolCalls.map { call in
          [
            "id": .string(call.id), "type": "function",
            "function": ["name": .string(call.name), "arguments": .string(call.arguments.text)],
          ]
        })
    }
    result["tool_call_id"] = message.toolCallID.map { .string($0) }
    return .object(result)
  }

  private static func tool(_ tool: ModelTool) -> JSONValue {
    [
      "type": "function",
      "function": [
        "name": .string(tool.name), "description": .string(tool.description), "parameters": tool.parameters,
      ],
    ]
  }

  private static func format(_ schema: JSONSchema, _ abilities: ModelAbilities) -> JSONValue? {
    switch abilities.schema {
    case .enforced:
      [
        "type": "json_schema",
        "json_schema": [
          "name": .string(schema.name), "strict": true, "schema": StrictSchema.of(schema.schema, requiresAll: true),
        ],
      ]
    case .simple: ["type": "json_object"]
    case .prompted: nil
    }
  }

  // MARK: Parts of answers

  /// Some servers send a list of parts.
  static func text(_ content: JSONValue?) -> String {
    if let text = content?.string { return text }
    return (content?.array ?? []).compactMap { $0["text"]?.string }.joined()
  }

  /// Text by the book, an object from some servers.
  static func arguments(_ value: JSONValue?) throws(ModelFailure) -> JSONValue {
    if let value, value.object != nil { return value }
    return try ToolArguments.read(value?.string ?? "")
  }

  static func usage(_ usage: JSONValue?) -> ModelUsage {
    ModelUsage(
      inputTokens: usage?["prompt_tokens"]?.integer ?? 0, outputTokens: usage?["completion_tokens"]?.integer ?? 0)
  }

  static func finishReason(_ reason: String?, hasCalls: Bool) -> FinishReason {
    switch reason {
    case "length": .length
    case "content_filter": .filtered
    default: hasCalls ? .toolCalls : .stop
    }
  }
}
