import CPostgres
import Domain
import Foundation

/// Why a database cannot be used, in words for whoever starts a server.
package enum PostgresStoreError: Error, CustomStringConvertible, Sendable {
  /// The address is not one.
  case malformed(String)
  /// Nobody answers there, or whoever answers lets nobody in: a wrong password, a missing database.
  case unreachable(String)
  case inUse(by: Holder)
  case tooOld(String)
  case readOnly
  /// The tables are those of a later version of this program.
  case newer
  /// The schema has tables that are not ours.
  case foreign(schema: String)
  /// The database has another workspace, in another schema.
  case occupied(schema: String)
  /// It has a part of a workspace, which is being moved to it.
  case unfinished
  case notUsable(String)

  /// Who has it.
  package enum Holder: Sendable {
    case server
    case serverWithoutBus
    case serversWithBus
  }

  package var description: String {
    switch self {
    case .malformed(let reason): "This is not an address of a PostgreSQL database: \(reason)."
    case .unreachable(let reason): "The database cannot be opened: \(reason)."
    case .inUse(.server): "Another server is using the database."
    case .inUse(.serverWithoutBus): "A server without --bus is using the database."
    case .inUse(.serversWithBus): "Servers with --bus are using the database."
    case .tooOld(let version): "The database's server is PostgreSQL \(version). MessageAI needs 15 or later."
    case .readOnly: "The database's server only answers questions and stores nothing: it is a standby."
    case .newer: "The database was used by a later version of MessageAI. Install that version, or a later one."
    case .foreign(let schema): "The schema \(schema) of the database holds the tables of something else."
    case .occupied(let schema):
      "The database holds another workspace, in its schema \(schema). Give each workspace a database of its own."
    case .unfinished: "The database holds a part of a workspace only: run \"messageai migrate\" to its end."
    case .notUsable(let reason): "The database cannot be used: \(reason)."
    }
  }
}

/// A step from one version of the tables to the next. One that has been released never changes.
struct PostgresMigration {
  let name: String
  let statements: String
  /// The earliest version whose programs can use the tables after this step. A step that only adds
  /// leaves it as it was: docs/architecture.md has the rule.
  let oldest: Int64
}

/// The tables and how they came to be.
struct PostgresSchema {
  static let released = [
    PostgresMigration(
      name: "base", statements: String(decoding: PackageResources.tables_sql, as: UTF8.self), oldest: 1)
  ]

  let access: PostgresAccess
  let isAlone: Bool
  /// Without it nothing is touched.
  var lease: PostgresLease?
  var migrations = Self.released

  /// Takes the lease and looks at the database, and touches it only when all is well. Servers that
  /// start at once wait for each other. Answers the history of the workspace.
  func open() throws -> HistoryID {
    do {
      return try makeReady()
    } catch {
      lease?.release()
      throw error
    }
  }

  private func makeReady() throws -> HistoryID {
    try transaction { connection in
      if try find(connection) == .nothing { try makeSchema(connection) } else { try checkTables(connection) }
      try migrate(connection)
      return try history(connection)
    }
  }

