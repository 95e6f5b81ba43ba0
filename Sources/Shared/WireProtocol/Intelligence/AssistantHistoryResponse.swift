import Domain

/// The talk so far, oldest first.
package struct AssistantHistoryResponse: Codable, Hashable, Sendable {
  package var messages: [AssistantMessage]

  package init(messages: [AssistantMessage]) {
    self.messages = messages
  }
}
