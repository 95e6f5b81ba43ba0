import Foundation

/// Carries files to a server, also while the app is not running.
public protocol UploadTransport: Sendable {
  /// What happens to all files, from now on. One observer at a time.
  func events() -> AsyncStream<UploadEvent>
  /// Starts. The file must stay where it is until the server has answered.
  func start(_ upload: AttachmentID, file: URL, to address: URL, headers: [String: String]) async
  /// Goes on after an interruption; `false` when there is nothing to go on with: `start` again.
  func resume(_ upload: AttachmentID) async -> Bool
  /// Stops for good.
  func cancel(_ upload: AttachmentID) async
}
