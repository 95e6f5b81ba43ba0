import Domain
import Foundation
import ServerCore
import StoreSQLite

/// A database that servers run over one after another, as after a restart.
package struct TestDatabase: Sendable {
  private let folder: URL
  private let clock: any WallClock

  /// `remove` must be called at the end.
  package init(clock: any WallClock) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("database-\(UUID().uuidString)")
    self.clock = clock
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  package func remove() throws { try FileManager.default.removeItem(at: folder) }

  /// Starts a server over it, and stops it after `body`.
  @discardableResult
  package func run<Value>(_ body: (TestServer) async throws -> Value) async throws -> Value {
    let store = try SQLiteStore(
      path: folder.appendingPathComponent("data.sqlite").path, options: SQLiteStoreOptions(clock: clock))
    return try await TestServer.run(store: store, clock: clock, body)
  }
}
