import Domain
import ServerCore

extension CommandWriter {
  func isOpen(_ session: SessionID, of account: Int64) throws -> Bool? {
    try connection.first(
      "SELECT endedAt FROM sessions WHERE id = ? AND user = ?", .id(session), .integer(account)
    ) { $0.isNull("endedAt") }
  }

  func openSessions(of account: Int64) throws -> [SessionID] {
    try connection.all("SELECT id FROM sessions WHERE user = ? AND endedAt IS NULL", .integer(account)) {
      try $0.id("id")
    }
  }

  func isInUse(_ session: SessionID, refreshHash: [UInt8]) throws -> Bool {
    try connection.integer(
      "SELECT (SELECT count(*) FROM sessions WHERE id = ?) + (SELECT count(*) FROM refreshTokens WHERE hash = ?)",
      .id(session), .bytes(refreshHash)) > 0
  }

  func insert(_ session: DeviceSession, of account: Int64, expiresAt: Timestamp) throws {
    try connection.run(
      "INSERT INTO sessions (id, user, device, createdAt, lastSeenAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
      .id(session.id), .integer(account), .text(session.device), .time(session.createdAt), .time(session.lastSeenAt),
      .time(expiresAt))
  }

  func end(_ session: SessionID, at time: Timestamp) throws {
    try connection.run("UPDATE sessions SET endedAt = ? WHERE id = ?", .time(time), .id(session))
  }

  func forgetSessions(of account: Int64, before time: Timestamp) throws {
    try connection.run(
      "DELETE FROM sessions WHERE user = ?1 AND (expiresAt < ?2 OR endedAt < ?2)", .integer(account), .time(time))
  }

  func refreshToken(_ hash: [UInt8], successor: [UInt8]) throws -> RefreshTokenState? {
    try connection.first(
      """
      SELECT t.session AS session, u.id AS user, t.usedAt AS usedAt, s.expiresAt AS expiresAt, s.endedAt AS endedAt,
        EXISTS (SELECT 1 FROM refreshTokens c WHERE c.parent = t.hash AND c.usedAt IS NOT NULL) AS successorUsed,
        EXISTS (SELECT 1 FROM refreshTokens c WHERE c.hash = ?2) AS isSuccessorTaken,
        EXISTS (SELECT 1 FROM refreshTokens c WHERE c.hash = ?2 AND c.parent = t.hash) AS isSuccessorGiven
      FROM refreshTokens t JOIN sessions s ON s.id = t.session JOIN users u ON u.key = s.user WHERE t.hash = ?1
      """, .bytes(hash), .bytes(successor)
    ) { row in
      RefreshTokenState(
        session: try row.id("session"), user: try row.id("user"), usedAt: row.optionalTime("usedAt"),
        successorUsed: row.flag("successorUsed"), sessionExpiresAt: row.time("expiresAt"),
        sessionEnded: !row.isNull("endedAt"), isSuccessorTaken: row.flag("isSuccessorTaken"),
        isSuccessorGiven: row.flag("isSuccessorGiven"))
    }
  }

  func insertRefreshToken(_ hash: [UInt8], session: SessionID, parent: [UInt8]?, at time: Timestamp) throws {
    try connection.run(
      "INSERT INTO refreshTokens (hash, session, parent, createdAt) VALUES (?, ?, ?, ?)", .bytes(hash),
      .id(session), parent.map { .bytes($0) } ?? .null, .time(time))
  }

  func useRefreshToken(_ hash: [UInt8], session: SessionID, forgetting: Timestamp, at time: Timestamp) throws {
    try connection.run(
      "UPDATE refreshTokens SET usedAt = ? WHERE hash = ? AND usedAt IS NULL", .time(time), .bytes(hash))
    try connection.run("UPDATE sessions SET lastSeenAt = ? WHERE id = ?", .time(time), .id(session))
    try connection.run(
      "DELETE FROM refreshTokens WHERE session = ? AND usedAt < ?", .id(session), .time(forgetting))
  }

  // MARK: Secrets

  func storedSecret(_ name: String) throws -> [UInt8]? {
    try connection.first("SELECT value FROM secrets WHERE name = ?", .text(name)) { $0.bytes("value") }
  }

  func saveSecret(_ value: [UInt8], name: String) throws {
    if try storedSecret(name) != nil { try markErased() }
    try connection.run("INSERT OR REPLACE INTO secrets (name, value) VALUES (?, ?)", .text(name), .bytes(value))
  }

  /// Kept among the secrets, where nothing else looks for it.
  func probe() throws {
    try connection.execute("INSERT OR REPLACE INTO secrets (name, value) VALUES ('probe', randomblob(16))")
  }
}
