import Domain

/// What a word of an answer may rest on: it falls with any of it.
///
/// More than what it cites: a model may put anything that it has read into any sentence, and may
/// repeat what it said before.
package struct Basis: Hashable, Sendable {
  package var conversations: Set<ConversationID>
  package var messages: Set<MessageID>

  package init(conversations: Set<ConversationID> = [], messages: Set<MessageID> = []) {
    self.conversations = conversations
    self.messages = messages
  }

  init(_ citations: [Citation]) {
    self.init(conversations: Set(citations.map(\.conversation)), messages: Set(citations.map(\.message)))
  }

  mutating func formUnion(_ other: Basis) {
    conversations.formUnion(other.conversations)
    messages.formUnion(other.messages)
  }
}

/// An entry of the talk with what it rests on.
struct StoredAssistantMessage: Sendable {
  var message: AssistantMessage
  var basis: Basis
}
