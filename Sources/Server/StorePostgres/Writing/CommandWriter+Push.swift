import Domain
import ServerCore

extension CommandWriter {
  func hasPushDevices() throws -> Bool { try PushRows.hasDevices(on: connection) }

  func newestPushMark() throws -> PushMark {
    .after(try connection.integer("SELECT coalesce(max(ordinal), 0) FROM messages"))
  }

  func save(_ mark: PushMark) throws {
    try connection.queue(
      "UPDATE pushProgress SET ordinal = ?, device = ?", .integer(mark.ordinal), .integer(mark.device))
  }

  func save(_ device: PushDevice, of session: SessionID, account: Int64, at time: Timestamp) throws {
    let former: [SessionID] = try connection.all(
      "SELECT session FROM pushDevices WHERE session = ? OR address = ?", .id(session), .text(device.address)
    ) { try $0.id(.only) }
    for session in former { try removePushDevice(of: session, at: time) }
    try connection.queue(
      """
      INSERT INTO pushDevices (session, account, service, address, publicKey, secret, environment, createdAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .id(session), .integer(account), .text(device.service.rawValue), .text(device.address),
      .bytes(device.publicKey), .bytes(device.secret), .text(device.environment.rawValue), .time(time))
  }

  func removePushDevice(of session: SessionID, at time: Timestamp) throws {
    let device = try connection.first("SELECT key FROM pushDevices WHERE session = ?", .id(session)) {
      $0.integer(.only)
    }
    guard let device else { return }
    try connection.queue(
      "UPDATE pushAttempts SET outcome = ?, dueAt = NULL WHERE device = ? AND dueAt IS NOT NULL",
      .text(PushOutcome.signedOut.rawValue), .integer(device))
    try connection.queue("DELETE FROM pushDevices WHERE key = ?", .integer(device))
  }

  func insert(_ push: PlannedPush, at time: Timestamp) throws {
    try connection.queue(
      """
      INSERT INTO pushAttempts (id, ordinal, device, session, account, service, isUrgent, createdAt, dueAt)
      SELECT ?1, ?2, key, session, account, service, ?4, ?5, ?6 FROM pushDevices WHERE key = ?3
      ON CONFLICT (ordinal, device) DO NOTHING
      """, .id(push.id), .integer(push.ordinal), .integer(push.device), .flag(push.isUrgent), .time(time),
      .time(push.dueAt))
  }

  func startPush(_ id: PushAttemptID, at time: Timestamp) throws {
    try connection.queue(
      "UPDATE pushAttempts SET startedAt = ? WHERE id = ? AND dueAt IS NOT NULL", .time(time), .id(id))
  }

  func save(_ settlement: PushSettlement, at time: Timestamp) throws {
    switch settlement.end {
    case .finished(let outcome):
      try connection.queue(
        "UPDATE pushAttempts SET outcome = ?, detail = ?, dueAt = NULL WHERE id = ? AND dueAt IS NOT NULL",
        .text(outcome.rawValue), .optional(settlement.detail), .id(settlement.id))
    case .postponed(let until):
      try connection.queue(
        """
        UPDATE pushAttempts SET dueAt = ?, detail = ?, startedAt = NULL, failures = failures + 1
        WHERE id = ? AND dueAt IS NOT NULL
        """, .time(until), .optional(settlement.detail), .id(settlement.id))
    }
  }

  func sessionOfPush(_ id: PushAttemptID) throws -> SessionID? {
    try connection.first(
      "SELECT d.session FROM pushAttempts a JOIN pushDevices d ON d.key = a.device WHERE a.id = ?", .id(id)
    ) { try $0.id(.only) }
  }

  func interruptPushes(at time: Timestamp) throws {
    try connection.queue(
      "UPDATE pushAttempts SET outcome = ?, dueAt = NULL WHERE startedAt IS NOT NULL AND dueAt IS NOT NULL",
      .text(PushOutcome.interrupted.rawValue))
  }

  func forgetPushes(before limit: Timestamp, at time: Timestamp) throws {
    try connection.queue("DELETE FROM pushAttempts WHERE createdAt < ?", .time(limit))
    let over: [SessionID] = try connection.all(
      """
      SELECT session FROM pushDevices
      WHERE session NOT IN (SELECT id FROM sessions WHERE endedAt IS NULL AND expiresAt > ?)
      """, .time(time)
    ) { try $0.id(.only) }
    for session in over { try removePushDevice(of: session, at: time) }
  }
}
