import Domain
import ServerCore

/// Reads a user's private feed: their profile, their settings of conversations, their reminders and
/// opinions, and what is urgent for them.
struct PrivateFeedReader {
  let user: UserID
  let connection: SQLConnection

  /// Throws `notFound` for users that do not exist.
  func delta(fromRev: Int64) throws -> FeedDelta {
    let found = try connection.first(
      "SELECT \(ProfileRows.columns), \(AccountColumn.list) FROM users WHERE id = ? AND deletedAt IS NULL", .id(user)
    ) { (profile: try ProfileRows.profile($0), rev: $0.integer(AccountColumn.rev), key: $0.integer(AccountColumn.key)) }
    guard let found else { throw Refusal.notFound }
    return try FeedDelta.ofMe(fromRev: fromRev, rev: found.rev, profile: found.profile) {
      try ReminderRows.privateRows(of: found.key, after: $0, on: connection)
    }
  }
}
