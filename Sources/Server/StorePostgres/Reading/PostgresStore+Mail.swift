import Domain
import ServerCore

extension PostgresStore: MailStore {
  package func dueMails(at now: Timestamp, limit: Int) throws -> [QueuedMail] {
    try read { connection in
      try connection.all(
        """
        SELECT id, recipient, subject, text, createdAt, failures FROM mails
        WHERE dueAt IS NOT NULL AND dueAt <= ? ORDER BY key LIMIT ?
        """, .time(now), .integer(Int64(max(0, limit)))
      ) {
        QueuedMail(
          mail: Mail(
            id: try $0.id("id"), to: $0.text("recipient"), subject: $0.text("subject"), text: $0.text("text"),
            createdAt: $0.time("createdAt")),
          failures: Int($0.integer("failures")))
      }
    }
  }

  package func mailTallies(since: Timestamp) throws -> [MailTally] {
    try read { connection in
      // The detail is that of the newest one.
      try connection.all(
        """
        SELECT outcome, count(*) AS count, (array_agg(detail ORDER BY key DESC))[1] AS detail
        FROM mails WHERE createdAt >= ? GROUP BY outcome ORDER BY outcome NULLS FIRST
        """, .time(since)
      ) {
        MailTally(
          outcome: $0.isNull("outcome") ? nil : try $0.word("outcome"), count: $0.integer("count"),
          detail: $0.optionalText("detail"))
      }
    }
  }

  package func passwordReset(_ hash: [UInt8]) throws -> PasswordReset? {
    try read { try MailRows.reset(hash, on: $0) }
  }

  package func emailChange(_ hash: [UInt8]) throws -> EmailChange? {
    try read { try MailRows.emailChange(hash, on: $0) }
  }
}

enum MailRows {
  static func emailChange(_ hash: [UInt8], on connection: PostgresConnection) throws -> EmailChange? {
    try connection.first(
      """
      SELECT c.account AS user, u.id AS id, c.email AS email, c.expiresAt AS expiresAt, u.isDisabled AS isDisabled
      FROM emailChanges c JOIN users u ON u.key = c.account WHERE c.hash = ?
      """, .bytes(hash)
    ) {
      EmailChange(
        account: $0.integer("user"), user: try $0.id("id"), email: $0.text("email"), expiresAt: $0.time("expiresAt"),
        isDisabled: $0.flag("isDisabled"))
    }
  }

  static func reset(_ hash: [UInt8], on connection: PostgresConnection) throws -> PasswordReset? {
    try connection.first(
      """
      SELECT r.account AS user, u.id AS id, r.expiresAt AS expiresAt, u.isDisabled AS isDisabled
      FROM passwordResets r JOIN users u ON u.key = r.account WHERE r.hash = ?
      """, .bytes(hash)
    ) {
      PasswordReset(
        account: $0.integer("user"), user: try $0.id("id"), expiresAt: $0.time("expiresAt"),
        isDisabled: $0.flag("isDisabled"))
    }
  }
}
