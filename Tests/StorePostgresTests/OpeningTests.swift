import Foundation
import TestSupport
import Testing

@testable import StorePostgres

@Suite("What cannot be opened says why, and is left as it was")
struct OpeningTests {
  private func sentence(_ address: String, _ options: PostgresStoreOptions) -> String {
    do {
      try PostgresStore(address, options: options).close()
      return "opened"
    } catch {
      return "\(error)"
    }
  }

  private func replaced(_ address: String, _ part: String, _ other: String) -> String {
    address.replacingOccurrences(of: part, with: other)
  }

  @Test("an address that is none")
  func address() throws {
    let schema = try TestSchema()
    for address in ["postgres://name:secret@[", "postgres://name:secret%zz@host/test", "secret"] {
      let said = sentence(address, schema.options())
      #expect(said.hasPrefix("This is not an address of a PostgreSQL database: "))
      #expect(said.count > 60 && !said.contains("secret"), "\(said)")
    }
  }

  @Test("nobody there, a missing database, a wrong password")
  func unreachable() throws {
    let schema = try TestSchema()
    let nowhere = sentence("postgresql://tester@/test?host=/nowhere", schema.options())
    #expect(nowhere.contains("/nowhere"))
    let missing = sentence(replaced(schema.address, "/test?", "/absent?"), schema.options())
    #expect(missing.contains("database \"absent\" does not exist"))
    let wrong = sentence(replaced(schema.address, "tester@", "locked:wrong@"), schema.options())
    #expect(wrong.contains("password authentication failed"))
    for said in [nowhere, missing, wrong] {
      #expect(said.hasPrefix("The database cannot be opened: "))
      #expect(!said.contains("locked:wrong"))
    }
  }

  @Test("tables of a later version, of something else, or of another workspace")
  func tables() throws {
    try TestSchema.with { schema in
      try schema.store().close()
      let connection = try schema.connection()
      try connection.run(
        "INSERT INTO messageai_migrations (number, name, at, oldest) VALUES (99, 'later', now(), 99)")
      #expect(sentence(schema.address, schema.options()).hasPrefix("The database was used by a later version"))
      try TestSchema.with { other in
        var options = other.options()
        options.sharing = .alone
        #expect(sentence(other.address, options).hasPrefix("The database holds another workspace, in its schema "))
        let found = try connection.integer("SELECT count(*) FROM pg_namespace WHERE nspname = ?", .text(other.name))
        #expect(found == 0, "nothing was made")
      }
      try TestSchema.with { foreign in
        try connection.script("CREATE SCHEMA \"\(foreign.name)\"; CREATE TABLE \"\(foreign.name)\".things (name text)")
        let said = sentence(foreign.address, foreign.options())
        #expect(said == "The schema \(foreign.name) of the database holds the tables of something else.")
        let found = try connection.integer("SELECT count(*) FROM pg_tables WHERE schemaname = ?", .text(foreign.name))
        #expect(found == 1, "nothing was made")
      }
    }
  }

  @Test("a server that is too old", arguments: [(140_012, "14"), (90_624, "9")])
  func old(_ version: Int32, _ said: String) {
    #expect {
      try PostgresSchema.check(version: version)
    } throws: {
      "\($0)" == "The database's server is PostgreSQL \(said). MessageAI needs 15 or later."
    }
  }

  @Test("a server that is new enough", arguments: [Int32(150_000), 150_018, 180_001])
  func recent(_ version: Int32) throws { try PostgresSchema.check(version: version) }

  @Test("a database that nobody answers for, at an address where nobody listens")
  func nobody() throws {
    let said = sentence("postgres://tester:secret@127.0.0.1:22000/test", try TestSchema().options())
    #expect(said.hasPrefix("The database cannot be opened: "))
    #expect(said.contains("22000") && !said.contains("secret"))
  }

  @Test("a store opens again with the same history")
  func again() throws {
    try TestSchema.with { schema in
      let first = try schema.store()
      let history = first.history
      first.close()
      let second = try schema.store()
      #expect(second.history == history)
      second.close()
      // What docs/operations.md says to do after restoring an older copy.
      try schema.connection().run("UPDATE history SET id = uuid_send(gen_random_uuid())")
      let third = try schema.store()
      defer { third.close() }
      #expect(third.history != history)
    }
  }
}
