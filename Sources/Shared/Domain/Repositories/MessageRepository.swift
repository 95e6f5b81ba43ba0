/// Messages of the signed-in user as the local store has them; every write is on disk when it
/// returns and needs no network.
public protocol MessageRepository: Sendable {
  /// The chat as it is now and after each change. Ends when the conversation is gone.
  func observeTimeline(_ conversation: ConversationID) -> AsyncStream<Timeline>
  /// Trims and checks the text, copies the files, and writes message and outbox entry in one
  /// transaction; the text may be empty when there are files. The message goes once its files have
  /// gone, and later ones of the conversation after it. Throws `invalid` or `tooLarge` for bad text
  /// and for files that cannot be read or are too many, `notFound` for an unknown conversation.
  func send(
    _ text: String, to conversation: ConversationID, replyTo: MessageID?, attachments: [OutgoingFile]
  ) async throws -> MessageID
  /// Replaces the text of my own message; the text is checked like a new one.
  func edit(_ message: MessageID, in conversation: ConversationID, text: String) async throws
  /// Deletes a message for everyone; a placeholder stays.
  func delete(_ message: MessageID, in conversation: ConversationID) async throws
  /// Puts a failed message back into the outbox.
  func retry(_ message: MessageID) async throws
  /// Gives up a failed message.
  func discard(_ message: MessageID) async throws
  /// Loads the page before what the store holds. Needs the network; returns whether still older
  /// messages exist.
  func loadOlder(_ conversation: ConversationID) async throws -> Bool
  /// Loads older messages until the store holds this one, or at least the next page towards it.
  /// Needs the network; returns whether the server may have the message.
  func loadBack(_ conversation: ConversationID, to message: MessageID) async throws -> Bool
  /// Raises my read watermark, locally at once; `seq` of the newest message seen.
  func markRead(_ conversation: ConversationID, upTo seq: Int64) async throws
  /// Lowers my read watermark so that `seq` is the first unread message.
  func markUnread(_ conversation: ConversationID, from seq: Int64) async throws
  /// Server-side search with `from:`, `in:`, `before:`, `after:`, `has:`. Needs the network.
  func search(_ query: String, before: String?) async throws -> (results: [SearchResult], next: String?)
}

extension MessageRepository {
  /// Sends text only.
  public func send(_ text: String, to conversation: ConversationID, replyTo: MessageID?) async throws -> MessageID {
    try await send(text, to: conversation, replyTo: replyTo, attachments: [])
  }

  public func loadBack(_ conversation: ConversationID, to message: MessageID) async throws -> Bool {
    try await loadOlder(conversation)
  }
}
