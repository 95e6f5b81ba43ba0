import Domain
import GRDB

/// Conversations that the server does not know yet, and those that it knows by another id.
enum FormerConversation {
  /// The id under which the device has the conversation now.
  static func resolve(_ id: ConversationID, _ db: Database) throws -> ConversationID {
    try db.map("SELECT conversation FROM formerConversation WHERE id = ?", [id.blob]) {
      try $0.identifier(0) as ConversationID
    }.first ?? id
  }

  /// Shows a conversation that the server has yet to make. Names of people are taken from where the
  /// device knows them.
  static func begin(_ request: ServerRequest, at now: Timestamp, _ db: Database) throws {
    guard let user = try AccountRecord.user(db) else { return }
    let (id, kind, name, others): (ConversationID, Conversation.Kind, String?, [UserID])
    switch request {
    case .createGroup(let group, let title, let members): (id, kind, name, others) = (group, .group, title, members)
    case .openDirect(let direct, let other): (id, kind, name, others) = (direct, .direct, nil, [other])
    default: return
    }
    try ConversationRecord.upsert(
      Conversation(id: id, rev: 0, kind: kind, name: name, createdAt: now, createdBy: user), db)
    let me = Member(
      user: user, rev: 0, role: kind == .group ? .admin : .member, name: try ProfileRecord.find(db)?.name ?? "")
    let people = try others.filter { $0 != user }.map { other in
      Member(user: other, rev: 0, role: .member, name: try MemberRecord.name(of: other, db) ?? "")
    }
    for member in [me] + people { try MemberRecord.upsert(member, in: id, db) }
    try ListEntry.refresh(id, user: user, db)
  }

  /// The server has made a direct conversation under its own id: what was written under the former
  /// one goes there.
  static func move(_ former: ConversationID, to conversation: ConversationID, _ db: Database) throws {
    guard former != conversation else { return }
    try db.run("UPDATE outbox SET conversation = ? WHERE conversation = ?", [conversation.blob, former.blob])
    try db.run("UPDATE OR REPLACE draft SET conversation = ? WHERE conversation = ?", [conversation.blob, former.blob])
    try RequestRecord.move(from: former, to: conversation, db)
    try LocalWatermarkRecord.delete(former, db)
    let writer = try FeedWriter(db)
    try writer.forget(.conversation(former))
    try db.run(
      "INSERT OR REPLACE INTO formerConversation (id, conversation) VALUES (?, ?)", [former.blob, conversation.blob])
    try ListEntry.refresh(conversation, user: writer.user, db)
  }

  /// The direct conversation with somebody that the device has.
  static func direct(with user: UserID, _ db: Database) throws -> ConversationID? {
    try db.map(
      """
      SELECT c.id FROM conversation c JOIN member m ON m.conversation = c.id
      WHERE c.kind = 'direct' AND m.user = ? LIMIT 1
      """, [user.blob]
    ) { try $0.identifier(0) as ConversationID }.first
  }
}
