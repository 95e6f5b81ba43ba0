import CPostgres
import Domain
import Foundation

/// Why a database cannot be used, in words for whoever starts a server.
package enum PostgresStoreError: Error, CustomStringConvertible, Sendable {
  /// The address is not one.
  case malformed(String)
  /// Nobody answers there, or whoever answers lets nobody in: a wrong password, a missing database.
  case unreachable(String)
  /// Another server has it.
  case inUse
  case tooOld(String)
  case readOnly
  /// The tables are those of a later version of this program.
  case newer
  /// The schema has tables that are not ours.
  case foreign(schema: String)
  /// The database has another workspace, in another schema.
  case occupied(schema: String)
  case notUsable(String)

  package var description: String {
    switch self {
    case .malformed(let reason): "This is not an address of a PostgreSQL database: \(reason)."
    case .unreachable(let reason): "The database cannot be opened: \(reason)."
    case .inUse: "Another server is using the database."
    case .tooOld(let version): "The database's server is PostgreSQL \(version). MessageAI needs 15 or later."
    case .readOnly: "The database's server only answers questions and stores nothing: it is a standby."
    case .newer: "The database was used by a later version of MessageAI. Install that version, or a later one."
    case .foreign(let schema): "The schema \(schema) of the database holds the tables of something else."
    case .occupied(let schema):
      "The database holds another workspace, in its schema \(schema). Give each workspace a database of its own."
    case .notUsable(let reason): "The database cannot be used: \(reason)."
    }
  }
}

/// The tables and how they came to be. A migration that has been released never changes.
struct PostgresSchema {
  private struct Migration {
    let name: String
    let statements: [UInt8]
  }

  private static let migrations = [Migration(name: "base", statements: PackageResources.tables_sql)]

  let access: PostgresAccess
  let isAlone: Bool

  /// Looks at the database first, and touches it only when all is well. Servers that start at once
  /// wait for each other. Answers the history of the workspace.
  func open() throws(PostgresStoreError) -> HistoryID {
    try checkAddress()
    do {
      let connection = try PostgresConnection(access.address, patience: access.patience)
      defer { connection.close() }
      try checkServer(connection)
      try connection.begin()
      try connection.run("SELECT pg_advisory_xact_lock(?)", .integer(access.lockKey))
      try checkTables(connection)
      try migrate(connection)
      try connection.commit()
      let history: HistoryID? = try connection.first("SELECT id FROM \(access.quotedSchema).history") {
        try $0.id(.only)
      }
      guard let history else { throw PostgresStoreError.notUsable("it has no history id") }
      return history
    } catch let error as PostgresStoreError {
      throw error
    } catch let failure as PostgresFailure where failure.kind == .connection {
      throw .unreachable(failure.message)
    } catch {
      throw .notUsable("\(error)")
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

  private func checkServer(_ connection: PostgresConnection) throws {
    guard connection.serverVersion >= 150_000 else {
      throw PostgresStoreError.tooOld("\(connection.serverVersion / 10_000)")
    }
    guard try connection.integer("SELECT pg_is_in_recovery()") == 0 else { throw PostgresStoreError.readOnly }
  }

  /// Schemas that have a table of this name are workspaces.
  private static let mark = "messageai_migrations"

  private func checkTables(_ connection: PostgresConnection) throws {
    let workspaces = try connection.all(
      "SELECT schemaname::text FROM pg_tables WHERE tablename = ? ORDER BY schemaname", .text(Self.mark)
    ) { $0.text(.only) }
    if isAlone, let other = workspaces.first(where: { $0 != access.schema }) {
      throw PostgresStoreError.occupied(schema: other)
    }
    guard !workspaces.contains(access.schema) else {
      guard try version(connection) <= Self.migrations.count else { throw PostgresStoreError.newer }
      return
    }
    let others = try connection.integer("SELECT count(*) FROM pg_tables WHERE schemaname = ?", .text(access.schema))
    guard others == 0 else { throw PostgresStoreError.foreign(schema: access.schema) }
  }

  private func version(_ connection: PostgresConnection) throws -> Int64 {
    try connection.integer("SELECT coalesce(max(number), 0) FROM \(access.quotedSchema).\(Self.mark)")
  }

  private func migrate(_ connection: PostgresConnection) throws {
    try connection.script(
      """
      CREATE SCHEMA IF NOT EXISTS \(access.quotedSchema);
      SET LOCAL search_path TO \(access.quotedSchema);
      CREATE TABLE IF NOT EXISTS \(Self.mark) (number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL);
      """)
    let done = Int(try version(connection))
    for (number, migration) in Self.migrations.enumerated().dropFirst(done) {
      try connection.script(String(decoding: migration.statements, as: UTF8.self))
      try connection.run(
        "INSERT INTO \(Self.mark) (number, name, at) VALUES (?, ?, now())", .integer(Int64(number + 1)),
        .text(migration.name))
    }
  }
}
