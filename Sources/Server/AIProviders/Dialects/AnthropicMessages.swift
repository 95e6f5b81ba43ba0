/// Anthropic's Messages.
struct AnthropicMessages: ModelDialect {
  static let version = "2023-06-01"

  var path: String { "/messages" }
  var abilities: ModelAbilities { ModelAbilities() }

  func headers(key: SecretKey?) -> [(name: String, value: String)] {
    [("anthropic-version", Self.version)] + (key.map { [("x-api-key", $0.value)] } ?? [])
  }

  func body(_ request: ModelRequest, model: String, abilities: ModelAbilities, isStream: Bool) -> JSONValue {
    let messages = PromptedForm.messages(request, abilities)
    var body = JSONObject()
    body["model"] = .string(model)
    body["max_tokens"] = .integer(request.maximumTokens)
    let system = messages.filter { $0.role == .system }.map(\.content).joined(separator: "\n\n")
    if !system.isEmpty { body["system"] = .string(system) }
    body["messages"] = .array(Self.turns(messages))
    if abilities.temperature { body["temperature"] = request.temperature.map { .number($0) } }
    if abilities.tools, !request.tools.isEmpty { body["tools"] = .array(request.tools.map(Self.tool)) }
    if let schema = request.schema { Self.ask(for: schema, abilities, in: &body) }
    if isStream { body["stream"] = true }
    return .object(body)
  }

  func answer(_ json: JSONValue, to request: ModelRequest) throws(ModelFailure) -> DialectAnswer {
    if json["type"] == "error", let error = json["error"] { throw ReplyFailure.inStream(error) }
    guard let content = json["content"]?.array else {
      throw ModelFailure(.invalidAnswer, detail: "the reply holds no content")
    }
    if json["stop_reason"] == "refusal" { throw ModelFailure(.refused) }
    var text = ""
    var calls: [ModelToolCall] = []
    var structured: JSONValue?
    for block in content {
      if block["type"] == "text" { text += block["text"]?.string ?? "" }
      guard block["type"] == "tool_use", let name = block["name"]?.string else { continue }
      let input = block["input"] ?? [:]
      // The second way to ask for a schema: a tool of its name.
      if request.tools.isEmpty, name == request.schema?.name {
        structured = input
      } else {
        calls.append(ModelToolCall(id: block["id"]?.string ?? "", name: name, arguments: input))
      }
    }
    return DialectAnswer(
      text: structured.map(\.text) ?? text, json: structured, toolCalls: calls,
      usage: Self.usage(json["usage"], previous: .none), model: json["model"]?.string,
      finishReason: Self.finishReason(json["stop_reason"]?.string, hasCalls: !calls.isEmpty))
  }

  func reader() -> any DialectReader { AnthropicReader() }

  // MARK: Parts of requests

  /// Turns alternate: what one side says in a row is one turn. Results of tools are the user's.
  private static func turns(_ messages: [ModelMessage]) -> [JSONValue] {
    var turns: [(role: String, blocks: [JSONValue])] = []
    for message in messages where message.role != .system {
      let role = message.role == .assistant ? "assistant" : "user"
      let blocks = blocks(message)
      guard !blocks.isEmpty else { continue }
      if turns.last?.role == role {
        turns[turns.count - 1].blocks += blocks
      } else {
        turns.append((role, blocks))
      }
    }
    return turns.map { ["role": .string($0.role), "content": .array($0.blocks)] }
  }

  private static func blocks(_ message: ModelMessage) -> [JSONValue] {
    if message.role == .tool {
      return [
        [
          "type": "tool_result", "tool_use_id": .string(message.toolCallID ?? ""),
          "content": .string(message.content),
        ]
      ]
    }
    let text: [JSONValue] =
      message.content.isEmpty ? [] : [["type": "text", "text": .string(message.content)]]
    return text
      + message.toolCalls.map { call in
        [
          "type": "tool_use", "id": .string(call.id), "name": .string(call.name), "input": call.arguments,
        ]
      }
  }

  private static func tool(_ tool: ModelTool) -> JSONValue {
    ["name": .string(tool.name), "description": .string(tool.description), "input_schema": tool.parameters]
  }

  private static func ask(for schema: JSONSchema, _ abilities: ModelAbilities, in body: inout JSONObject) {
    switch abilities.schema {
    case .enforced:
      body["output_config"] = [
        "format": ["type": "json_schema", "schema": StrictSchema.of(schema.schema, requiresAll: false)]
      ]
    case .simple:
      body["tools"] = [
        [
          "name": .string(schema.name), "description": "Gives the answer.",
          "input_schema": StrictSchema.of(schema.schema, requiresAll: false),
        ]
      ]
      body["tool_choice"] = ["type": "tool", "name": .string(schema.name)]
    case .prompted: break
    }
  }

  // MARK: Parts of answers

  /// What was read from a cache counts as read. Counts that are not told stay as they were.
  static func usage(_ usage: JSONValue?, previous: ModelUsage) -> ModelUsage {
    let input = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].compactMap {
      usage?[$0]?.integer
    }
    return ModelUsage(
      inputTokens: input.isEmpty ? previous.inputTokens : input.reduce(0, +),
      outputTokens: usage?["output_tokens"]?.integer ?? previous.outputTokens)
  }

  static func finishReason(_ reason: String?, hasCalls: Bool) -> FinishReason {
    switch reason {
    case "max_tokens", "model_context_window_exceeded": .length
    default: hasCalls ? .toolCalls : .stop
    }
  }
}
