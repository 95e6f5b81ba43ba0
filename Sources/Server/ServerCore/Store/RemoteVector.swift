import Domain

/// What a message means to an embedding model that runs elsewhere.
package struct RemoteVector: Sendable {
  package let conversation: ConversationID
  package let message: MessageID
  /// `rev` of the message row that was embedded.
  package let rev: Int64
  /// One signed byte a dimension; only its direction counts.
  package let bytes: [UInt8]

  package init(conversation: ConversationID, message: MessageID, rev: Int64, bytes: [UInt8]) {
    self.conversation = conversation
    self.message = message
    self.rev = rev
    self.bytes = bytes
  }
}
