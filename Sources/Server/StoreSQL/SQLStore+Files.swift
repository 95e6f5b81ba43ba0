import Domain
import ServerCore

extension SQLStore {
  package func upload(_ file: AttachmentID, of asker: UserID) throws -> StoredFile {
    let found = try read {
      try $0.first(
        "SELECT \(FileRows.columns) FROM files f JOIN users u ON u.key = f.owner WHERE f.id = ? AND u.id = ?",
        .id(file), .id(asker), map: FileRows.file)
    }
    guard let found else { throw Refusal.notFound }
    return found
  }

  package func file(_ file: AttachmentID, for asker: UserID) throws -> StoredFile {
    let found = try read {
      try $0.first(
        """
        SELECT \(FileRows.columns) FROM files f JOIN users u ON u.id = ?2
        WHERE f.id = ?1 AND f.digest IS NOT NULL AND (
          f.owner = u.key AND f.position IS NULL AND f.photoOfConversation IS NULL OR f.photoOfUser IS NOT NULL
          OR EXISTS (
            SELECT 1 FROM members m WHERE m.conversation = coalesce(f.position >> 32, f.photoOfConversation)
              AND m.\(Dialect.account) = u.key AND m.leftAt IS NULL))
        """, .id(file), .id(asker), map: FileRows.file)
    }
    guard let found else { throw Refusal.notFound }
    return found
  }

  package func files(
    of conversation: ConversationID, for asker: UserID, kind: Attachment.Kind?, limit: Int, before: String?
  ) throws -> (files: [SharedFile], next: String?) {
    let limit = min(max(limit, 1), Limits.maximumPage)
    let end = try FilePlace(before)
    return try read { connection in
      let membership = try Membership.authorize(.read, asker, conversation, on: connection)
      let found = try connection.all(
        """
        SELECT \(FileRows.columns), f.position AS position, f.number AS number, m.id AS message, s.id AS sender,
          m.createdAt AS sentAt
        FROM files f \(Dialect.ordered) messages m ON m.position = f.position
          \(Dialect.ordered) users s ON s.key = m.sender
        WHERE f.position > ?1 AND f.position <= ?2 AND (f.position < ?2 OR f.number < ?3)
          AND m.deletedAt IS NULL AND (CAST(?4 AS text) IS NULL OR f.kind = ?4)
        ORDER BY f.position DESC, f.number DESC LIMIT ?5
        """, .integer(membership.position(0)), .integer(membership.position(end.seq)), .integer(end.number),
        .optional(kind?.rawValue), .integer(Int64(limit + 1))
      ) { row in
        let seq = MessageRows.seq(row.integer("position"))
        let file = SharedFile(
          attachment: try FileRows.attachment(row), message: try row.id("message"), seq: seq,
          sender: try row.id("sender"), createdAt: row.time("sentAt"))
        return (place: FilePlace(seq: seq, number: row.integer("number")), file: file)
      }
      return FilePlace.page(found, limit: limit)
    }
  }

  package func fileSpace(of asker: UserID) throws -> FileSpace {
    try read { connection in
      let key = try connection.first("SELECT key FROM users WHERE id = ?", .id(asker)) { $0.integer(.only) }
      guard let key else { throw Refusal.notFound }
      return try FileRows.space(of: key, at: options.clock.now, limits: options.limits, on: connection)
    }
  }

  package func isInUse(_ digest: FileDigest) throws -> Bool {
    try read { try FileRows.isInUse(digest, on: $0) }
  }

  package func removedFiles(limit: Int) throws -> [FileDigest] {
    try read {
      try $0.all("SELECT digest FROM removedFiles LIMIT ?", .integer(Int64(limit))) { FileDigest($0.text(.only)) }
    }.compactMap(\.self)
  }
}
