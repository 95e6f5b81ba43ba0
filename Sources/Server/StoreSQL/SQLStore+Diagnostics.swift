import Domain
import ServerCore

extension SQLStore: DiagnosticsStore {
  package func crashes() throws -> [CrashGroup] {
    try read { connection in
      try connection.all(
        "SELECT \(CrashColumn.list) FROM crashes ORDER BY lastAt DESC, id", map: CrashRows.crash)
    }
  }

  package func eventTallies(since day: Int64) throws -> [ClientEventTally] {
    try read { connection in
      try connection.all(
        "SELECT day, platform, version, kind, bucket, count, waited FROM clientEvents WHERE day >= ?", .integer(day)
      ) {
        ClientEventTally(
          day: $0.integer("day"), kind: try $0.word("kind"), platform: try $0.word("platform"),
          version: $0.text("version"), bucket: Int($0.integer("bucket")), count: $0.integer("count"),
          waited: $0.integer("waited"))
      }
    }
  }
}

enum CrashColumn: Int32, SQLColumnList {
  case id, platform, kind, name, frames, version, count, people, firstAt, lastAt

  var sql: String {
    self == .people ? "(SELECT count(*) FROM crashPeople p WHERE p.crash = crashes.id) AS people" : "\(self)"
  }
}

enum CrashRows {
  static func crash(_ row: SQLRow) throws -> CrashGroup {
    CrashGroup(
      id: row.text(CrashColumn.id), platform: try row.word(CrashColumn.platform), kind: try row.word(CrashColumn.kind),
      name: row.text(CrashColumn.name), frames: row.words(CrashColumn.frames), version: row.text(CrashColumn.version),
      count: row.integer(CrashColumn.count), people: Int(row.integer(CrashColumn.people)),
      firstAt: row.time(CrashColumn.firstAt), lastAt: row.time(CrashColumn.lastAt))
  }
}
