import Domain
import ServerCore
import TestSupport
import Testing

@testable import StorePostgres

@Suite("Two versions side by side")
struct VersionTests {
  /// What a later version may do to the tables while servers of this one still run: add tables, and
  /// columns that need no value.
  private static func expansion(_ schema: TestSchema) throws -> PostgresMigration {
    let connection = try schema.connection()
    defer { connection.close() }
    let tables = try connection.all(
      "SELECT tablename::text FROM pg_tables WHERE schemaname = ? ORDER BY tablename", .text(schema.name)
    ) { $0.text(.only) }
    let columns = tables.map {
      "ALTER TABLE \($0) ADD COLUMN laterText text, ADD COLUMN laterNumber bigint NOT NULL DEFAULT 7;"
    }
    return PostgresMigration(
      name: "later", statements: columns.joined() + "CREATE TABLE later (name text PRIMARY KEY);", oldest: 1)
  }

  private func access(_ schema: TestSchema) -> PostgresAccess {
    PostgresAccess(address: schema.address, schema: schema.name, patience: .seconds(60))
  }

  /// Has a later version, with one step more, open the schema.
  private func upgrade(_ schema: TestSchema, by step: PostgresMigration) throws -> HistoryID {
    try PostgresSchema(access: access(schema), isAlone: false, migrations: PostgresSchema.released + [step]).open()
  }

  @Test("this version keeps the whole contract in tables that the next has expanded", arguments: StoreContract.cases)
  func expanded(_ item: StoreContract.Case) throws {
    try TestSchema.with { schema in
      try schema.store().close()
      _ = try upgrade(schema, by: try Self.expansion(schema))
      let store = try schema.store()
      defer { store.close() }
      try StoreContract.run(item, on: StoreUnderTest(store: store) { store.drain() })
    }
  }

  @Test("a server that runs goes on while the next version expands the tables, and both have what either writes")
  func running() throws {
    try TestSchema.with { schema in
      let former = try schema.store()
      defer { former.close() }
      let fixture = StoreFixture(StoreUnderTest(store: former) { former.drain() })
      let ada = try fixture.user()
      let team = try fixture.group(ada, [])
      try fixture.post("before", by: ada, in: team)
      let history = try upgrade(schema, by: try Self.expansion(schema))
      #expect(history == former.history)
      try fixture.post("after", by: ada, in: team)
      let connection = try schema.connection()
      #expect(try connection.integer("SELECT count(*) FROM messages WHERE laterNumber = 7") == 2)
      // Nothing goes back to the tables of before.
      try schema.store().close()
      #expect(try connection.integer("SELECT count(*) FROM later") == 0)
    }
  }

  @Test("not in tables that a later version has contracted: they say from which version on they are used")
  func contracted() throws {
    try TestSchema.with { schema in
      try schema.store().close()
      let released = Int64(PostgresSchema.released.count)
      _ = try upgrade(
        schema, by: PostgresMigration(name: "contracted", statements: "DROP TABLE holds", oldest: released + 1))
      #expect {
        try schema.store().close()
      } throws: {
        "\($0)".hasPrefix("The database was used by a later version of MessageAI.")
      }
    }
  }
}
