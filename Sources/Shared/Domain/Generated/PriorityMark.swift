// Made from wire/intelligence.json: change that and run `make wire`.

/// That a message is urgent for one reader, and why: a row of their private feed. Without `reason`
/// it is the tombstone.
public struct PriorityMark: Hashable, Sendable, Codable {
  public let message: MessageID
  /// Revision of the private feed at which this row last changed.
  public var rev: Int64
  public let conversation: ConversationID
  /// Of the message: it is unread above the reader's `readSeq`.
  public let seq: Int64
  /// Absent once it is not urgent for the reader any more.
  public var reason: String?
  /// The reason is in the words of a connected model that has read the message.
  public var isByModel: Bool
  /// It counts until then: the server forgets the row after that, tombstone or not, and so do
  /// clients.
  public var until: Timestamp

  public init(
    message: MessageID, rev: Int64 = 0, conversation: ConversationID, seq: Int64, reason: String? = nil,
    isByModel: Bool = false, until: Timestamp
  ) {
    self.message = message
    self.rev = rev
    self.conversation = conversation
    self.seq = seq
    self.reason = reason
    self.isByModel = isByModel
    self.until = until
  }
}
