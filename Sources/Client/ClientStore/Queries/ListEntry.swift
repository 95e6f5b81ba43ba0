import Domain
import GRDB

/// The digest table: one derived row per conversation, made anew in the transaction that changes
/// anything it derives from.
struct ListEntry {
  static let previewLength = 200

  /// Without its renaming, which no list shows.
  let conversation: Conversation
  let settings: ConversationSettings
  let title: String
  let photo: String?
  let other: UserID?
  let memberCount: Int
  let last: Last?
  let lastAt: Timestamp
  let unread: Int

  /// The newest committed message that the device holds.
  struct Last {
    let id: MessageID
    let sender: UserID
    let senderName: String?
    let isDeleted: Bool
    /// My own messages only.
    let status: MessageStatus?
    let text: String
    let files: AttachmentBrief?
  }

  // MARK: - Making

  static func refresh(_ id: ConversationID, user: UserID?, _ db: Database) throws {
    guard let conversation = try ConversationRecord.find(id, db) else { return }
    let members = try MemberRecord.all(of: id, db)
    let record = try FeedRecord.find(.conversation(id), db) ?? FeedRecord(feed: .conversation(id))
    let last = try MessageRecord.newest(1, of: id, from: record.windowStart, db).last
    let other = conversation.kind == .direct ? members.first { $0.user != user } : nil
    let status = last.flatMap { last in
      last.sender == user ? Receipts(seq: last.seq, sender: last.sender, members: members).status : nil
    }
    let files = last.flatMap { AttachmentBrief($0.attachments) }
    let unread = try user.map { try count(of: $0, in: record, members: members, db) } ?? 0
    try db.run(
      """
      INSERT OR REPLACE INTO digest (conversation, title, photo, other, memberCount, lastID, lastSender, lastSenderName,
        lastIsDeleted, lastAt, lastStatus, lastForeignSeq, unread, lastText, lastFileKind, lastFileName, lastFileCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id.blob, other?.name ?? conversation.name ?? "", other?.photo ?? conversation.photo, other?.user.blob,
        members.count { $0.isPresent }, last?.id.blob, last?.sender.blob,
        last.flatMap { last in members.first { $0.user == last.sender }?.name }, last?.isDeleted ?? false,
        (last?.createdAt ?? conversation.createdAt).milliseconds, status?.rawValue,
        try lastForeignSeq(in: record, user: user, db), unread, last.map { String($0.text.prefix(previewLength)) },
        files?.kind.rawValue, files?.name, files?.count,
      ])
  }

  /// Messages after both watermarks, of others, not deleted: counted in SQL, so that a long unread
  /// stretch is not decoded for every arriving message.
  static func count(of user: UserID, in record: FeedRecord, members: [Member], _ db: Database) throws -> Int {
    guard let id = record.feed.conversation, let me = members.first(where: { $0.user == user }) else { return 0 }
    let readSeq = try LocalWatermarkRecord.find(id, db)?.effectiveReadSeq(over: me.readSeq) ?? me.readSeq
    let start = max(readSeq, me.joinSeq)
    let before = start < record.windowStart - 1 ? record.unreadBefore : 0
    let held = try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM message WHERE conversation = ? AND seq >= ? AND sender <> ? AND deletedAt IS NULL
          """), arguments: [id.blob, max(start + 1, record.windowStart), user.blob])
    return before + (held ?? 0)
  }

  private static func lastForeignSeq(in record: FeedRecord, user: UserID?, _ db: Database) throws -> Int64 {
    guard let user, let id = record.feed.conversation else { return 0 }
    return try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT seq FROM message WHERE conversation = ? AND seq >= ? AND sender <> ? ORDER BY seq DESC LIMIT 1
          """), arguments: [id.blob, record.windowStart, user.blob]) ?? 0
  }

  // MARK: - Reading

  static func all(_ db: Database) throws -> [ListEntry] {
    try db.map(
      """
      SELECT c.id, c.rev, c.kind, c.name, c.photo, c.createdAt, c.createdBy, d.title, d.photo, d.other, d.memberCount,
        d.lastID, d.lastSender, d.lastSenderName, d.lastIsDeleted, d.lastAt, d.lastStatus, d.unread, d.lastText,
        s.rev, s.muted, s.mutedUntil, s.archived, s.pinned, c.intelligenceOff, s.archivedAt,
        d.lastFileKind, d.lastFileName, d.lastFileCount
      FROM conversation c JOIN digest d ON d.conversation = c.id LEFT JOIN settings s ON s.conversation = c.id
      """, [], decode)
  }

  private static func decode(_ row: Row) throws -> ListEntry {
    let id: ConversationID = try row.identifier(0)
    var settings = ConversationSettings(conversation: id)
    if let rev = row[19] as Int64? {
      settings = ConversationSettings(
        conversation: id, rev: rev, muted: row[20], mutedUntil: row.optionalTimestamp(21), archived: row[22],
        archivedAt: row.optionalTimestamp(25), pinned: row[23])
    }
    return ListEntry(
      conversation: Conversation(
        id: id, rev: row[1], kind: try row.value(2, "kind"), name: row[3], photo: row[4], createdAt: row.timestamp(5),
        createdBy: try row.identifier(6), isIntelligenceOn: !(row[24] as Bool)),
      settings: settings, title: row[7], photo: row[8], other: try row.optionalIdentifier(9), memberCount: row[10],
      last: try decodeLast(row), lastAt: row.timestamp(15), unread: row[17])
  }

  private static func decodeLast(_ row: Row) throws -> Last? {
    guard let id: MessageID = try row.optionalIdentifier(11) else { return nil }
    let status: MessageStatus? = (row[16] as String?).flatMap(MessageStatus.init(rawValue:))
    return Last(
      id: id, sender: try row.identifier(12), senderName: row[13], isDeleted: row[14], status: status,
      text: row[18] ?? "", files: try decodeFiles(row))
  }

  private static func decodeFiles(_ row: Row) throws -> AttachmentBrief? {
    guard let count = row[28] as Int? else { return nil }
    return AttachmentBrief(kind: try row.value(26, "lastFileKind"), name: row[27], count: count)
  }
}
