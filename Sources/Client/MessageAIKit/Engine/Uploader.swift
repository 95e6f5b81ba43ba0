import Domain

/// Carries files to the server. What becomes of each request comes back to the engine as
/// `.upload`, unless it was stopped.
package protocol Uploader: AnyObject {
  /// Tells the server what comes.
  func announce(_ file: Attachment, request: Int64)
  /// Asks how much of it the server has.
  func ask(_ file: AttachmentID, request: Int64)
  func transmit(_ file: AttachmentID, request: Int64, from offset: Int64, count: Int64, isLast: Bool)
  /// Gives all that follows from `offset` to the system. What becomes of it comes back as
  /// `.carried`.
  func handOver(_ file: AttachmentID, from offset: Int64)
  /// The system is to stop carrying anything.
  func recallAll()
  /// Gives up what is under way for the file; when the device has no such file any more, the server
  /// is told to forget it.
  func stop(_ file: AttachmentID)
}
