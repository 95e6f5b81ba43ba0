import Domain
import ServerCore

/// Entries of the audit log as rows.
enum AuditRows {
  static let columns = """
    number, at, actor, session, addressHash, address, salt, kind, subject, detail, outcome, before, hash
    """

  static func entry(_ row: SQLRow) -> AuditEntry {
    let address = row.optionalText("address").map { AuditAddress($0, salt: row.bytes("salt")) }
    return AuditEntry(
      number: row.integer("number"), at: row.time("at"), actor: row.text("actor"),
      session: row.optionalText("session"), addressHash: row.isNull("addressHash") ? nil : row.bytes("addressHash"),
      address: address, kind: row.text("kind"), subject: row.optionalText("subject"),
      detail: row.optionalText("detail"), outcome: row.text("outcome"), before: row.bytes("before"),
      hash: row.bytes("hash"))
  }

  static func checkpoint(_ connection: SQLConnection) throws -> AuditHead {
    try connection.first("SELECT number, hash FROM auditCheckpoint", map: head) ?? .start
  }

  /// Of the newest entry, or else of the last one that was forgotten.
  static func head(_ connection: SQLConnection) throws -> AuditHead {
    try connection.first("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1", map: head)
      ?? checkpoint(connection)
  }

  static func head(_ row: SQLRow) -> AuditHead {
    AuditHead(number: row.integer("number"), hash: row.bytes("hash"))
  }

  static func insert(_ entry: AuditEntry, on connection: SQLConnection) throws {
    try connection.run(
      "INSERT INTO audit (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(entry.number), .time(entry.at), .text(entry.actor), .optional(entry.session),
      bytes(entry.addressHash), .optional(entry.address?.text), bytes(entry.address?.salt), .text(entry.kind),
      .optional(entry.subject), .optional(entry.detail), .text(entry.outcome), .bytes(entry.before),
      .bytes(entry.hash))
  }

  private static func bytes(_ bytes: [UInt8]?) -> SQLValue { bytes.map { .bytes($0) } ?? .null }
}
