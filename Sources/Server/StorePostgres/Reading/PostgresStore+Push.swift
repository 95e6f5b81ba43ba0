import Domain
import ServerCore

extension PostgresStore: PushStore {
  package func hasPushDevices() throws -> Bool { try read(PushRows.hasDevices) }

  package func pushMark() throws -> PushMark {
    let found = try read { connection in
      try connection.first("SELECT ordinal, device FROM pushProgress") {
        PushMark(ordinal: $0.integer("ordinal"), device: $0.integer("device"))
      }
    }
    guard let found else { throw Refusal(.internal, "The row of notifications is missing.") }
    return found
  }

  package func pushCandidates(
    after mark: PushMark, limit: Int
  ) throws -> (candidates: [PushCandidate], through: PushMark) {
    let now = options.clock.now
    // Lanes commit beside each other: a message may come after one with a higher ordinal.
    let settled = try settledOrdinal()
    return try read { connection in
      let messages = try PushRows.messages(from: mark, through: settled, on: connection)
      var (candidates, through): ([PushCandidate], PushMark) = ([], mark)
      for message in messages {
        let first = message.ordinal == mark.ordinal ? mark.device : 0
        let room = limit - candidates.count
        let found = try PushRows.candidates(of: message, after: first, limit: room, at: now, on: connection)
        candidates += found
        if let last = found.last, found.count == room {
          return (candidates, PushMark(ordinal: message.ordinal, device: last.device))
        }
        through = .after(message.ordinal)
      }
      return (candidates, through)
    }
  }

  package func pushDevices(of user: UserID, at now: Timestamp) throws -> [PushTarget] {
    try read { connection in
      try connection.all(
        """
        SELECT d.key AS device, d.session AS session FROM users u JOIN pushDevices d ON d.account = u.key
          JOIN sessions x ON x.id = d.session
        WHERE u.id = ? AND x.endedAt IS NULL AND x.expiresAt > ? ORDER BY d.key
        """, .id(user), .time(now)
      ) { PushTarget(device: $0.integer("device"), session: try $0.id("session")) }
    }
  }

  package func duePushes(by service: PushService, at now: Timestamp, limit: Int) throws -> [PushAttempt] {
    try read { connection in
      let keys = try connection.all(
        """
        SELECT key, reminder FROM pushAttempts a
        WHERE a.service = ? AND a.dueAt <= ? AND a.dueAt IS NOT NULL AND a.startedAt IS NULL
        ORDER BY a.isUrgent DESC, a.key LIMIT ?
        """, .text(service.rawValue), .time(now), .integer(Int64(max(0, limit)))
      ) { (key: $0.integer("key"), isReminder: !$0.isNull("reminder")) }
      return try keys.compactMap { try PushRows.attempt("a.key = ?", .integer($0.key), $0.isReminder, on: connection) }
    }
  }

  package func pushAttempt(_ id: PushAttemptID) throws -> PushAttempt? {
    try read { connection in
      let isReminder = try connection.first("SELECT reminder FROM pushAttempts WHERE id = ?", .id(id)) {
        !$0.isNull("reminder")
      }
      guard let isReminder else { return nil }
      return try PushRows.attempt("a.id = ?", .id(id), isReminder, on: connection)
    }
  }

  package func pushService(of session: SessionID) throws -> PushService? {
    try read {
      try $0.first("SELECT service FROM pushDevices WHERE session = ?", .id(session)) { try $0.word(.only) }
    }
  }

