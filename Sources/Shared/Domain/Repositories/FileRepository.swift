import Foundation

/// Files of messages, and photos of people and groups.
public protocol FileRepository: Sendable {
  /// What the server takes, and how much room is left. Needs the network.
  func limits() async throws -> FileLimits
  /// Where the file is on this device, fetched if need be. It is there until signing out, or until
  /// newer files have taken its room: whoever keeps it makes a copy. Throws `notFound` for a file
  /// that is not there or not for this user.
  func file(_ attachment: Attachment, form: AttachmentForm) async throws -> URL
  /// Uploads an image that is to be the photo of a person or a group, and says its id once the
  /// server has it. Needs the network. What is no image is refused once it is to become one.
  func uploadPhoto(_ source: URL) async throws -> AttachmentID
  /// How far each file is that is on its way to the server: now and after each change.
  func observeUploads() -> AsyncStream<[AttachmentID: UploadProgress]>
}
