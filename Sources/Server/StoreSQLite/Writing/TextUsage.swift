import Domain
import ServerCore

/// How many bytes of text each person's messages have, in memory. The table of the same name counts
/// those that the search index has been brought up to, so that posting writes nothing for it.
final class TextUsage {
  private let connection: SQLiteConnection
  private let limits: StoreLimits
  private var bytes: [Int64: Int64] = [:]
  private var total: Int64 = 0

  init(connection: SQLiteConnection, limits: StoreLimits) throws {
    self.connection = connection
    self.limits = limits
    try read()
  }

  /// How much room there is for this person's text.
  func space(of user: Int64?) -> TextSpace {
    TextSpace(used: user.flatMap { bytes[$0] } ?? 0, total: total, limits: limits)
  }

  func posted(_ count: Int, by user: Int64) {
    bytes[user, default: 0] += Int64(count)
    total += Int64(count)
  }

  /// A message's text was changed or deleted. `isIndexed`: the table has it.
  func changed(by count: Int, of user: Int64, isIndexed: Bool) throws {
    posted(count, by: user)
    guard isIndexed else { return }
    try connection.run(
      "UPDATE textUsage SET bytes = bytes + ? WHERE user = ?", .integer(Int64(count)), .integer(user))
  }

  /// After a transaction that failed.
  func read() throws {
    bytes = [:]
    total = 0
    try connection.scan(
      """
      SELECT user, bytes FROM textUsage UNION ALL
      SELECT sender, length(CAST(text AS BLOB)) FROM messages WHERE ordinal > (SELECT indexed FROM searchProgress)
      """, []
    ) { row in
      self.bytes[row.integer("user"), default: 0] += row.integer("bytes")
      self.total += row.integer("bytes")
      return true
    }
  }

  /// Adds the messages of some ordinals to the table: in the transaction that indexes them.
  static func count(after start: Int64, through end: Int64, on connection: SQLiteConnection) throws {
    try connection.run(
      """
      INSERT INTO textUsage (user, bytes)
      SELECT sender, sum(length(CAST(text AS BLOB))) FROM messages WHERE ordinal > ? AND ordinal <= ? GROUP BY sender
      ON CONFLICT (user) DO UPDATE SET bytes = bytes + excluded.bytes
      """, .integer(start), .integer(end))
  }
}
