import Domain
import GRDB

/// The profile table: at most one row, of the signed-in user.
enum ProfileRecord {
  private static let columns = """
    id, rev, email, name, photo, timeZone, locale, language, workspaceRole, createdAt, sendsEvents, disabledFeatures,
    emailVerifiedAt
    """
  /// Between the names of features, which have none in them.
  private static let separator = ","

  /// Keeps the row unless a newer one is stored. One of the same revision takes its place: a
  /// version of before may have stored less of it.
  static func upsert(_ profile: Profile, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO profile (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, email = excluded.email, name = excluded.name,
        photo = excluded.photo, timeZone = excluded.timeZone, locale = excluded.locale,
        language = excluded.language, workspaceRole = excluded.workspaceRole, sendsEvents = excluded.sendsEvents,
        disabledFeatures = excluded.disabledFeatures, emailVerifiedAt = excluded.emailVerifiedAt
      WHERE excluded.rev >= profile.rev
      """,
      [
        profile.id.blob, profile.rev, profile.email, profile.name, profile.photo, profile.timeZone, profile.locale,
        profile.language, profile.workspaceRole.rawValue, profile.createdAt.milliseconds, profile.sendsEvents,
        profile.disabledFeatures.joined(separator: separator), profile.emailVerifiedAt?.milliseconds,
      ])
  }

  static func find(_ db: Database) throws -> Profile? {
    try db.map("SELECT \(columns) FROM profile LIMIT 1", [], decode).first
  }

  private static func decode(_ row: Row) throws -> Profile {
    let disabled: String = row[11]
    let verifiedAt: Int64? = row[12]
    return Profile(
      id: try row.identifier(0), rev: row[1], email: row[2], name: row[3], photo: row[4], timeZone: row[5],
      locale: row[6], language: row[7], workspaceRole: try row.value(8, "workspaceRole"),
      disabledFeatures: disabled.split(separator: separator).map(String.init), sendsEvents: row[10],
      createdAt: row.timestamp(9), emailVerifiedAt: verifiedAt.map { Timestamp(milliseconds: $0) })
  }
}
