import Domain
import ServerCore

/// How many bytes of text each person's messages have: those of who writes in the transaction at
/// hand, and what it adds. Each transaction reads them anew, for other writers add too.
final class TextUsage {
  /// Seconds for which the sum of all is taken to hold but for what this writer adds itself.
  private static let totalLifetime = 1.0

  private let limits: StoreLimits
  private let now: @Sendable () -> Double
  private var bytes: [Int64: Int64] = [:]
  private var added: [Int64: Int64] = [:]
  private var total: Int64 = 0
  private var totalReadAt: Double?

  init(limits: StoreLimits, now: @escaping @Sendable () -> Double) {
    self.limits = limits
    self.now = now
  }

  /// How much room there is for this person's text.
  func space(of user: Int64?) -> TextSpace {
    let used = user.map { bytes[$0, default: 0] + added[$0, default: 0] } ?? 0
    return TextSpace(used: used, total: total + added.values.reduce(0, +), limits: limits)
  }

  /// A message was posted, or its text changed or deleted.
  func changed(by count: Int, of user: Int64) { added[user, default: 0] += Int64(count) }

  func queueRead(_ users: Set<UserID>, on connection: PostgresConnection) throws {
    let isDue = totalReadAt.map { now() - $0 > Self.totalLifetime } ?? true
    try connection.queue(
      """
      SELECT t.account AS account, t.bytes AS bytes
      FROM users u JOIN textUsage t ON t.account = u.key WHERE u.id = ANY(?)
      UNION ALL SELECT NULL, sum(bytes)::bigint FROM textUsage WHERE ? = 1
      """, .array(users), .flag(isDue))
    if isDue { totalReadAt = now() }
  }

  func read(_ result: PostgresResult) {
    bytes = [:]
    _ = result.rows { row in
      if let account = row.optionalInteger("account") {
        bytes[account] = row.integer("bytes")
      } else if let sum = row.optionalInteger("bytes") {
        total = sum
      }
    }
  }

  /// By key, so that two writers never wait for each other.
  func save(on connection: PostgresConnection) throws {
    for (account, growth) in added.sorted(by: { $0.key < $1.key }) where growth != 0 {
      try connection.queue(
        """
        INSERT INTO textUsage (account, bytes) VALUES (?, ?)
        ON CONFLICT (account) DO UPDATE SET bytes = textUsage.bytes + excluded.bytes
        """, .integer(account), .integer(growth))
    }
  }

  func didCommit() {
    total += added.values.reduce(0, +)
    added = [:]
  }

  /// After a transaction that failed.
  func forget() {
    added = [:]
    bytes = [:]
    totalReadAt = nil
  }
}
