import Domain
import ServerCore

/// Reads what a user's conversations are, in two queries for all of them.
struct OutlineReader {
  let asker: UserID
  let connection: SQLConnection

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

  private func outlines(_ condition: String, _ values: [SQLValue]) throws -> [ConversationOutline] {
    var members: [Int64: [Member]] = [:]
    try connection.scan(
      """
      SELECT \(MemberRows.columns), \(MemberStateColumn.list) FROM \(MemberRows.source) WHERE m.leftAt IS NULL
        AND m.conversation IN (SELECT m.conversation FROM users a JOIN members m ON m.\(Dialect.account) = a.key
          WHERE a.id = ?1 AND \(condition))
      """, values
    ) {
      members[$0.integer(MemberStateColumn.conversation), default: []].append(try MemberRows.member($0))
      return true
    }
    var outlines: [ConversationOutline] = []
    try connection.scan(
      """
      SELECT \(SettingsColumn.list), \(Column.list)
      FROM users a JOIN members m ON m.\(Dialect.account) = a.key JOIN conversations c ON c.key = m.conversation
        JOIN users o ON o.key = c.createdBy
        LEFT JOIN settings s ON s.\(Dialect.account) = a.key AND s.conversation = c.key
      WHERE a.id = ?1 AND \(condition) ORDER BY c.key
      """, values
    ) { row in
      let room = try Self.room(row)
      let present = members[row.integer(Column.key)] ?? []
      guard let mine = present.first(where: { $0.user == asker }) else { return true }
      outlines.append(
        ConversationOutline(
          conversation: room.row, members: present, mine: mine, settings: room.settings, rev: room.rev,
          lastSeq: room.lastSeq, membershipVersion: room.membershipVersion, isIntelligenceOn: room.isIntelligenceOn))
      return true
    }
    return outlines
  }

  private static func room(_ row: SQLRow) throws -> Room {
    let id: ConversationID = try row.id(Column.id)
    let isOn = !row.flag(Column.isIntelligenceOff)
    let conversation = Conversation(
      id: id, rev: row.integer(Column.rowRev), kind: try row.word(Column.kind), name: row.optionalText(Column.name),
      photo: row.optionalText(Column.photo), createdAt: row.time(Column.createdAt),
      createdBy: try row.id(Column.createdBy), isIntelligenceOn: isOn,
      renamed: try row.renaming(at: Column.renamedAt, by: Column.renamedBy, from: Column.formerName))
    let settings =
      row.isNull(SettingsColumn.rev) ? nil : SettingsRows.settings(row, conversation: id)
    return Room(
      row: conversation, rev: row.integer(Column.rev), lastSeq: row.integer(Column.lastSeq),
      membershipVersion: row.integer(Column.membershipVersion), isIntelligenceOn: isOn, settings: settings)
  }

  /// What follows `SettingsColumn`.
  private enum Column: Int32, SQLColumnList {
    case id, key, rowRev, kind, name, photo, createdAt, createdBy, rev, lastSeq, membershipVersion, isIntelligenceOff
    case renamedAt, renamedBy, formerName

    static let offset = SettingsColumn.count

    var sql: String { self == .createdBy ? "o.id" : "c.\(self)" }
  }
}
