import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: SessionCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let user, let session, let hash, let expiresAt):
      try createSession(session, of: user, refreshHash: hash, expiresAt: expiresAt, at: time)
    case .rotateRefresh(let presented, let successor):
      try rotateRefresh(presented: presented, successor: successor, at: time)
    case .end(let user, let session): try endSession(session, of: user, at: time)
    }
  }

  func createSession(
    _ session: DeviceSession, of user: UserID, refreshHash: [UInt8], expiresAt: Timestamp, at time: Timestamp
  ) throws -> CommandAnswer {
    let account = try account(user)
    let inUse = try connection.integer(
      "SELECT (SELECT count(*) FROM sessions WHERE id = ?) + (SELECT count(*) FROM refreshTokens WHERE hash = ?)",
      .id(session.id), .bytes(refreshHash))
    let answer = try Rules.Sessions.create(session, of: account, isInUse: inUse > 0)
    try connection.run(
      "DELETE FROM sessions WHERE user = ?1 AND (expiresAt < ?2 OR endedAt < ?2)", .integer(account.number),
      .time(Rules.Sessions.forgotten(at: time)))
    try connection.run(
      "INSERT INTO sessions (id, user, device, createdAt, lastSeenAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
      .id(session.id), .integer(account.number), .text(session.device), .time(session.createdAt),
      .time(session.lastSeenAt), .time(expiresAt))
    try insertToken(refreshHash, session: session.id, parent: nil, at: time)
    return answer
  }

  func rotateRefresh(presented: [UInt8], successor: [UInt8], at time: Timestamp) throws -> CommandAnswer {
    let token = try token(presented, successor: successor)
    switch try Rules.Sessions.rotate(token, at: time) {
    case .revoked(let session, let answer):
      _ = try end(SessionsEnd(sessions: [session]), at: time)
      return answer
    case .issued(let session, let forgetting, let answer):
      try connection.run(
        "UPDATE refreshTokens SET usedAt = ? WHERE hash = ? AND usedAt IS NULL", .time(time), .bytes(presented))
      try connection.run("UPDATE sessions SET lastSeenAt = ? WHERE id = ?", .time(time), .id(session))
      try connection.run(
        "DELETE FROM refreshTokens WHERE session = ? AND usedAt < ?", .id(session), .time(forgetting))
      try insertToken(successor, session: session, parent: presented, at: time)
      return answer
    }
  }

  func endSession(_ session: SessionID, of user: UserID, at time: Timestamp) throws -> CommandAnswer {
    let isOpen = try connection.first(
      "SELECT endedAt FROM sessions WHERE id = ? AND user = ?", .id(session), .integer(account(user).number)
    ) { $0.isNull("endedAt") }
    return CommandAnswer(.done, changes: try end(Rules.Sessions.end(session, isOpen: isOpen), at: time))
  }

  func openSessions(of account: Int64) throws -> [SessionID] {
    try connection.all("SELECT id FROM sessions WHERE user = ? AND endedAt IS NULL", .integer(account)) {
      try $0.id("id")
    }
  }

  /// Answers what is to be heard of it.
  func end(_ ending: SessionsEnd, at time: Timestamp) throws -> [FeedChange] {
    for session in ending.sessions {
      try connection.run("UPDATE sessions SET endedAt = ? WHERE id = ?", .time(time), .id(session))
    }
    return ending.changes
  }

  private func token(_ hash: [UInt8], successor: [UInt8]) throws -> RefreshTokenState? {
    try connection.first(
      """
      SELECT t.session AS session, u.id AS user, t.usedAt AS usedAt, s.expiresAt AS expiresAt, s.endedAt AS endedAt,
        EXISTS (SELECT 1 FROM refreshTokens c WHERE c.parent = t.hash AND c.usedAt IS NOT NULL) AS successorUsed,
        EXISTS (SELECT 1 FROM refreshTokens c WHERE c.hash = ?2) AS isSuccessorTaken
      FROM refreshTokens t JOIN sessions s ON s.id = t.session JOIN users u ON u.key = s.user WHERE t.hash = ?1
      """, .bytes(hash), .bytes(successor)
    ) { row in
      RefreshTokenState(
        session: try row.id("session"), user: try row.id("user"), usedAt: row.optionalTime("usedAt"),
        successorUsed: row.flag("successorUsed"), sessionExpiresAt: row.time("expiresAt"),
        sessionEnded: !row.isNull("endedAt"), isSuccessorTaken: row.flag("isSuccessorTaken"))
    }
  }

  private func insertToken(_ hash: [UInt8], session: SessionID, parent: [UInt8]?, at time: Timestamp) throws {
    try connection.run(
      "INSERT INTO refreshTokens (hash, session, parent, createdAt) VALUES (?, ?, ?, ?)", .bytes(hash),
      .id(session), parent.map { .bytes($0) } ?? .null, .time(time))
  }
}
