import Domain
import Foundation
import ServerCore
import TestSupport
import Testing

@testable import StorePostgres

@Suite("Servers with and without a bus never have one workspace together")
struct LeaseTests {

  private func access(_ database: OwnDatabase) -> PostgresAccess {
    PostgresAccess(address: database.address, schema: "messageai", patience: .seconds(60))
  }

  private func open(_ database: OwnDatabase, _ sharing: StoreSharing) throws -> PostgresStore {
    try PostgresStore(
      database.address, options: PostgresStoreOptions(sharing: sharing, patience: .seconds(60)))
  }

  private func refusal(_ database: OwnDatabase, _ sharing: StoreSharing) -> String {
    do {
      try open(database, sharing).close()
      return "opened"
    } catch {
      return "\(error)"
    }
  }

  @Test("each kind is refused while the other runs, and says which runs; both begin when it has gone")
  func kinds() async throws {
    try await OwnDatabase.with { database in
      let shared = try (0..<2).map { _ in try open(database, .shared) }
      #expect(refusal(database, .alone) == "Servers with --bus are using the database.")
      shared[0].close()
      #expect(refusal(database, .alone) == "Servers with --bus are using the database.")
      shared[1].close()
      let alone = try open(database, .alone)
      #expect(refusal(database, .shared) == "A server without --bus is using the database.")
      #expect(refusal(database, .alone) == "Another server is using the database.")
      #expect(refusal(database, .reading) == "opened")
      alone.close()
      #expect(refusal(database, .shared) == "opened")
    }
  }

  @Test("those who share it are counted, also after a lost connection; who reads is not")
  func census() async throws {
    try await OwnDatabase.with { database in
      let stores = try (0..<2).map { _ in try open(database, .shared) }
      defer { stores.forEach { $0.close() } }
      let reading = try open(database, .reading)
      defer { reading.close() }
      for store in stores { #expect(try store.serverCount() == 2) }
      let admin = try database.connection()
      _ = try admin.integer(
        """
        SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.mode = 'ShareLock' AND l.locktype = 'advisory'
        """)
      _ = try stores.map { try $0.serverCount() }
      for store in stores { #expect(try store.serverCount() == 2) }
      stores[0].close()
      try await eventually("its connection is gone") { try stores[1].serverCount() == 1 }
    }
  }

  @Test("who is refused has neither made tables nor brought them up to its version")
  func untouched() async throws {
    try await OwnDatabase.with { database in
      let lease = PostgresLease(access: access(database), isShared: true)
      try lease.renew()
      #expect(refusal(database, .alone) == "Servers with --bus are using the database.")
      let connection = try database.connection()
      func count(_ table: String) throws -> Int64 {
        try connection.integer(
          "SELECT count(*) FROM pg_tables WHERE schemaname = 'messageai' AND tablename LIKE ?", .text(table))
      }
      #expect(try count("%") == 0)
      lease.release()
      let store = try open(database, .shared)
      defer { store.close() }
      let later = PostgresSchema(
        access: access(database), isAlone: true, lease: PostgresLease(access: access(database)),
        migrations: PostgresSchema.released
          + [PostgresMigration(name: "later", statements: "CREATE TABLE later (name text)", oldest: 1)])
      #expect(throws: PostgresStoreError.self) { try later.open() }
      #expect(try count("later") == 0)
    }
  }

  @Test(
    "a server that lost its connections, and finds one of the other kind, commits nothing until that has gone",
    arguments: [(StoreSharing.alone, StoreSharing.shared), (.shared, .alone)])
  func lost(_ kind: StoreSharing, _ other: StoreSharing) async throws {
    try await OwnDatabase.with { database in
      var options = PostgresStoreOptions(sharing: kind, lanes: 1, patience: .seconds(60))
      options.clock = ContractClock()
      let store = try PostgresStore(database.address + "&application_name=first", options: options)
      defer { store.close() }
      let fixture = StoreFixture(StoreUnderTest(store: store) { Pause.short() })
      let ada = try fixture.user()
      let team = try fixture.group(ada, [])
      try fixture.post("before", by: ada, in: team)
      let admin = try database.connection()
      func end() throws {
        _ = try admin.integer(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = 'first' AND datname = current_database()
          """)
      }
      try end()
      try fixture.post("alone still", by: ada, in: team)
      try end()
      let came = try open(database, other)
      for _ in 0..<3 {
        try fixture.expectRefusal(
          .overloaded, .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "x", replyTo: nil)))
      }
      came.close()
      #expect(try fixture.post("after", by: ada, in: team).seq == 3)
    }
  }
}
