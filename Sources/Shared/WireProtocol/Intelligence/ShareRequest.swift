import Domain

/// Where an output is posted.
package struct ShareRequest: Codable, Hashable, Sendable {
  package var conversation: ConversationID

  package init(conversation: ConversationID) {
    self.conversation = conversation
  }
}
