import Domain

/// What the server's member row of the signed-in user is behind of.
package struct LocalWatermark: Hashable, Sendable {
  package let conversation: ConversationID
  /// The read watermark to send; `nil` when the server's is not behind.
  package let readSeq: Int64?
  /// The newest seq held from others, to send as delivered; `nil` when the server's is not behind.
  package let deliveredSeq: Int64?
  /// `readSeq` is to be set even though it lowers the server's.
  package let markUnread: Bool

  package init(conversation: ConversationID, readSeq: Int64?, deliveredSeq: Int64?, markUnread: Bool = false) {
    self.conversation = conversation
    self.readSeq = readSeq
    self.deliveredSeq = deliveredSeq
    self.markUnread = markUnread
  }
}
