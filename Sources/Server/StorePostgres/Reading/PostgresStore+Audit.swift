import Domain
import ServerCore

extension PostgresStore: AuditStore {
  package func auditEntries(_ filter: AuditFilter, before: Int64?, limit: Int) throws -> [AuditEntry] {
    try read { connection in
      try connection.all(
        """
        SELECT \(AuditRows.columns) FROM audit
        WHERE number < ?1 AND (?2::text IS NULL OR kind = ?2) AND (?3::text IS NULL OR actor = ?3 OR subject = ?3)
          AND (?4::bigint IS NULL OR at >= ?4)
        ORDER BY number DESC LIMIT ?5
        """, .integer(before ?? .max), .optional(filter.kind?.rawValue),
        .optional(filter.person.map { AuditSubject.account($0).description }), .time(filter.since),
        .integer(Int64(max(0, limit))), map: AuditRows.entry)
    }
  }

  package func readAuditLog(
    _ body: (_ checkpoint: AuditHead, _ next: () throws -> AuditEntry?) throws -> Void
  ) throws {
    var finding: AuditBreak?
    // The reader may have taken entries already.
    try read(isRepeatable: false) { connection in
      let checkpoint = try AuditRows.checkpoint(connection)
      var batch: ArraySlice<AuditEntry> = []
      var last: Int64 = .min
      do {
        try body(checkpoint) {
          if batch.isEmpty {
            batch = try connection.all(
              "SELECT \(AuditRows.columns) FROM audit WHERE number > ? ORDER BY number LIMIT 500", .integer(last),
              map: AuditRows.entry)[...]
          }
          let entry = batch.popFirst()
          last = entry?.number ?? last
          return entry
        }
      } catch let found as AuditBreak {
        // What the reader finds is no failure to read.
        finding = found
      }
    }
    if let finding { throw finding }
  }
}