  package func badge(of user: UserID, at now: Timestamp) throws -> Int64 {
    try read { connection in
      let rooms: [ConversationID] = try connection.all(
        """
        SELECT c.id FROM users u JOIN members m ON m.account = u.key JOIN conversations c ON c.key = m.conversation
          LEFT JOIN settings s ON s.account = u.key AND s.conversation = c.key
        WHERE u.id = ? AND m.leftAt IS NULL AND c.lastSeq > greatest(m.readSeq, m.joinSeq)
          AND NOT (coalesce(s.muted, 0) = 1 AND (s.mutedUntil IS NULL OR s.mutedUntil > ?))
        """, .id(user), .time(now)
      ) { try $0.id(.only) }
      return try rooms.reduce(0) { sum, room in
        let membership = try Membership.authorize(.read, user, room, on: connection)
        return sum + Int64(try membership.unread(before: membership.lastSeq + 1, on: connection))
      }
    }
  }

  package func pushTallies(since: Timestamp) throws -> [PushTally] {
    try read { connection in
      try connection.all(
        """
        SELECT service, outcome, count(*) AS count FROM pushAttempts WHERE createdAt >= ?
        GROUP BY service, outcome ORDER BY service, outcome NULLS FIRST
        """, .time(since)
      ) {
        PushTally(
          service: try $0.word("service"), outcome: $0.isNull("outcome") ? nil : try $0.word("outcome"),
          count: $0.integer("count"))
      }
    }
  }
}

/// How rows of notifications are read.
enum PushRows {
  /// Messages that one look goes through at most, so that it ends soon where nobody has a device.
  private static let maximumMessages = 500

  struct NewMessage {
    let ordinal: Int64
    let position: Int64
    let sender: (key: Int64, id: UserID)
    let text: String
    let isDeleted: Bool
  }

