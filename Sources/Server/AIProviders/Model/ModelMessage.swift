/// One message of the exchange with a model.
package struct ModelMessage: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable {
    case system, user, assistant, tool
  }

  package var role: Role
  package var content: String
  /// What the assistant asked to be done; empty for every other role.
  package var toolCalls: [ModelToolCall] = []
  /// Which call a `tool` message answers.
  package var toolCallID: String?

  package static func system(_ content: String) -> ModelMessage {
    ModelMessage(role: .system, content: content)
  }

  package static func user(_ content: String) -> ModelMessage {
    ModelMessage(role: .user, content: content)
  }

  package static func assistant(_ content: String, toolCalls: [ModelToolCall] = []) -> ModelMessage {
    ModelMessage(role: .assistant, content: content, toolCalls: toolCalls)
  }

  /// The result of the tool call `id`.
  package static func tool(_ content: String, of id: String) -> ModelMessage {
    ModelMessage(role: .tool, content: content, toolCallID: id)
  }
}
