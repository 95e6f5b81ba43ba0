/// Asks in words for what an endpoint has no field for: an answer by schema, tool calls.
enum PromptedForm {
  /// `request`'s messages with the wishes that `abilities` lack written into the instructions.
  static func messages(_ request: ModelRequest, _ abilities: ModelAbilities) -> [ModelMessage] {
    var additions: [String] = []
    if let schema = request.schema, abilities.schema != .enforced {
      additions.append(
        "Answer with one JSON object and nothing else. It must be valid by this JSON Schema: \(schema.schema.text)")
    }
    if !request.tools.isEmpty, !abilities.tools { additions.append(toolInstructions(request.tools)) }
    var messages = abilities.tools ? request.messages : request.messages.map(withoutToolFields)
    guard !additions.isEmpty else { return messages }
    let text = additions.joined(separator: "\n\n")
    if let index = messages.firstIndex(where: { $0.role == .system }) {
      messages[index].content += "\n\n" + text
    } else {
      messages.insert(.system(text), at: 0)
    }
    return messages
  }

  /// The call in an answer of an endpoint without tools: `{"tool": name, "arguments": {…}}` for a
  /// tool of the request.
  static func toolCall(in text: String, _ request: ModelRequest) -> ModelToolCall? {
    guard !request.tools.isEmpty, let value = JSONExtraction.value(in: text), let name = value["tool"]?.string,
      request.tools.contains(where: { $0.name == name })
    else { return nil }
    let arguments = value["arguments"] ?? [:]
    guard arguments.object != nil else { return nil }
    return ModelToolCall(id: "call-\(request.messages.count)", name: name, arguments: arguments)
  }

  private static func toolInstructions(_ tools: [ModelTool]) -> String {
    let list = tools.map { tool in
      JSONValue.object(
        JSONObject([
          ("name", .string(tool.name)), ("description", .string(tool.description)), ("arguments", tool.parameters),
        ])
      ).text
    }
    return """
      You have these tools, one a line:
      \(list.joined(separator: "\n"))
      To use one, answer with one JSON object and nothing else: {"tool": "<name>", "arguments": {…}}. Its result comes in \
      the next message. Otherwise answer in plain text.
      """
  }

  private static func withoutToolFields(_ message: ModelMessage) -> ModelMessage {
    switch message.role {
    case .tool: return .user("Result of the tool:\n\(message.content)")
    case .assistant where !message.toolCalls.isEmpty:
      let calls = message.toolCalls.map { call in
        JSONValue.object(JSONObject([("tool", .string(call.name)), ("arguments", call.arguments)])).text
      }
      let parts = message.content.isEmpty ? calls : [message.content] + calls
      return .assistant(parts.joined(separator: "\n"))
    default: return message
    }
  }
}