  /// Does `body` in one transaction, with nobody else making or changing tables. What the database
  /// says becomes a `PostgresStoreError`.
  func transaction<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
    try checkAddress()
    do {
      let connection = try PostgresConnection(access.address, patience: access.patience)
      defer { connection.close() }
      try Self.check(version: connection.serverVersion)
      guard try connection.integer("SELECT pg_is_in_recovery()") == 0 else { throw PostgresStoreError.readOnly }
      try lease?.renew()
      // Whoever moves the workspace keeps the lock until that is done.
      try connection.run("SET lock_timeout = \(access.patience.components.seconds * 500)")
      try connection.begin()
      try connection.run("SELECT pg_advisory_xact_lock(?)", .integer(access.lockKey))
      let value = try body(connection)
      try connection.commit()
      return value
    } catch let failure as PostgresFailure {
      switch failure.kind {
      case .connection: throw PostgresStoreError.unreachable(failure.message)
      case .contention: throw PostgresStoreError.inUse(by: .server)
      default: throw PostgresStoreError.notUsable("\(failure)")
      }
    }
  }

  private func checkAddress() throws(PostgresStoreError) {
    var words: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(access.address, &words) else {
      defer { PQfreemem(words) }
      let isURL = ["postgres://", "postgresql://"].contains { access.address.hasPrefix($0) }
      guard isURL, let words else { throw .malformed("it does not begin with postgres://") }
      // After that comes the address, or a part of it, which may be the password.
      throw .malformed(String(cString: words).components(separatedBy: ": \"")[0])
    }
    PQconninfoFree(options)
  }

  /// `version` is as libpq says it: 150018 is 15.18.
  static func check(version: Int32) throws(PostgresStoreError) {
    guard version >= 150_000 else { throw .tooOld("\(version / 10_000)") }
  }

  /// Schemas that have a table of this name are workspaces.
  private static let mark = "messageai_migrations"

  enum Finding: Equatable {
    case nothing
    case workspace
    /// A part of one: a move to it has not finished.
    case unfinished
  }

  /// What the schema has. Throws when it has tables of something else, or the database another
  /// workspace.
  func find(_ connection: PostgresConnection) throws -> Finding {
    let workspaces = try connection.all(
      "SELECT schemaname::text FROM pg_tables WHERE tablename = ? ORDER BY schemaname", .text(Self.mark)
    ) { $0.text(.only) }
    if isAlone, let other = workspaces.first(where: { $0 != access.schema }) {
      throw PostgresStoreError.occupied(schema: other)
    }
    let tables = try connection.all(
      "SELECT tablename::text FROM pg_tables WHERE schemaname = ?", .text(access.schema)
    ) { $0.text(.only) }
    if workspaces.contains(access.schema) { return tables.contains(MovedDatabase.mark) ? .unfinished : .workspace }
    guard tables.isEmpty else { throw PostgresStoreError.foreign(schema: access.schema) }
    return .nothing
  }

  private func checkTables(_ connection: PostgresConnection) throws {
    guard try find(connection) == .workspace else { throw PostgresStoreError.unfinished }
    guard try oldest(connection) <= migrations.count else { throw PostgresStoreError.newer }
  }

  /// Of the tables.
  func version(_ connection: PostgresConnection) throws -> Int64 {
    try connection.integer("SELECT coalesce(max(number), 0) FROM \(access.quotedSchema).\(Self.mark)")
  }

  /// The earliest version whose programs can use the tables.
  private func oldest(_ connection: PostgresConnection) throws -> Int64 {
    try connection.integer("SELECT coalesce(max(oldest), 0) FROM \(access.quotedSchema).\(Self.mark)")
  }

  func makeSchema(_ connection: PostgresConnection) throws {
    try connection.script(
      """
      CREATE SCHEMA IF NOT EXISTS \(access.quotedSchema);
      CREATE TABLE \(access.quotedSchema).\(Self.mark) (
        number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL, oldest bigint NOT NULL);
      """)
  }

  /// Brings the tables up to this program's version; those that are ahead of it stay so.
  func migrate(_ connection: PostgresConnection) throws {
    try connection.run("SELECT set_config('search_path', ?, true)", .text(access.quotedSchema))
    let done = Int(try version(connection))
    for (number, migration) in migrations.enumerated().dropFirst(done) {
      try connection.script(migration.statements)
      try connection.run(
        "INSERT INTO \(Self.mark) (number, name, at, oldest) VALUES (?, ?, now(), ?)", .integer(Int64(number + 1)),
        .text(migration.name), .integer(migration.oldest))
    }
  }

  func history(_ connection: PostgresConnection) throws -> HistoryID {
    let found: HistoryID? = try connection.first("SELECT id FROM \(access.quotedSchema).history") { try $0.id(.only) }
    guard let found else { throw PostgresStoreError.notUsable("it has no history id") }
    return found
  }
}
