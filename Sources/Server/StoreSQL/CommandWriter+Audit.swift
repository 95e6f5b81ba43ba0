import Domain
import ServerCore

extension CommandWriter {
  func auditHead() throws -> AuditHead { try AuditRows.head(connection) }

  func insert(_ entry: AuditEntry) throws { try AuditRows.insert(entry, on: connection) }

  func forgetAuditEntries(before limit: Timestamp) throws -> AuditHead? {
    let last: AuditHead? = try connection.first(
      """
      SELECT number, hash FROM audit
      WHERE number < (SELECT max(number) FROM audit)
        AND number < coalesce((SELECT min(number) FROM audit WHERE at >= ?), 9223372036854775807)
      ORDER BY number DESC LIMIT 1
      """, .time(limit), map: AuditRows.head)
    guard let last else { return nil }
    try markErased()
    try connection.write("DELETE FROM audit WHERE number <= ?", .integer(last.number))
    try connection.write("UPDATE auditCheckpoint SET number = ?, hash = ?", .integer(last.number), .bytes(last.hash))
    return last
  }

  func eraseAuditAddresses(of user: UserID) throws {
    let person = AuditSubject.account(user).description
    try markErased()
    try connection.write(
      "UPDATE audit SET address = NULL, salt = NULL WHERE (actor = ?1 OR subject = ?1) AND address IS NOT NULL",
      .text(person))
  }
}
