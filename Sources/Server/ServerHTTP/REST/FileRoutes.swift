import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServerCore
import WireProtocol

/// Files: their way to the server, as the resumable upload protocol has it
/// (draft-ietf-httpbis-resumable-upload), and back.
enum FileRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      limits(services), begin(services), progress(services), append(services), cancel(services), links(services),
      download(services), shared(services),
    ]
  }

  // MARK: Uploading

  private static func limits(_ services: RestServices) -> Route {
    .signedIn(
      .get, "/v1/files/limits",
      .init("fileLimits", "What files the server takes, and how much room is left", answers: .init(200, .fileLimits))
    ) { _, asker in
      .json(try await services.files().limits(for: asker.user))
    }
  }

  private static func begin(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/uploads",
      .init(
        "beginUpload", "Say which file comes; a repeated id answers how far it is", body: .uploadRequest,
        answers: .init(201, .upload), .init(200, .upload))
    ) { request, asker in
      let form: UploadRequest = try request.body()
      let draft = Attachment(
        id: form.id, kind: form.kind ?? .file, name: form.name, type: Attachment.unknownType, bytes: form.bytes,
        duration: form.duration, wave: form.wave)
      let begun = try await services.files().begin(draft, by: asker.user)
      var answer = RestResponse.json(begun.progress.body, status: begun.isNew ? 201 : 200)
      answer.headers[.location] = "/v1/uploads/\(form.id)"
      return answer
    }
  }

  private static func progress(_ services: RestServices) -> Route {
    .signedIn(
      .head, "/v1/uploads/{id}", .init("uploadProgress", "How far an upload is, in header fields", answers: .init(204))
    ) { request, asker in
      let progress = try await services.files().progress(of: try request.id("id"), by: asker.user)
      var answer = RestResponse.noContent
      answer.headers[HTTPFields.uploadOffset] = String(progress.offset)
      answer.headers[HTTPFields.uploadLength] = String(progress.file.size)
      answer.headers[HTTPFields.uploadComplete] = progress.file.isComplete ? "?1" : "?0"
      return answer
    }
  }

  private static func append(_ services: RestServices) -> Route {
    .signedIn(
      .patch, "/v1/uploads/{id}",
      .init(
        "appendToUpload", "Send bytes of a file, from the header's Upload-Offset on",
        bytes: HTTPLimits.uploadType, answers: .init(200, .upload), .init(204))
    ) { request, asker in
      let id: AttachmentID = try request.id("id")
      guard let offset = request.headers[HTTPFields.uploadOffset].flatMap({ Int64($0) }), offset >= 0 else {
        throw Refusal(.malformed, "Upload-Offset says from which byte on the file comes.")
      }
      let isLast: Bool
      switch request.headers[HTTPFields.uploadComplete] {
      case "?1": isLast = true
      case "?0", nil: isLast = false
      default: throw Refusal(.malformed, "Upload-Complete is ?1 or ?0.")
      }
      guard let bytes = request.bytes else { throw Refusal(.malformed, "Send Content-Type: \(HTTPLimits.uploadType).") }
      do {
        let progress = try await services.files().append(
          bytes.map { Array($0.readableBytesView) }, to: id, at: offset, isLast: isLast, by: asker.user)
        guard !progress.file.isComplete else { return .json(progress.body) }
        var answer = RestResponse.noContent
        answer.headers[HTTPFields.uploadOffset] = String(progress.offset)
        answer.headers[HTTPFields.uploadComplete] = "?0"
        return answer
      } catch let wrong as FileService.WrongOffset {
        var answer = RestResponse.problem(Refusal(.conflict, "The next byte is \(wrong.expected)."))
        answer.headers[HTTPFields.uploadOffset] = String(wrong.expected)
        return answer
      }
    }
  }

  private static func cancel(_ services: RestServices) -> Route {
    .signedIn(
      .delete, "/v1/uploads/{id}",
      .init("cancelUpload", "Give up an upload, or a file that was not sent", answers: .init(204))
    ) { request, asker in
      try await services.files().cancel(try request.id("id"), by: asker.user)
      return .noContent
    }
  }

  // MARK: Downloading

  private static func links(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/files/links",
      .init(
        "fileLinks", "Addresses of files for pages that cannot send a token", body: .fileLinksRequest,
        answers: .init(200, .fileLinks))
    ) { request, asker in
      let form: FileLinksRequest = try request.body()
      guard form.files.count <= FileLinksRequest.mostFiles else {
        throw Refusal(.invalid, "At most \(FileLinksRequest.mostFiles) links are made at once.")
      }
      let readable = try await services.reader.read { store in
        form.files.filter { (try? store.file($0, for: asker.user)) != nil }
      }
      var links: [FileLink] = []
      var expiresAt = services.context.clock.now.adding(seconds: FileLinks.lifetime)
      for file in readable {
        let link = try await services.fileLinks.make(for: file, session: asker.session)
        links.append(FileLink(id: file, url: "/v1/files/\(file)?link=\(link.text)"))
        expiresAt = min(expiresAt, link.expiresAt)
      }
      return .json(FileLinksResponse(links: links, expiresAt: expiresAt))
    }
  }

  private static func shared(_ services: RestServices) -> Route {
    .conversation(
      .read, .get, "/v1/conversations/{id}/files",
      .init(
        "listFiles", "The files of a conversation's messages, newest first; `kind`: `image`, `voice` or `file`",
        query: [.text("kind"), .integer("limit"), .text("before")], answers: .init(200, .sharedFiles))
    ) { request, asker, conversation in
      let word = request.query["kind"]
      let kind = word.flatMap(Attachment.Kind.init)
      guard word == nil || kind != nil else { throw Refusal(.invalid, "kind is image, voice or file.") }
      let limit = try request.limit(standard: Limits.window, maximum: Limits.maximumPage)
      let before = request.query["before"]
      return .json(
        try await services.reader.read { store in
          let found = try store.files(of: conversation, for: asker.user, kind: kind, limit: limit, before: before)
          return SharedFilesResponse(files: found.files, next: found.next)
        })
    }
  }

  private static func download(_ services: RestServices) -> Route {
    .linked(
      .get, "/v1/files/{id}",
      .init(
        "getFile", "A file, or a smaller form of an image; with a token, or with the query of a link",
        query: [.integer("size"), .text("link")],
        answers: .init(200, text: "*/*"), .init(206, text: "*/*"), .init(304))
    ) { request, asker in
      let size = try request.number("size").map { Int($0) }
      let files = try services.files()
      let content = try await files.content(of: try request.id("id"), size: size, for: asker.user)
      return FileAnswer(content: content, headers: request.headers).response { files.read(content.key, $0) }
    }
  }
}

extension RestServices {
  /// Throws `forbidden` where the server takes no files.
  fileprivate func files() throws(Refusal) -> FileService {
    guard let fileService else { throw Refusal(.forbidden, "This server takes no files.") }
    return fileService
  }
}

extension FileService.Progress {
  fileprivate var body: UploadResponse {
    UploadResponse(
      id: file.attachment.id, bytes: file.size, offset: offset, attachment: file.isComplete ? file.attachment : nil)
  }
}

extension HTTPFields {
  fileprivate static let uploadOffset = "Upload-Offset"
  fileprivate static let uploadLength = "Upload-Length"
  fileprivate static let uploadComplete = "Upload-Complete"

  /// By a name that this code knows to be one.
  fileprivate subscript(_ name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }
}
