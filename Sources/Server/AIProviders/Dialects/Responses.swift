import WireProtocol

/// OpenAI's Responses. Nothing is stored there: every request holds its whole exchange.
struct Responses: ModelDialect {
  var path: String { "/responses" }
  var abilities: ModelAbilities { ModelAbilities() }

  func headers(key: SecretKey?) -> [(name: String, value: String)] {
    key.map { [("authorization", "Bearer \($0.value)")] } ?? []
  }

  func body(_ request: ModelRequest, model: String, abilities: ModelAbilities, isStream: Bool) -> JSONValue {
    let messages = PromptedForm.messages(request, abilities)
    var body = JSONObject()
    body["model"] = .string(model)
    body["store"] = false
    let instructions = messages.filter { $0.role == .system }.map(\.content).joined(separator: "\n\n")
    if !instructions.isEmpty { body["instructions"] = .string(instructions) }
    body["input"] = .array(messages.flatMap(Self.items))
    body["max_output_tokens"] = .integer(request.maximumTokens)
    if abilities.temperature { body["temperature"] = request.temperature.map { .number($0) } }
    if let schema = request.schema, let format = Self.format(schema, abilities) { body["text"] = ["format": format] }
    if abilities.tools, !request.tools.isEmpty { body["tools"] = .array(request.tools.map(Self.tool)) }
    if isStream { body["stream"] = true }
    return .object(body)
  }

  func answer(_ json: JSONValue, to request: ModelRequest) throws(ModelFailure) -> DialectAnswer {
    if let error = json["error"], !error.isNull { throw ReplyFailure.inStream(error) }
    guard let output = json["output"]?.array else {
      throw ModelFailure(.invalidAnswer, detail: "the reply holds no output")
    }
    var text = ""
    var calls: [ModelToolCall] = []
    for item in output {
      if let call = try Self.call(item) { calls.append(call) }
      for part in item["content"]?.array ?? [] {
        if part["type"] == "refusal" { throw ModelFailure(.refused) }
        if part["type"] == "output_text" { text += part["text"]?.string ?? "" }
      }
    }
    return DialectAnswer(
      text: text, toolCalls: calls, usage: Self.usage(json["usage"]), model: json["model"]?.string,
      finishReason: Self.finishReason(json, hasCalls: !calls.isEmpty))
  }

  func reader() -> any DialectReader { ResponsesReader() }

  // MARK: Parts

  private static func items(_ message: ModelMessage) -> [JSONValue] {
    switch message.role {
    case .system: return []
    case .tool:
      return [
        [
          "type": "function_call_output", "call_id": .string(message.toolCallID ?? ""),
          "output": .string(message.content),
        ]
      ]
    case .user, .assistant:
      let calls = message.toolCalls.map { call -> JSONValue in
        [
          "type": "function_call", "call_id": .string(call.id), "name": .string(call.name),
          "arguments": .string(call.arguments.text),
        ]
      }
      guard !message.content.isEmpty || calls.isEmpty else { return calls }
      return [["role": .string(message.role.rawValue), "content": .string(message.content)]] + calls
    }
  }

  private static func tool(_ tool: ModelTool) -> JSONValue {
    [
      "type": "function", "name": .string(tool.name), "description": .string(tool.description),
      "parameters": tool.parameters, "strict": false,
    ]
  }

  private static func format(_ schema: JSONSchema, _ abilities: ModelAbilities) -> JSONValue? {
    switch abilities.schema {
    case .enforced:
      [
        "type": "json_schema", "name": .string(schema.name), "strict": true,
        "schema": StrictSchema.of(schema.schema, requiresAll: true),
      ]
    case .simple: ["type": "json_object"]
    case .prompted: nil
    }
  }

  static func call(_ item: JSONValue) throws(ModelFailure) -> ModelToolCall? {
    guard item["type"] == "function_call" else { return nil }
    return ModelToolCall(
      id: item["call_id"]?.string ?? "", name: item["name"]?.string ?? "",
      arguments: try ToolArguments.read(item["arguments"]?.string ?? ""))
  }

  static func usage(_ usage: JSONValue?) -> ModelUsage {
    ModelUsage(
      inputTokens: usage?["input_tokens"]?.integer ?? 0, outputTokens: usage?["output_tokens"]?.integer ?? 0)
  }

  static func finishReason(_ response: JSONValue, hasCalls: Bool) -> FinishReason {
    switch response["incomplete_details"]?["reason"]?.string {
    case "max_output_tokens": .length
    case "content_filter": .filtered
    default: hasCalls ? .toolCalls : .stop
    }
  }
}

/// Reads a streamed answer of Responses.
struct ResponsesReader: DialectReader {
  private var hasCalls = false
  private var end: DialectEnd?

  var isComplete: Bool { end != nil }

  mutating func read(_ event: ServerSentEvent) throws(ModelFailure) -> [DialectPiece] {
    if event.data == "[DONE]" { return [] }
    let json = try ChatCompletionsReader.json(event)
    switch json["type"]?.string {
    case "response.output_text.delta":
      let text = json["delta"]?.string ?? ""
      return text.isEmpty ? [] : [.text(text)]
    case "response.output_item.done":
      guard let item = json["item"], let call = try Responses.call(item) else { return [] }
      hasCalls = true
      return [.toolCall(call)]
    case "response.refusal.delta", "response.refusal.done": throw ModelFailure(.refused)
    case "response.completed", "response.incomplete":
      let response = json["response"] ?? .null
      end = DialectEnd(
        usage: Responses.usage(response["usage"]), model: response["model"]?.string,
        finishReason: Responses.finishReason(response, hasCalls: hasCalls))
      return []
    case "response.failed": throw ReplyFailure.inStream(json["response"]?["error"] ?? .null)
    case "error": throw ReplyFailure.inStream(json["error"] ?? json)
    default: return []
    }
  }

  mutating func close() throws(ModelFailure) -> DialectEnd {
    guard let end else { throw ModelFailure(.interrupted, detail: "the answer broke off") }
    return end
  }
}
