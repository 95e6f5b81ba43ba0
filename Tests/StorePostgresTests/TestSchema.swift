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
      schema: name, sharing: .shared, commit: commit, clock: ContractClock(), lanes: lanes,
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

/// A database of its own for one test, whose schema has the usual name, and a folder.
struct OwnDatabase {
  let address: String
  let folder: URL

  /// Answers what `body` does, and drops the database.
  static func with<Value>(_ body: (OwnDatabase) async throws -> Value) async throws -> Value {
    let address = try TestSchema().address
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try PostgresConnection(address, patience: .seconds(60)).script("CREATE DATABASE \(name)")
    let database = OwnDatabase(
      address: address.replacingOccurrences(of: "/test?", with: "/\(name)?"), folder: folder)
    let result: Result<Value, any Error>
    do { result = .success(try await body(database)) } catch { result = .failure(error) }
    try PostgresConnection(address, patience: .seconds(60)).script("DROP DATABASE \(name) WITH (FORCE)")
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    return try result.get()
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func store() throws -> PostgresStore {
    try PostgresStore(
      address,
      options: PostgresStoreOptions(commit: .manual, clock: ContractClock(), maximumReaders: 2, patience: .seconds(60)))
  }

  /// A connection whose tables are those of the workspace.
  func connection() throws -> PostgresConnection {
    try PostgresAccess(address: address, schema: "messageai", patience: .seconds(60)).connect()
  }
}

/// Lets another thread go on, inside a loop that waits for a condition.
enum Pause {
  static func short() { sched_yield() }
}
