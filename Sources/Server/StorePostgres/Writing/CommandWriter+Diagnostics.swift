import Domain
import ServerCore

extension CommandWriter {
  func crash(_ id: String) throws -> CrashGroup? {
    try connection.first(
      "SELECT \(CrashColumn.list) FROM crashes WHERE id = ?", .text(id), map: CrashRows.crash)
  }

  func save(_ crash: CrashGroup, of account: Int64?) throws {
    try connection.queue(
      """
      INSERT INTO crashes (id, platform, kind, name, frames, version, count, firstAt, lastAt)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (id) DO UPDATE SET frames = ?5, version = ?6, count = ?7, lastAt = ?9
      """, .text(crash.id), .text(crash.platform.rawValue), .text(crash.kind.rawValue), .text(crash.name),
      .list(crash.frames), .text(crash.version), .integer(crash.count), .time(crash.firstAt), .time(crash.lastAt))
    guard let account else { return }
    try connection.queue(
      "INSERT INTO crashPeople (crash, account) VALUES (?, ?) ON CONFLICT DO NOTHING", .text(crash.id),
      .integer(account))
  }

  func removeCrash(_ id: String) throws {
    try connection.queue("DELETE FROM crashPeople WHERE crash = ?", .text(id))
    try connection.queue("DELETE FROM crashes WHERE id = ?", .text(id))
  }

  func removeCrashes(keeping count: Int) throws {
    let old: [String] = try connection.all(
      "SELECT id FROM crashes ORDER BY lastAt DESC, id OFFSET ?", .integer(Int64(count))
    ) { $0.text("id") }
    for id in old { try removeCrash(id) }
  }

  func eventVersions(of platform: CrashPlatform, on day: Int64) throws -> Set<String> {
    Set(
      try connection.all(
        "SELECT DISTINCT version FROM clientEvents WHERE day = ? AND platform = ?", .integer(day),
        .text(platform.rawValue)
      ) { $0.text("version") })
  }

  func add(_ tally: ClientEventTally) throws {
    try connection.queue(
      """
      INSERT INTO clientEvents (day, platform, version, kind, bucket, count, waited) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (day, platform, version, kind, bucket) DO UPDATE
        SET count = clientEvents.count + ?6, waited = clientEvents.waited + ?7
      """, .integer(tally.day), .text(tally.platform.rawValue), .text(tally.version), .text(tally.kind.rawValue),
      .integer(Int64(tally.bucket)), .integer(tally.count), .integer(tally.waited))
  }

  func forgetEvents(before day: Int64) throws {
    try connection.queue("DELETE FROM clientEvents WHERE day < ?", .integer(day))
  }
}
