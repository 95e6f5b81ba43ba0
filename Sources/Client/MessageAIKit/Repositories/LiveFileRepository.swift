import Domain
import Foundation
import WireProtocol

/// Files and photos from the device's cache, which the server fills.
struct LiveFileRepository: FileRepository {
  let runtime: ClientRuntime

  func limits() async throws -> FileLimits {
    try FileLimits(json: try await runtime.call(.get, "/v1/files/limits"))
  }

  func file(_ attachment: Attachment, form: AttachmentForm) async throws -> URL {
    try await runtime.ifSignedIn { try await runtime.downloads.file(attachment, form) }
  }

  func uploadPhoto(_ source: URL) async throws -> AttachmentID {
    try await runtime.ifSignedIn {
      // Nobody signed in is told at once, and not as a cut line.
      _ = try await runtime.keeper.accessToken()
      let id: AttachmentID = runtime.configuration.ids.next()
      try await PhotoUpload(
        source, id: id, requests: UploadRequests(rest: runtime.rest, keeper: runtime.keeper))()
      return id
    }
  }

  func observeUploads() -> AsyncStream<[AttachmentID: UploadProgress]> {
    runtime.engine.uploads.stream()
  }
}
