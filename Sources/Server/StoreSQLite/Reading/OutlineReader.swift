import Domain
import ServerCore

/// Reads what a user's conversations are, in two queries for all of them.
struct OutlineReader {
  let asker: UserID
  let connection: SQLiteConnection

  func all() throws -> [ConversationOutline] {
    try outlines("m.leftAt IS NULL", [.id(asker)])
  }

  /// `nil` unless the asker is in it now.
  func one(_ conversation: Int64) throws -> ConversationOutline? {
    try outlines("m.leftAt IS NULL AND m.conversation = ?2", [.id(asker), .integer(conversation)]).first
  }

  private struct Room {
    let row: Conversation
    let rev: Int64
    let lastSeq: Int64
    let membershipVersion: Int64
    let isIntelligenceOn: Bool
    let settings: ConversationSettings?
  }

  private func outlines(_ condition: String, _ values: [SQLiteValue]) throws -> [ConversationOutline] {
    var members: [Int64: [Member]] = [:]
    try connection.scan(
      """
      SELECT \(MemberRows.columns), m.conversation FROM \(MemberRows.source) WHERE m.leftAt IS NULL
        AND m.conversation IN (SELECT m.conversation FROM users a JOIN members m ON m.user = a.key
          WHERE a.id = ?1 AND \(condition))
      """, values
    ) {
      members[$0.integer(9), default: []].append(try MemberRows.member($0))
      return true
    }
    var outlines: [ConversationOutline] = []
    try connection.scan(
      """
      SELECT c.id, c.rowRev, c.kind, c.name, c.photo, c.createdAt, o.id, c.rev, c.lastSeq, c.membershipVersion,
        c.isIntelligenceOff, s.rev, s.muted, s.mutedUntil, s.archived, s.pinned, c.key, s.archivedAt
      FROM users a JOIN members m ON m.user = a.key JOIN conversations c ON c.key = m.conversation
        JOIN users o ON o.key = c.createdBy LEFT JOIN settings s ON s.user = a.key AND s.conversation = c.key
      WHERE a.id = ?1 AND \(condition) ORDER BY c.key
      """, values
    ) { row in
      let room = try Self.room(row)
      let present = members[row.integer(16)] ?? []
      guard let mine = present.first(where: { $0.user == asker }) else { return true }
      outlines.append(
        ConversationOutline(
          conversation: room.row, members: present, mine: mine, settings: room.settings, rev: room.rev,
          lastSeq: room.lastSeq, membershipVersion: room.membershipVersion, isIntelligenceOn: room.isIntelligenceOn))
      return true
    }
    return outlines
  }

  private static func room(_ row: SQLiteRow) throws -> Room {
    let id: ConversationID = try row.id(0)
    let conversation = Conversation(
      id: id, rev: row.integer(1), kind: try row.word(2), name: row.optionalText(3), photo: row.optionalText(4),
      createdAt: row.time(5), createdBy: try row.id(6), isIntelligenceOn: !row.flag(10))
    let settings =
      row.isNull(11)
      ? nil
      : ConversationSettings(
        conversation: id, rev: row.integer(11), muted: row.flag(12), mutedUntil: row.optionalTime(13),
        archived: row.flag(14), archivedAt: row.optionalTime(17), pinned: row.flag(15))
    return Room(
      row: conversation, rev: row.integer(7), lastSeq: row.integer(8), membershipVersion: row.integer(9),
      isIntelligenceOn: !row.flag(10), settings: settings)
  }
}
