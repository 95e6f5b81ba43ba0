import Domain
import ServerCore

/// How files are named and read.
enum FileRows {
  static let columns = """
    f.id, f.owner, f.createdAt, f.kind, f.name, f.type, f.size, f.width, f.height, f.duration, f.preview, f.wave, f.alt,
    f.digest, f.position IS NOT NULL OR f.photoOfUser IS NOT NULL OR f.photoOfConversation IS NOT NULL AS isUsed
    """

  /// Stands for files that a row says it has until they are read.
  static let unread = [
    Attachment(id: AttachmentID(high: 0, low: 0), kind: .file, name: "", type: Attachment.unknownType, bytes: 0)
  ]

  static func attachments(of position: Int64, on connection: SQLConnection) throws -> [Attachment] {
    try connection.all(
      "SELECT \(columns) FROM files f WHERE f.position = ? ORDER BY f.number", .integer(position)
    ) { try attachment($0) }
  }

  static func file(_ row: SQLRow) throws -> StoredFile {
    StoredFile(
      owner: row.integer("owner"), createdAt: row.time("createdAt"), attachment: try attachment(row),
      size: row.integer("size"), digest: row.optionalText("digest").flatMap { FileDigest($0) },
      isUsed: row.flag("isUsed"))
  }

  static func space(
    of owner: Int64, at time: Timestamp, limits: StoreLimits, on connection: SQLConnection
  ) throws -> FileSpace {
    let used = try connection.integer(
      "SELECT CAST(coalesce(sum(size), 0) AS bigint) FROM files WHERE owner = ?", .integer(owner))
    let recent = try connection.integer(
      "SELECT count(*) FROM files WHERE owner = ? AND createdAt > ?", .integer(owner),
      .time(time.adding(seconds: -86_400)))
    let total = try connection.integer("SELECT total FROM fileUsage")
    return FileSpace(used: used, total: total, recent: Int(recent), limits: limits)
  }

  static func isInUse(_ digest: FileDigest, on connection: SQLConnection) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM files WHERE digest = ?)", .text(digest.text)) != 0
  }

  static func attachment(_ row: SQLRow) throws -> Attachment {
    Attachment(
      id: try row.id("id"), kind: try row.word("kind"), name: row.text("name"), type: row.text("type"),
      bytes: row.integer("size"), width: row.optionalInteger("width"), height: row.optionalInteger("height"),
      duration: row.optionalInteger("duration"), preview: row.optionalText("preview"), wave: row.optionalText("wave"),
      alt: row.optionalText("alt"))
  }
}
