import Domain
import ServerCore

extension SQLStore: RetentionStore {
  package func retention() throws -> RetentionOverview {
    try read { connection in
      let conversations = try connection.all(
        """
        SELECT c.id AS id, c.kind AS kind, c.name AS name, r.days AS days, r.isHeld AS isHeld
        FROM retentions r JOIN conversations c ON c.key = r.conversation
        WHERE r.days IS NOT NULL OR r.isHeld = 1 ORDER BY c.key
        """
      ) { row in
        ConversationRetention(
          conversation: try row.id("id"), kind: try row.word("kind"), name: row.optionalText("name"),
          days: row.optionalInteger("days"), isHeld: row.flag("isHeld"))
      }
      let people = try connection.all(
        """
        SELECT \(ProfileRows.accountColumns) FROM users
        WHERE key IN (SELECT \(Dialect.account) FROM holds) ORDER BY users.key
        """,
        map: ProfileRows.account)
      return RetentionOverview(
        days: try RetentionRows.workspace(on: connection).days, conversations: conversations,
        people: people.map(\.user))
    }
  }

  package func retention(of conversation: ConversationID, for asker: UserID) throws -> Retention {
    try read { connection in
      let membership = try Membership.authorize(.read, asker, conversation, on: connection)
      let state = try connection.first(
        "SELECT days, isHeld, sweptSeq FROM retentions WHERE conversation = ?", .integer(membership.conversation),
        map: RetentionRows.state)
      return Rules.Retentions.effective(state?.own, in: try RetentionRows.workspace(on: connection))
    }
  }

  package func agingConversations() throws -> [AgingConversation] {
    try read { connection in
      try connection.all(
        """
        SELECT c.id AS id, r.days AS days, coalesce(r.isHeld, 0) AS isHeld, coalesce(r.sweptSeq, 0) AS sweptSeq,
          m.createdAt AS oldest
        FROM conversations c LEFT JOIN retentions r ON r.conversation = c.key
          JOIN messages m ON m.position = (c.key << 32 | coalesce(r.sweptSeq, 0) + 1)
        ORDER BY c.key
        """
      ) { AgingConversation(id: try $0.id("id"), state: RetentionRows.state($0), oldest: $0.time("oldest")) }
    }
  }
}

enum RetentionRows {
  static func workspace(on connection: SQLConnection) throws -> Retention {
    Retention(days: try connection.integer("SELECT retentionDays FROM workspace"))
  }

  static func state(_ row: SQLRow) -> RetentionState {
    RetentionState(
      own: row.optionalInteger("days").map { Retention(days: $0) }, isHeld: row.flag("isHeld"),
      sweptSeq: row.integer("sweptSeq"))
  }
}
