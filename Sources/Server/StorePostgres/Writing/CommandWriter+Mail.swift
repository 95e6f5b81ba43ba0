import Domain
import ServerCore

extension CommandWriter {
  func insert(_ mail: Mail) throws {
    try connection.queue(
      "INSERT INTO mails (id, recipient, subject, text, createdAt, dueAt) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
      .id(mail.id), .text(mail.to), .text(mail.subject), .text(mail.text), .time(mail.createdAt))
  }

  func save(_ settlement: MailSettlement) throws {
    switch settlement.end {
    case .finished(let outcome):
      // It may hold a link that opens an account.
      try connection.queue(
        """
        UPDATE mails SET recipient = '', subject = '', text = '', dueAt = NULL, outcome = ?, detail = ?
        WHERE id = ? AND dueAt IS NOT NULL
        """, .text(outcome.rawValue), .optional(settlement.detail), .id(settlement.id))
    case .postponed(let until):
      try connection.queue(
        "UPDATE mails SET dueAt = ?, detail = ?, failures = failures + 1 WHERE id = ? AND dueAt IS NOT NULL",
        .time(until), .optional(settlement.detail), .id(settlement.id))
    }
  }

  func forgetMails(before limit: Timestamp) throws {
    try connection.queue("DELETE FROM mails WHERE createdAt < ?", .time(limit))
  }

  func saveReset(_ hash: [UInt8], of account: Int64, expiresAt: Timestamp) throws {
    try connection.queue(
      """
      INSERT INTO passwordResets (account, hash, expiresAt) VALUES (?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, expiresAt = excluded.expiresAt
      """,
      .integer(account),
      .bytes(hash), .time(expiresAt))
  }

  func reset(_ hash: [UInt8]) throws -> PasswordReset? { try MailRows.reset(hash, on: connection) }

  func saveEmailChange(to email: String, _ hash: [UInt8], of account: Int64, expiresAt: Timestamp) throws {
    try connection.queue(
      """
      INSERT INTO emailChanges (account, hash, email, expiresAt) VALUES (?, ?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, email = excluded.email, expiresAt =
        excluded.expiresAt
      """,
      .integer(account),
      .bytes(hash), .text(email), .time(expiresAt))
  }

  func emailChange(_ hash: [UInt8]) throws -> EmailChange? { try MailRows.emailChange(hash, on: connection) }

  func removeEmailChange(of account: Int64) throws {
    try connection.queue("DELETE FROM emailChanges WHERE account = ?", .integer(account))
  }

  func removeReset(of account: Int64) throws {
    try connection.queue("DELETE FROM passwordResets WHERE account = ?", .integer(account))
  }
}
