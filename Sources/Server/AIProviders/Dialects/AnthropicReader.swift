import WireProtocol

/// Reads a streamed answer of Messages.
struct AnthropicReader: DialectReader {
  private struct Call {
    var id: String
    var name: String
    var input: JSONValue
    var arguments = ""
  }

  private var calls: [Int: Call] = [:]
  private var hasCalls = false
  private var usage = ModelUsage.none
  private var model: String?
  private var reason: String?
  private(set) var isComplete = false

  mutating func read(_ event: ServerSentEvent) throws(ModelFailure) -> [DialectPiece] {
    let json = try ChatCompletionsReader.json(event)
    switch json["type"]?.string {
    case "message_start":
      model = json["message"]?["model"]?.string
      usage = AnthropicMessages.usage(json["message"]?["usage"], previous: usage)
    case "content_block_start": return start(json["index"]?.integer ?? 0, json["content_block"])
    case "content_block_delta": return extend(json["index"]?.integer ?? 0, json["delta"])
    case "content_block_stop": return try stop(json["index"]?.integer ?? 0)
    case "message_delta":
      usage = AnthropicMessages.usage(json["usage"], previous: usage)
      reason = json["delta"]?["stop_reason"]?.string ?? reason
      if reason == "refusal" { throw ModelFailure(.refused) }
    case "message_stop": isComplete = true
    case "error": throw ReplyFailure.inStream(json["error"] ?? .null)
    // Pings, and whatever is added later.
    default: break
    }
    return []
  }

  mutating func close() throws(ModelFailure) -> DialectEnd {
    guard isComplete else { throw ModelFailure(.interrupted, detail: "the answer broke off") }
    return DialectEnd(
      usage: usage, model: model, finishReason: AnthropicMessages.finishReason(reason, hasCalls: hasCalls))
  }

  private mutating func start(_ index: Int, _ block: JSONValue?) -> [DialectPiece] {
    if block?["type"] == "tool_use" {
      calls[index] = Call(
        id: block?["id"]?.string ?? "", name: block?["name"]?.string ?? "", input: block?["input"] ?? [:])
    }
    guard block?["type"] == "text", let text = block?["text"]?.string, !text.isEmpty else { return [] }
    return [.text(text)]
  }

  private mutating func extend(_ index: Int, _ delta: JSONValue?) -> [DialectPiece] {
    if delta?["type"] == "input_json_delta" { calls[index]?.arguments += delta?["partial_json"]?.string ?? "" }
    guard delta?["type"] == "text_delta", let text = delta?["text"]?.string, !text.isEmpty else { return [] }
    return [.text(text)]
  }

  private mutating func stop(_ index: Int) throws(ModelFailure) -> [DialectPiece] {
    guard let call = calls.removeValue(forKey: index) else { return [] }
    hasCalls = true
    let arguments = call.arguments.isEmpty ? call.input : try ToolArguments.read(call.arguments)
    return [.toolCall(ModelToolCall(id: call.id, name: call.name, arguments: arguments))]
  }
}
