import Domain
import Foundation
import Media
import ServerCore
import ServerHTTP
import WireProtocol

/// A folder for a server's files.
package struct TestFiles: Sendable {
  package let path: String
  package let dependencies: FileDependencies

  package init() throws {
    path = NSTemporaryDirectory() + "messageai-files-\(UUID())"
    let work = FileWork()
    // Tests leave no processor idle.
    dependencies = FileDependencies(
      uploads: try UploadFolder(path: path + "/uploads"),
      storage: try FolderStorage(path: path + "/files", work: work),
      images: VipsImages(atOnce: 2, isIdle: false, idle: work), documents: PopplerDocuments(atOnce: 2, isIdle: false),
      work: work, idle: work)
  }

  /// A PNG of one pixel.
  package static let picture = [UInt8](
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data())

  package func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension TestUser {
  /// Uploads a file in one piece.
  package func upload(
    _ bytes: [UInt8], name: String = "file", kind: Attachment.Kind? = nil, duration: Int64? = nil
  ) async throws -> Attachment {
    let id: AttachmentID = Self.newID()
    let form = UploadRequest(id: id, name: name, bytes: Int64(bytes.count), kind: kind, duration: duration)
    try await ok("POST", "/v1/uploads", form)
    let answer = try await append(bytes, to: id, at: 0, isLast: true)
    guard answer.status == 200 else { throw ContractViolation(description: "\(answer.status): \(answer.text)") }
    return try require(try UploadResponse(json: answer.body).attachment, "attachment")
  }

  package func append(
    _ bytes: [UInt8], to id: AttachmentID, at offset: Int, isLast: Bool
  ) async throws -> TestHTTP.Answer {
    try await server.http.send(
      "PATCH", "/v1/uploads/\(id)", token: token, body: bytes, type: "application/partial-upload",
      headers: [("Upload-Offset", String(offset)), ("Upload-Complete", isLast ? "?1" : "?0")])
  }

  @discardableResult
  package func post(_ text: String, files: [AttachmentID], in conversation: ConversationID) async throws -> Message {
    let form = PostMessageRequest(
      id: Self.newID(), text: text, attachments: files.map { AttachmentReference(id: $0) })
    return try Message(json: await ok("POST", "/v1/conversations/\(conversation)/messages", form))
  }
}
