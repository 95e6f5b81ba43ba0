import Domain

/// What the asker says to the assistant, and what they are looking at.
package struct AssistantRequest: Codable, Hashable, Sendable {
  package var text: String
  package var conversation: ConversationID?

  package init(text: String, conversation: ConversationID? = nil) {
    self.text = text
    self.conversation = conversation
  }
}
