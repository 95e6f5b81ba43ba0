import Domain
import Foundation
import GRDBSQLite
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("Syncs")
struct SyncCountTests {
  @Test("each commit syncs the write-ahead log before it is reported")
  func syncs() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.path("store.db"), options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    try SyncCounter.install(store)
    for expected in 1...20 {
      for index in 0..<expected {
        fixture.submit(
          .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "\(index)", replyTo: nil)))
      }
      fixture.drain()
      #expect(SyncCounter.count >= expected)
    }
    #expect(SyncCounter.count <= 30)
    store.close()
  }
}

/// Counts calls of `xSync` on one connection's write-ahead log.
private enum SyncCounter {
  nonisolated(unsafe) static var count = 0
  nonisolated(unsafe) private static let original = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  nonisolated(unsafe) private static let counting = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)

  static func install(_ store: SQLiteStore) throws {
    let file: UnsafeMutablePointer<sqlite3_file>? = store.withWriterConnection { handle in
      var file: UnsafeMutablePointer<sqlite3_file>?
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
      return file
    }
    let log = try #require(file)
    let methods = try #require(log.pointee.pMethods)
    original.initialize(from: methods, count: 1)
    counting.initialize(from: methods, count: 1)
    counting.pointee.xSync = { file, flags in
      SyncCounter.count += 1
      return SyncCounter.original.pointee.xSync(file, flags)
    }
    log.pointee.pMethods = UnsafePointer(counting)
  }
}