  static func hasDevices(on connection: PostgresConnection) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM pushDevices)") == 1
  }

  static func messages(from mark: PushMark, through last: Int64, on connection: PostgresConnection) throws
    -> [NewMessage]
  {
    try connection.all(
      """
      SELECT m.ordinal AS ordinal, m.position AS position, m.sender AS key, s.id AS sender, m.text AS text,
        m.deletedAt AS deletedAt
      FROM messages m JOIN users s ON s.key = m.sender
      WHERE m.ordinal >= ? AND m.ordinal <= ? ORDER BY m.ordinal LIMIT \(maximumMessages)
      """, .integer(mark.device == .max ? mark.ordinal + 1 : mark.ordinal), .integer(last)
    ) {
      NewMessage(
        ordinal: $0.integer("ordinal"), position: $0.integer("position"),
        sender: ($0.integer("key"), try $0.id("sender")), text: $0.text("text"), isDeleted: !$0.isNull("deletedAt"))
    }
  }

  static func candidates(
    of message: NewMessage, after device: Int64, limit: Int, at now: Timestamp, on connection: PostgresConnection
  ) throws -> [PushCandidate] {
    guard !message.isDeleted else { return [] }
    let seq = MessageRows.seq(message.position)
    // The few members first: there may be thousands of devices.
    return try connection.all(
      """
      SELECT \(SettingsColumn.list), d.key AS device, d.session AS session, u.id AS user, m.readSeq AS readSeq,
        c.id AS conversation, s.account AS owner
      FROM members m JOIN pushDevices d ON d.account = m.account JOIN users u ON u.key = m.account
        JOIN conversations c ON c.key = m.conversation JOIN sessions x ON x.id = d.session
        LEFT JOIN settings s ON s.account = m.account AND s.conversation = m.conversation
      WHERE m.conversation = ? AND m.leftAt IS NULL AND m.joinSeq < ? AND m.account <> ? AND d.key > ?
        AND x.endedAt IS NULL AND x.expiresAt > ?
      ORDER BY d.key LIMIT ?
      """, .integer(MessageRows.conversation(message.position)), .integer(seq), .integer(message.sender.key),
      .integer(device), .time(now), .integer(Int64(limit))
    ) {
      PushCandidate(
        ordinal: message.ordinal, device: $0.integer("device"), session: try $0.id("session"), user: try $0.id("user"),
        sender: message.sender.id, text: message.text, seq: seq, readSeq: $0.integer("readSeq"),
        settings: try settings($0))
    }
  }

  private static let columns = """
    \(SettingsColumn.list), s.account AS owner, a.id AS id, a.session AS session, u.id AS user,
    a.isUrgent AS isUrgent, a.failures AS failures, d.key AS device, d.service AS service, d.address AS address,
    d.publicKey AS publicKey, d.secret AS secret, d.environment AS environment, c.id AS conversation
    """
  private static let ofMessage = """
    SELECT \(columns), m.id AS message, m.position AS position, m.createdAt AS createdAt, m.deletedAt AS deletedAt,
      r.leftAt AS leftAt, r.readSeq AS readSeq
    FROM pushAttempts a JOIN messages m ON m.ordinal = a.ordinal
      JOIN conversations c ON c.key = m.position >> 32 JOIN users u ON u.key = a.account
      JOIN members r ON r.conversation = c.key AND r.account = a.account LEFT JOIN pushDevices d ON d.key = a.device
      LEFT JOIN settings s ON s.account = a.account AND s.conversation = c.key
    """
  private static let ofReminder = """
    SELECT \(columns), r.id AS reminder, r.kind AS kind, r.state AS state, r.at AS at, a.remindedAt AS remindedAt,
      a.createdAt AS createdAt
    FROM pushAttempts a JOIN reminders r ON r.key = a.reminder JOIN users u ON u.key = a.account
      LEFT JOIN conversations c ON c.id = r.conversation LEFT JOIN pushDevices d ON d.key = a.device
      LEFT JOIN settings s ON s.account = a.account AND s.conversation = c.key
    """

  static func attempt(
    _ condition: String, _ value: PostgresValue, _ isReminder: Bool, on connection: PostgresConnection
  ) throws -> PushAttempt? {
    try connection.first("\(isReminder ? ofReminder : ofMessage) WHERE \(condition)", value) {
      isReminder ? try reminderAttempt($0) : try messageAttempt($0)
    }
  }

  private static func messageAttempt(_ row: PostgresRow) throws -> PushAttempt {
    let reference = NotificationReference(
      conversation: try row.id("conversation"), message: try row.id("message"),
      seq: MessageRows.seq(row.integer("position")))
    let standing = PushStanding(
      isMember: row.isNull("leftAt"), isDeleted: !row.isNull("deletedAt"),
      isRead: row.integer("readSeq") >= reference.seq, settings: try settings(row))
    return try attempt(.message(reference), standing, row)
  }

  /// What was asked for at a time comes from a muted conversation too: see
  /// `Rules.Reminders.notice`.
  private static func reminderAttempt(_ row: PostgresRow) throws -> PushAttempt {
    let (kind, state): (Reminder.Kind, Reminder.State) = (try row.word("kind"), try row.word("state"))
    let isSame = row.time("at") == row.time("remindedAt")
    let standing = PushStanding(isRead: state != .due || !isSame, settings: kind == .task ? try settings(row) : nil)
    return try attempt(.reminder(try row.id("reminder")), standing, row)
  }

  private static func attempt(
    _ subject: PushSubject, _ standing: PushStanding, _ row: PostgresRow
  ) throws -> PushAttempt {
    let device =
      row.isNull("device")
      ? nil
      : PushDevice(
        service: try row.word("service"), address: row.text("address"), publicKey: row.bytes("publicKey"),
        secret: row.bytes("secret"), environment: try row.word("environment"))
    return PushAttempt(
      id: try row.id("id"), session: try row.id("session"), user: try row.id("user"), subject: subject,
      isUrgent: row.flag("isUrgent"), createdAt: row.time("createdAt"), failures: Int(row.integer("failures")),
      device: device, standing: standing)
  }

  /// Of a row that begins with `SettingsColumn`.
  private static func settings(_ row: PostgresRow) throws -> ConversationSettings? {
    row.isNull("owner") ? nil : SettingsRows.settings(row, conversation: try row.id("conversation"))
  }
}
