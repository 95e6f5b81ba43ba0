import Domain
import ServerCore

extension CommandWriter {
  /// Milliseconds for which a used refresh token is remembered, so that its reuse still ends the session.
  private static let tokenMemory: Int64 = 7 * 86_400_000
  /// Milliseconds for which an ended or expired session is remembered.
  private static let sessionMemory: Int64 = 30 * 86_400_000

  func createSession(
    _ session: DeviceSession, of user: UserID, refreshHash: [UInt8], expiresAt: Timestamp, at time: Timestamp
  ) throws -> Applied {
    let account = try account(user)
    guard !account.isDisabled else { throw Refusal(.forbidden, "This account has been disabled.") }
    let inUse = try connection.integer(
      "SELECT (SELECT count(*) FROM sessions WHERE id = ?) + (SELECT count(*) FROM refreshTokens WHERE hash = ?)",
      .id(session.id), .bytes(refreshHash))
    guard inUse == 0 else { throw Refusal(.conflict, "That session exists.") }
    let forgotten = time.adding(milliseconds: -Self.sessionMemory)
    try connection.run(
      "DELETE FROM sessions WHERE user = ?1 AND (expiresAt < ?2 OR endedAt < ?2)", .integer(account.key),
      .time(forgotten))
    try connection.run(
      "INSERT INTO sessions (id, user, device, createdAt, lastSeenAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
      .id(session.id), .integer(account.key), .text(session.device), .time(session.createdAt),
      .time(session.lastSeenAt), .time(expiresAt))
    try insertToken(refreshHash, session: session.id, parent: nil, at: time)
    return Applied(result: .success(.session(user: user, session: session.id)))
  }

  func rotateRefresh(presented: [UInt8], successor: [UInt8], at time: Timestamp) throws -> Applied {
    guard let token = try token(presented) else {
      throw Refusal(.unauthenticated, "That refresh token is not known.")
    }
    guard !token.sessionEnded else { throw Self.sessionRevoked }
    let decision = RefreshRotation.decide(
      usedAt: token.usedAt, successorUsed: token.successorUsed, sessionExpiresAt: token.sessionExpiresAt, now: time)
    guard decision == .issue else {
      try connection.run("UPDATE sessions SET endedAt = ? WHERE id = ?", .time(time), .id(token.session))
      return Applied(result: .failure(Self.sessionRevoked), changes: [.sessionsEnded([token.session])])
    }
    let isTaken = try connection.integer("SELECT count(*) FROM refreshTokens WHERE hash = ?", .bytes(successor)) > 0
    guard !isTaken else { throw Refusal(.conflict, "The new refresh token exists.") }
    try connection.run(
      "UPDATE refreshTokens SET usedAt = ? WHERE hash = ? AND usedAt IS NULL", .time(time), .bytes(presented))
    try connection.run("UPDATE sessions SET lastSeenAt = ? WHERE id = ?", .time(time), .id(token.session))
    try connection.run(
      "DELETE FROM refreshTokens WHERE session = ? AND usedAt < ?", .id(token.session),
      .time(time.adding(milliseconds: -Self.tokenMemory)))
    try insertToken(successor, session: token.session, parent: presented, at: time)
    return Applied(result: .success(.session(user: token.user, session: token.session)))
  }

  func endSession(_ session: SessionID, of user: UserID, at time: Timestamp) throws -> Applied {
    let key = try account(user).key
    let endedAt = try connection.first(
      "SELECT endedAt FROM sessions WHERE id = ? AND user = ?", .id(session), .integer(key)
    ) { $0.optionalTime(0) }
    guard let endedAt else { throw Refusal.notFound }
    guard endedAt == nil else { return .nothing }
    try connection.run("UPDATE sessions SET endedAt = ? WHERE id = ?", .time(time), .id(session))
    return Applied(result: .success(.done), changes: [.sessionsEnded([session])])
  }

  /// Ends all sessions of a user but one.
  func endSessions(of key: Int64, except kept: SessionID?, at time: Timestamp) throws -> [FeedChange] {
    let open: [SessionID] = try connection.all(
      "SELECT id FROM sessions WHERE user = ? AND endedAt IS NULL", .integer(key)
    ) { try $0.id(0) }
    let ending = open.filter { $0 != kept }
    for session in ending {
      try connection.run("UPDATE sessions SET endedAt = ? WHERE id = ?", .time(time), .id(session))
    }
    return ending.isEmpty ? [] : [.sessionsEnded(ending)]
  }

  private struct Token {
    let session: SessionID
    let user: UserID
    let usedAt: Timestamp?
    let successorUsed: Bool
    let sessionExpiresAt: Timestamp
    let sessionEnded: Bool
  }

  private static let sessionRevoked = Refusal(.sessionRevoked, "The session has ended: sign in again.")

  private func token(_ hash: [UInt8]) throws -> Token? {
    try connection.first(
      """
      SELECT t.session, u.id, t.usedAt,
        EXISTS (SELECT 1 FROM refreshTokens c WHERE c.parent = t.hash AND c.usedAt IS NOT NULL), s.expiresAt, s.endedAt
      FROM refreshTokens t JOIN sessions s ON s.id = t.session JOIN users u ON u.key = s.user WHERE t.hash = ?
      """, .bytes(hash)
    ) { row in
      Token(
        session: try row.id(0), user: try row.id(1), usedAt: row.optionalTime(2), successorUsed: row.flag(3),
        sessionExpiresAt: row.time(4), sessionEnded: !row.isNull(5))
    }
  }

  private func insertToken(_ hash: [UInt8], session: SessionID, parent: [UInt8]?, at time: Timestamp) throws {
    try connection.run(
      "INSERT INTO refreshTokens (hash, session, parent, createdAt) VALUES (?, ?, ?, ?)", .bytes(hash),
      .id(session), parent.map { .bytes($0) } ?? .null, .time(time))
  }
}
