import Domain
import GRDB

/// The member table: members by conversation and user, those who left included.
enum MemberRecord {
  private static let columns = "user, rev, role, name, photo, joinSeq, deliveredSeq, readSeq, leftAt"

  /// Keeps the row unless a newer one of the same member is stored.
  static func upsert(_ member: Member, in conversation: ConversationID, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO member (conversation, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation, user) DO UPDATE SET rev = excluded.rev, role = excluded.role, name = excluded.name,
        photo = excluded.photo, joinSeq = excluded.joinSeq, deliveredSeq = excluded.deliveredSeq,
        readSeq = excluded.readSeq, leftAt = excluded.leftAt
      WHERE excluded.rev > member.rev
      """,
      [
        conversation.blob, member.user.blob, member.rev, member.role.rawValue, member.name, member.photo,
        member.joinSeq, member.deliveredSeq, member.readSeq, member.leftAt?.milliseconds,
      ])
  }

  /// By user.
  static func all(of conversation: ConversationID, _ db: Database) throws -> [Member] {
    try db.map(
      "SELECT \(columns) FROM member WHERE conversation = ? ORDER BY user", [conversation.blob], decode)
  }

  static func find(_ user: UserID, in conversation: ConversationID, _ db: Database) throws -> Member? {
    try db.map(
      "SELECT \(columns) FROM member WHERE conversation = ? AND user = ?", [conversation.blob, user.blob], decode
    ).first
  }

  /// What somebody is called in any of the conversations.
  static func name(of user: UserID, _ db: Database) throws -> String? {
    try db.map("SELECT name FROM member WHERE user = ? AND name <> '' LIMIT 1", [user.blob]) { $0[0] as String }.first
  }

  /// Everybody who is in one of the conversations, without the user, by name. Nobody's address is
  /// known.
  static func people(_ db: Database) throws -> [User] {
    let user = try AccountRecord.user(db)
    return try db.map(
      """
      SELECT user, max(name), max(photo) FROM member WHERE leftAt IS NULL AND name <> '' AND user IS NOT ?
      GROUP BY user ORDER BY max(name), user
      """, [user?.blob]
    ) { User(id: try $0.identifier(0), name: $0[1], email: "", photo: $0[2]) }
  }

  /// The photos that these members have here, as far as `members` says otherwise.
  static func formerPhotos(
    _ members: [Member], in conversation: ConversationID, _ db: Database
  ) throws -> Set<AttachmentID> {
    var photos: Set<AttachmentID> = []
    for member in members {
      guard let former = try find(member.user, in: conversation, db)?.photo, former != member.photo else { continue }
      if let id = AttachmentID(former) { photos.insert(id) }
    }
    return photos
  }

  /// Whether somebody here has the photo, in any conversation.
  static func isShown(_ photo: AttachmentID, _ db: Database) throws -> Bool {
    try !db.map("SELECT 1 FROM member WHERE photo = ? LIMIT 1", [photo.description]) { _ in true }.isEmpty
  }

  private static func decode(_ row: Row) throws -> Member {
    Member(
      user: try row.identifier(0), rev: row[1], role: try row.value(2, "role"), name: row[3], photo: row[4],
      joinSeq: row[5], deliveredSeq: row[6], readSeq: row[7], leftAt: row.optionalTimestamp(8))
  }
}
