import Domain
import ServerCore

/// Reads a user's private feed: their profile and their settings of conversations.
struct PrivateFeedReader {
  let user: UserID
  let connection: SQLiteConnection

  /// Throws `notFound` for users that do not exist.
  func delta(fromRev: Int64) throws -> FeedDelta {
    let found = try connection.first(
      "SELECT \(ProfileRows.columns), \(AccountColumn.list) FROM users WHERE id = ? AND deletedAt IS NULL", .id(user)
    ) { (profile: try ProfileRows.profile($0), rev: $0.integer(AccountColumn.rev), key: $0.integer(AccountColumn.key)) }
    guard let found else { throw Refusal.notFound }
    return try FeedDelta.ofMe(fromRev: fromRev, rev: found.rev, profile: found.profile) {
      try settings(of: found.key, after: $0)
    }
  }

  private func settings(of key: Int64, after rev: Int64) throws -> [ConversationSettings] {
    try connection.all(
      """
      SELECT \(SettingsColumn.list), c.id AS conversation
      FROM settings s JOIN conversations c ON c.key = s.conversation WHERE s.user = ? AND s.rev > ? ORDER BY s.rev
      """, .integer(key), .integer(rev)
    ) { SettingsRows.settings($0, conversation: try $0.id("conversation")) }
  }
}
