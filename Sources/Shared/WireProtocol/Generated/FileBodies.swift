// Made from wire/files.json: change that and run `make wire`.

import Domain

/// What `POST /v1/uploads` takes. The same `id` again answers how far that upload is.
package struct UploadRequest: WireBody, Hashable {
  package var id: AttachmentID
  package var name: String
  /// How large the file is.
  package var bytes: Int64
  /// `voice` for a voice note. Else the server says it by the content.
  package var kind: Attachment.Kind?
  /// Of voice notes, in milliseconds.
  package var duration: Int64?
  /// Of voice notes: how loud each part is, a digit for each.
  package var wave: String?

  package init(
    id: AttachmentID, name: String, bytes: Int64, kind: Attachment.Kind? = nil, duration: Int64? = nil,
    wave: String? = nil
  ) {
    self.id = id
    self.name = name
    self.bytes = bytes
    self.kind = kind
    self.duration = duration
    self.wave = wave
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AttachmentID?
    var name: String?
    var bytes: Int64?
    var kind: Attachment.Kind?
    var duration: Int64?
    var wave: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "name": name = try reader.string()
      case "bytes": bytes = try reader.integer()
      case "kind": kind = try reader.word("image, voice or file")
      case "duration": duration = try reader.integer()
      case "wave": wave = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), name: try name.required("name"), bytes: try bytes.required("bytes"), kind: kind,
      duration: duration, wave: wave)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("name", name)
    writer.field("bytes", bytes)
    writer.field("kind", kind?.rawValue)
    writer.field("duration", duration)
    writer.field("wave", wave)
    writer.endObject()
  }
}

/// How far an upload is.
package struct UploadResponse: WireBody, Hashable {
  package var id: AttachmentID
  /// How large the file is.
  package var bytes: Int64
  /// Bytes that have come; the next byte to send.
  package var offset: Int64
  /// The file, once it can be sent with a message.
  package var attachment: Attachment?

  package init(id: AttachmentID, bytes: Int64, offset: Int64, attachment: Attachment? = nil) {
    self.id = id
    self.bytes = bytes
    self.offset = offset
    self.attachment = attachment
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AttachmentID?
    var bytes: Int64?
    var offset: Int64?
    var attachment: Attachment?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "bytes": bytes = try reader.integer()
      case "offset": offset = try reader.integer()
      case "attachment": attachment = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), bytes: try bytes.required("bytes"), offset: try offset.required("offset"),
      attachment: attachment)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("bytes", bytes)
    writer.field("offset", offset)
    writer.field("attachment", attachment)
    writer.endObject()
  }
}

/// What `POST /v1/files/links` takes.
package struct FileLinksRequest: WireBody, Hashable {
  package var files: [AttachmentID]
  package static let mostFiles = 100

  package init(files: [AttachmentID]) {
    self.files = files
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var files: [AttachmentID] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "files": files = try reader.identifiers() ?? []
      default: try reader.skipValue()
      }
    }
    self.init(files: files)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("files", files)
    writer.endObject()
  }
}

/// An address for a file that needs no token; `&size=320` or `&size=1280` behind it is a smaller
/// image.
package struct FileLink: WireBody, Hashable {
  package var id: AttachmentID
  /// A path on this server, with a query.
  package var url: String

  package init(id: AttachmentID, url: String) {
    self.id = id
    self.url = url
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AttachmentID?
    var url: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "url": url = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), url: try url.required("url"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("url", url)
    writer.endObject()
  }
}

/// Addresses of those files that the asker may read. They hold until `expiresAt`, while the session
/// lasts, and while the asker may read the file.
package struct FileLinksResponse: WireBody, Hashable {
  package var links: [FileLink]
  package var expiresAt: Timestamp

  package init(links: [FileLink], expiresAt: Timestamp) {
    self.links = links
    self.expiresAt = expiresAt
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var links: [FileLink] = []
    var expiresAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "links": links = try reader.bodies()
      case "expiresAt": expiresAt = try reader.timestamp("expiresAt")
      default: try reader.skipValue()
      }
    }
    self.init(links: links, expiresAt: try expiresAt.required("expiresAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("links", links)
    writer.field("expiresAt", expiresAt)
    writer.endObject()
  }
}

/// Files of a conversation, newest first; `next` is passed back as `before`.
package struct SharedFilesResponse: WireBody, Hashable {
  package var files: [SharedFile]
  package var next: String?

  package init(files: [SharedFile], next: String? = nil) {
    self.files = files
    self.next = next
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var files: [SharedFile] = []
    var next: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "files": files = try reader.bodies()
      case "next": next = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(files: files, next: next)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("files", files)
    writer.field("next", next)
    writer.endObject()
  }
}
