/// Images that go with messages.
public protocol AttachmentRepository: Sendable {
  /// Those of the conversation that are on their way, oldest first: now and after each change.
  func observeUploads(_ conversation: ConversationID) -> AsyncStream<[AttachmentUpload]>
  /// On disk when it returns; it goes when there is a network. Throws `invalid` where the server
  /// takes none.
  func upload(_ image: PreparedImage, to conversation: ConversationID) async throws -> AttachmentID
  /// Goes on with one that is paused or has failed.
  func resume(_ upload: AttachmentID) async throws
  /// Gives one up.
  func cancel(_ upload: AttachmentID) async throws
}
