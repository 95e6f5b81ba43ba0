import Domain
import ServerCore

/// A database from which, or into which, a workspace is moved. It has the locks of servers and of
/// writers meanwhile, so that nobody else changes anything.
package final class PostgresMove: MovedDatabase {
  /// For statements that go through whole tables.
  private static let patience = Duration.seconds(1_200)

  /// The workspace in the database, which is left as it is. Throws a `PostgresStoreError` when it
  /// cannot be opened, and a `MoveProblem`. `place` is what people call the database.
  package static func source(
    _ address: String, place: String, options: PostgresStoreOptions = PostgresStoreOptions()
  ) throws -> PostgresMove {
    let schema = PostgresSchema(address, options)
    try schema.alone(place) { connection in
      switch try schema.find(connection) {
      case .nothing: throw MoveProblem.missing(place)
      case .unfinished: throw MoveProblem.unfinished(place)
      case .workspace: try schema.checkVersion(connection, place)
      }
    }
    return try PostgresMove(schema, place)
  }

  /// An empty database for the workspace of this history, or the one that an unfinished move of it
  /// left. `startsOver`: what such a move left is discarded, whosever it was.
  package static func target(
    _ address: String, place: String, for history: HistoryID, startsOver: Bool = false,
    options: PostgresStoreOptions = PostgresStoreOptions()
  ) throws -> PostgresMove {
    let schema = PostgresSchema(address, options)
    try schema.alone(place) { connection in
      switch try schema.find(connection) {
      case .workspace: throw MoveProblem.occupied(place)
      case .unfinished where startsOver:
        try connection.script("DROP SCHEMA \(schema.access.quotedSchema) CASCADE")
        try schema.make(connection, for: history)
      case .unfinished:
        try schema.checkVersion(connection, place)
        let other: HistoryID? = try connection.first(
          "SELECT history FROM \(schema.access.quotedSchema).\(MovedDatabase.mark)"
        ) { try $0.id(.only) }
        guard other == history else { throw MoveProblem.otherMove(place) }
      case .nothing: try schema.make(connection, for: history)
      }
    }
    return try PostgresMove(schema, place)
  }

  private init(_ schema: PostgresSchema, _ place: String) throws {
    let access = PostgresAccess(
      address: schema.access.address, schema: schema.access.schema, patience: Self.patience, idleLimit: Self.patience)
    super.init(try access.connect(), place: place)
    do {
      try takeAlone(access)
    } catch {
      connection.close()
      throw error
    }
  }

  /// How long what a killed program began may still seem to be there.
  private static let grace = Duration.seconds(3)

  /// An export has no lock, but is connected.
  private func takeAlone(_ access: PostgresAccess) throws {
    let end = ContinuousClock.now.advanced(by: Self.grace)
    let leases = [PostgresLease.Subject.database, .jobs].map { access.lockKey &+ $0.rawValue }
    while true {
      let isAlone = try connection.integer(
        """
        SELECT (pg_try_advisory_lock(?) AND pg_try_advisory_lock(?) AND pg_try_advisory_lock(?)
          AND NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
            AND application_name = 'messageai' AND pid <> pg_backend_pid()))::int
        """, .integer(access.lockKey), .integer(leases[0]), .integer(leases[1]))
      if isAlone == 1 { return }
      guard ContinuousClock.now < end else { throw MoveProblem.inUse(place) }
      _ = try connection.integer("SELECT 1 FROM pg_sleep(0.1)")
    }
  }
}

extension PostgresMove: MoveTarget {
  package func begin(_ table: MovedTable) throws {
    try transaction { try setPlace(table) }
  }

  package func add(_ rows: [MovedRow], to table: MovedTable) throws {
    do {
      try transaction {
        switch table.name {
        case "messages": try MovedWords(connection: connection).addMessages(rows, to: table)
        case "fileTexts": try MovedWords(connection: connection).addTexts(rows, to: table)
        default: for row in rows { try insert(row, into: table) }
        }
      }
    } catch let failure as PostgresFailure where failure.kind == .statement {
      throw MoveProblem.refused(table: table.name, reason: failure.message)
    }
  }

  package func derive() throws {
    try transaction {
      for table in tables where table.key == ["key"] && table.name != "modelConnection" {
        try setNext("key", of: table.name, above: "max(key)")
      }
      // What notifications were planned for is never numbered again.
      try setNext("ordinal", of: "messages", above: "greatest(max(ordinal), (SELECT ordinal FROM pushProgress))")
      try setNext("key", of: "pushDevices", above: "greatest(max(key), (\(MovedDatabase.lastDevice)))")
      try connection.queue("DELETE FROM textUsage")
      try connection.queue(
        """
        INSERT INTO textUsage (account, bytes) SELECT sender, sum(octet_length(text)) FROM messages GROUP BY sender
        """)
    }
    // The planner knows nothing of new tables.
    for table in tables { try connection.queue("ANALYZE \(table.name)") }
    try connection.wait()
  }

  /// Sets what the next row of a table gets.
  private func setNext(_ column: String, of table: String, above number: String) throws {
    try connection.queue(
      """
      SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), coalesce(\(number), 0) + 1, false) FROM \(table)
      """)
  }

  package func finish(_ act: AuditAct, at time: Timestamp) throws {
    try transaction { try removeMark(act, at: time) }
  }

  private func transaction(_ body: () throws -> Void) throws {
    do {
      try connection.begin()
      try body()
      try connection.commit()
    } catch {
      connection.rollback()
      throw error
    }
  }
}

extension MovedDatabase {
  /// What stands for the rows of a table.
  static func rows(of table: MovedTable) -> String { table.name }
}

extension PostgresSchema {
  fileprivate init(_ address: String, _ options: PostgresStoreOptions) {
    self.init(
      access: PostgresAccess(address: address, schema: options.schema, patience: options.patience),
      isAlone: options.sharing == .alone)
  }

  /// Does `body` in one transaction; whoever has the lock for longer moves the workspace already.
  fileprivate func alone(_ place: String, _ body: (PostgresConnection) throws -> Void) throws {
    do {
      try transaction(body)
    } catch PostgresStoreError.inUse {
      throw MoveProblem.inUse(place)
    }
  }

  /// Only tables of just this version are moved.
  fileprivate func checkVersion(_ connection: PostgresConnection, _ place: String) throws {
    let version = try version(connection)
    guard version >= migrations.count else { throw MoveProblem.older(place) }
    guard version <= migrations.count else { throw MoveProblem.newer(place) }
  }

  /// The tables, with the mark that they are not a workspace yet.
  fileprivate func make(_ connection: PostgresConnection, for history: HistoryID) throws {
    try makeSchema(connection)
    try migrate(connection)
    try connection.run("CREATE TABLE \(MovedDatabase.mark) (history bytea, place text)")
    try connection.run("INSERT INTO \(MovedDatabase.mark) (history) VALUES (?)", .id(history))
  }
}
