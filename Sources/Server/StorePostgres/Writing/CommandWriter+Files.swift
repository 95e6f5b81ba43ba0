import Domain
import ServerCore

extension CommandWriter {
  func file(_ id: AttachmentID) throws -> StoredFile? {
    try connection.first("SELECT \(FileRows.columns) FROM files f WHERE f.id = ?", .id(id), map: FileRows.file)
  }

  func fileSpace(of account: Int64, at time: Timestamp) throws -> FileSpace {
    try FileRows.space(of: account, at: time, limits: limits, on: connection)
  }

  func insert(_ file: StoredFile) throws {
    let attachment = file.attachment
    try connection.queue(
      """
      INSERT INTO files (id, owner, createdAt, kind, name, type, size, duration, wave)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .id(attachment.id), .integer(file.owner), .time(file.createdAt), .text(attachment.kind.rawValue),
      .text(attachment.name), .text(attachment.type), .integer(file.size), .optional(attachment.duration),
      .optional(attachment.wave))
    try count(file.size)
  }

  func complete(_ file: StoredFile, text: String?) throws {
    let attachment = file.attachment
    try count(file.size - connection.integer("SELECT size FROM files WHERE id = ?", .id(attachment.id)))
    try connection.queue(
      """
      UPDATE files SET kind = ?, name = ?, type = ?, size = ?, width = ?, height = ?, duration = ?, preview = ?,
        wave = ?, digest = ?
      WHERE id = ?
      """, .text(attachment.kind.rawValue), .text(attachment.name), .text(attachment.type), .integer(file.size),
      .optional(attachment.width), .optional(attachment.height), .optional(attachment.duration),
      .optional(attachment.preview), .optional(attachment.wave), .optional(file.digest?.text), .id(attachment.id))
    guard let text else { return }
    try connection.queue(
      "INSERT INTO fileTexts (file, length, text) SELECT key, ?, ? FROM files WHERE id = ?",
      .integer(Int64(text.unicodeScalars.count)), .text(text), .id(attachment.id))
  }

  /// They are the message's from now on, and it is found by what stands in them.
  func attach(_ attachments: [Attachment], to position: Int64, _ words: PlacedWords) throws {
    for (number, attachment) in attachments.enumerated() {
      try connection.queue(
        "UPDATE files SET position = ?, number = ?, alt = ? WHERE id = ?", .integer(position),
        .integer(Int64(number)), .optional(attachment.alt), .id(attachment.id))
      guard attachment.kind == .file else { continue }
      let text = try connection.first(
        "SELECT text FROM fileTexts WHERE file = (SELECT key FROM files WHERE id = ?)", .id(attachment.id)
      ) { $0.text(.only) }
      guard let text else { continue }
      try connection.queue(
        """
        UPDATE fileTexts SET words = ?::text::tsvector WHERE file = (SELECT key FROM files WHERE id = ?)
        """, .text(words.vector("\(attachment.words)\n\(text)")), .id(attachment.id))
    }
  }

  func usePhoto(_ id: AttachmentID, of holder: PhotoHolder) throws {
    let (column, value) =
      switch holder {
      case .account(let number): ("photoOfUser", number)
      case .conversation(let key): ("photoOfConversation", key)
      }
    try connection.queue("UPDATE files SET \(column) = ? WHERE id = ?", .integer(value), .id(id))
  }

  func removeFiles(_ selection: FileSelection) throws {
    let (condition, value): (String, PostgresValue) =
      switch selection {
      case .one(let id): ("id = ?", .id(id))
      case .of(let place): ("position = ?", .integer(place.position))
      case .unused(let before):
        (
          "position IS NULL AND photoOfUser IS NULL AND photoOfConversation IS NULL AND createdAt < ?", .time(before)
        )
      case .unsent(let owner):
        ("owner = ? AND position IS NULL AND photoOfUser IS NULL AND photoOfConversation IS NULL", .integer(owner))
      case .photo(.account(let number)): ("photoOfUser = ?", .integer(number))
      case .photo(.conversation(let key)): ("photoOfConversation = ?", .integer(key))
      }
    let size = try connection.integer("SELECT coalesce(sum(size), 0)::bigint FROM files WHERE \(condition)", value)
    guard size > 0 else { return }
    try count(-size)
    try connection.queue(
      """
      INSERT INTO removedFiles (digest) SELECT digest FROM files WHERE \(condition) AND digest IS NOT NULL
      ON CONFLICT DO NOTHING
      """, value)
    try connection.queue("DELETE FROM files WHERE \(condition)", value)
  }

  func isInUse(_ digest: FileDigest) throws -> Bool {
    try FileRows.isInUse(digest, on: connection)
  }

  func forget(_ digest: FileDigest) throws {
    try connection.queue("DELETE FROM removedFiles WHERE digest = ?", .text(digest.text))
  }

  private func count(_ growth: Int64) throws {
    try connection.queue("UPDATE fileUsage SET total = total + ?", .integer(growth))
  }
}
