import Domain
import GRDB

extension ClientStore {
  /// The newest `limit` messages and what is pending; `nil` for a conversation that the device does
  /// not hold.
  package func timeline(_ conversation: ConversationID, limit: Int = .max) throws -> Timeline? {
    let now = clock.now
    return try read { try Self.timeline(conversation, limit: limit, now: now, $0) }
  }

  /// The conversation list: pinned first, then newest first, archived ones included.
  package func summaries() throws -> [ConversationSummary] {
    let now = clock.now
    return try read { try Self.summaries(now: now, $0) }
  }

  /// Those who left included, by user.
  package func members(of conversation: ConversationID) throws -> [Member] {
    try read { try MemberRecord.all(of: conversation, $0) }
  }

  /// Unread messages in conversations that are neither muted at `now` nor archived.
  package func badge(now: Timestamp) throws -> Int {
    try read { try Self.badge(now: now, $0) }
  }

  static func timeline(
    _ conversation: ConversationID, limit: Int, now: Timestamp, _ db: Database
  ) throws -> Timeline? {
    try TimelineReader(db: db, user: AccountRecord.user(db), now: now).timeline(conversation, limit: limit)
  }

  static func summaries(now: Timestamp, _ db: Database) throws -> [ConversationSummary] {
    try SummaryReader(db: db, user: AccountRecord.user(db)).summaries(now: now)
  }

  static func badge(now: Timestamp, _ db: Database) throws -> Int {
    try SummaryReader(db: db, user: AccountRecord.user(db)).badge(now: now)
  }
}
