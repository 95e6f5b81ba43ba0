import Foundation
import TestSupport

@testable import StorePostgres

/// A schema of its own for one test, in the database that `scripts/postgres` runs tests beside.
struct TestSchema {
  struct Missing: Error, CustomStringConvertible {
    let description = "There is no database: run these tests with scripts/postgres swift test …"
  }

  let address: String
  let name: String

  /// `remove` must be called at the end.
  init() throws {
    guard let address = ProcessInfo.processInfo.environment["MESSAGEAI_TEST_DATABASE"] else { throw Missing() }
    self.address = address
    name = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
  }

  func remove() throws {
    try PostgresConnection(address, patience: .seconds(60)).script("DROP SCHEMA IF EXISTS \"\(name)\" CASCADE")
  }

  /// Answers what `body` does, and drops the schema.
  static func with<Value>(_ body: (TestSchema) throws -> Value) throws -> Value {
    let schema = try TestSchema()
    let result = Result { try body(schema) }
    try schema.remove()
    return try result.get()
  }

  func options(
    _ commit: PostgresStoreOptions.CommitMode = .manual, lanes: Int = 2, batch: Int = 256
  ) -> PostgresStoreOptions {
    PostgresStoreOptions(
      schema: name, isAlone: false, commit: commit, clock: ContractClock(), lanes: lanes,
      maximumCommandsPerCommit: batch, maximumReaders: 2, maximumSearches: 1, patience: .seconds(60))
  }

  func store(
    _ commit: PostgresStoreOptions.CommitMode = .manual, lanes: Int = 2, batch: Int = 256
  ) throws -> PostgresStore {
    try PostgresStore(address, options: options(commit, lanes: lanes, batch: batch))
  }

  /// A connection whose tables are those of the schema.
  func connection() throws -> PostgresConnection {
    try PostgresAccess(address: address, schema: name, patience: .seconds(60)).connect()
  }
}

/// Lets another thread go on, inside a loop that waits for a condition.
enum Pause {
  static func short() { sched_yield() }
}
