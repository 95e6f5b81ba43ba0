import Domain

/// What the engine tells its owner. Called on the thread that calls `handle`.
package protocol EngineOutput: AnyObject {
  /// An access token is needed; answer with `.token`, `.tokenUnavailable` or `.signedOut`. `fresh`:
  /// the last one was refused.
  func authorize(fresh: Bool)
  func connectionChanged(_ state: ConnectionState)
  func typingChanged(_ conversation: ConversationID, _ users: [UserID])
  func presenceChanged(_ presence: [UserID: Presence])
  /// How long a message took.
  func measured(_ event: ClientEvent)
  /// Whether anything is told of messages that are traced. Asked only for one that would be.
  var tellsSpans: Bool { get }
  /// What was done for a message that is traced.
  func traced(_ span: ClientSpan)
  /// A message that is traced is about to be there: its chat may show it.
  func arriving(_ message: TracedArrival)
  /// How far each file is that is on its way.
  func uploadsChanged(_ progress: [AttachmentID: UploadProgress])
  /// The local database does not work; the engine has disconnected and tries again later.
  func storageFailed(_ error: any Error)
}
