import Domain

/// A function of the assistant, called by name. `arguments` is a JSON object as text.
package struct FunctionRequest: Codable, Hashable, Sendable {
  package var function: String
  package var arguments: String
  package var conversation: ConversationID?

  package init(function: String, arguments: String, conversation: ConversationID? = nil) {
    self.function = function
    self.arguments = arguments
    self.conversation = conversation
  }
}
