import Domain
import Foundation
import GRDB

/// The table of files that wait to be sent with their messages.
struct OutgoingFileRecord {
  /// Milliseconds for which the server is trusted to keep a file that no message has yet. It keeps
  /// them for a day.
  private static let trust: Int64 = 12 * 3_600_000
  private static let columns = "id, kind, name, type, bytes, width, height, duration, wave, alt, completedAt"

  let attachment: Attachment
  let completedAt: Timestamp?

  /// Whether the server has all of it.
  func isComplete(at now: Timestamp) -> Bool {
    guard let completedAt else { return false }
    return now.milliseconds - completedAt.milliseconds < Self.trust
  }

  static func all(of message: MessageID, _ db: Database) throws -> [OutgoingFileRecord] {
    try db.map("SELECT \(columns) FROM outgoingFile WHERE message = ? ORDER BY number", [message.blob], decode)
  }

  static func ids(_ db: Database) throws -> [AttachmentID] {
    try db.map("SELECT id FROM outgoingFile") { try $0.identifier(0) }
  }

  static func message(of file: AttachmentID, _ db: Database) throws -> MessageID? {
    try db.row("SELECT message FROM outgoingFile WHERE id = ?", [file.blob]).map { try $0.identifier(0) }
  }

  static func insert(_ attachments: [Attachment], of message: MessageID, _ db: Database) throws {
    for (number, file) in attachments.enumerated() {
      try db.run(
        "INSERT INTO outgoingFile (message, number, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        [
          message.blob, number, file.id.blob, file.kind.rawValue, file.name, file.type, file.bytes, file.width,
          file.height, file.duration, file.wave, file.alt,
        ])
    }
  }

  static func complete(_ file: AttachmentID, at now: Timestamp, _ db: Database) throws {
    try db.run("UPDATE outgoingFile SET completedAt = ? WHERE id = ?", [now.milliseconds, file.blob])
  }

  /// The server is asked again what it has of them.
  static func forgetCompletion(of message: MessageID, _ db: Database) throws {
    try db.run("UPDATE outgoingFile SET completedAt = NULL WHERE message = ?", [message.blob])
  }

  static func forgetCompletion(_ db: Database) throws {
    try db.run("UPDATE outgoingFile SET completedAt = NULL")
  }

  static func delete(of message: MessageID, _ db: Database) throws {
    try db.run("DELETE FROM outgoingFile WHERE message = ?", [message.blob])
  }

  private static func decode(_ row: Row) throws -> OutgoingFileRecord {
    OutgoingFileRecord(
      attachment: Attachment(
        id: try row.identifier(0), kind: try row.value(1, "kind"), name: row[2], type: row[3], bytes: row[4],
        width: row[5], height: row[6], duration: row[7], wave: row[8], alt: row[9]),
      completedAt: row.optionalTimestamp(10))
  }
}
