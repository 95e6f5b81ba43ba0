import Domain
import WireProtocol

/// Writes an export: lines into files of about a megabyte, other files as they come, and last the
/// manifest, which names them all. It keeps a megabyte for each folder of lines, and the manifest's
/// line for each file.
struct ExportWriter<Sink: ExportSink> {
  /// Bytes of lines in one file, about.
  private static var partBytes: Int { 1 << 20 }

  private struct Part {
    var lines: [UInt8] = []
    var number = 1
  }

  private let began: Timestamp
  private var archive: ExportArchive<Sink>
  private var parts: [String: Part] = [:]
  /// `nil` where people are not in it.
  var people: Int?
  var conversations = 0
  var messages = 0
  var insights = 0
  private var files = 0
  private var missing: [AttachmentID] = []
  var missingFiles: Int { missing.count }

  init(at began: Timestamp, to sink: Sink) {
    self.began = began
    archive = ExportArchive(at: began, to: sink)
  }

  mutating func add(_ name: String, _ bytes: [UInt8]) async throws {
    try await archive.add(name, bytes)
  }

  /// Adds a line to the newest file of a folder, which is written once it is large enough, or with
  /// `end`.
  mutating func add(line: [UInt8], to folder: String) async throws {
    parts[folder, default: Part()].lines += line
    if let lines = parts[folder]?.lines.count, lines >= Self.partBytes { try await end(folder) }
  }

  mutating func end(_ folder: String) async throws {
    guard let part = parts[folder], !part.lines.isEmpty else { return }
    let number = String(part.number)
    let name = "\(folder)/\(String(repeating: "0", count: max(0, 6 - number.count)))\(number).jsonl"
    try await archive.add(name, part.lines)
    parts[folder] = Part(number: part.number + 1)
  }

  mutating func add(_ id: AttachmentID, _ size: Int64, _ pieces: FilePieces) async throws {
    try await archive.add("files/\(id)", size, pieces)
    files += 1
  }

  /// Bytes that are not there do not hold up the rest: the manifest names them.
  mutating func miss(_ id: AttachmentID) { missing.append(id) }

  /// Nothing comes behind it.
  mutating func finish(
    _ format: StaticString, workspace: String?, account: UserID?, ended: Timestamp
  ) async throws {
    try await archive.add(
      ExportManifest.name, manifest(format, workspace: workspace, account: account, ended: ended))
    try await archive.finish()
  }

  private func manifest(
    _ format: StaticString, workspace: String?, account: UserID?, ended: Timestamp
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 4_096)
    writer.beginObject()
    writer.key("format")
    writer.value(format)
    writer.field("workspace", workspace)
    writer.field("account", account)
    writer.field("began", began)
    writer.field("ended", ended)
    writer.key("counts")
    writer.beginObject()
    writer.field("people", people.map { Int64($0) })
    writer.field("conversations", conversations)
    writer.field("messages", messages)
    writer.field("insights", insights)
    writer.field("files", files)
    writer.endObject()
    writer.field("missing", missing)
    writer.key("files")
    writer.beginArray()
    for entry in archive.entries {
      writer.beginObject()
      writer.field("name", entry.name)
      writer.field("bytes", entry.bytes)
      writer.field("sha256", entry.digest.text)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}

/// Lines of exports.
enum ExportLine {
  static let feed: [UInt8] = [10]

  static func of(_ conversation: ConversationID, _ key: StaticString, _ body: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: body.count + 128)
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.key(key)
    writer.encoded(body)
    writer.endObject()
    return writer.bytes + feed
  }

  static func of(_ conversation: Conversation, _ members: [Member]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("members", members)
    writer.endObject()
    return writer.bytes + feed
  }

  static func of(_ person: ExportedPerson) -> [UInt8] {
    let profile = person.profile
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("id", profile.id)
    writer.field("name", profile.name)
    writer.field("email", profile.email.isEmpty ? nil : profile.email)
    writer.field("role", profile.workspaceRole.rawValue)
    writer.field("photo", profile.photo)
    writer.field("timeZone", profile.timeZone)
    writer.field("locale", profile.locale)
    writer.field("language", profile.language)
    writer.field("createdAt", profile.createdAt)
    writer.field("isDisabled", ifTrue: person.isDisabled)
    writer.field("isDeleted", ifTrue: person.isDeleted)
    writer.endObject()
    return writer.bytes + feed
  }
}
