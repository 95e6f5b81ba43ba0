import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("An audit log that somebody has written into")
struct AuditTamperingTests {
  /// What is found after these statements, in a log of a thousand entries and some.
  private func finding(_ sql: String, expecting isHeadKept: Bool = false) throws -> AuditBreak? {
    let store = try SQLiteStore(path: nil, options: SQLiteStoreOptions(commit: .manual))
    defer { store.close() }
    for _ in 0..<1_200 {
      store.submit(WriteCommand(.audit(.append(.keysRotated)), at: StoreFixture.start, by: .commandLine))
    }
    while store.drain() {}
    let head = try store.auditEntries(AuditFilter(), before: nil, limit: 1).first?.hash
    DurabilityTests.execute(sql, store)
    do {
      try store.readAuditLog { checkpoint, next in
        var chain = AuditChain(after: checkpoint, expecting: isHeadKept ? head : nil)
        while let entry = try next() { try chain.take(entry) }
        try chain.finish()
      }
      return nil
    } catch let finding as AuditBreak {
      return finding
    }
  }

  @Test("is found out, and the entry is named")
  func found() throws {
    #expect(try finding("") == nil)
    #expect(try finding("", expecting: true) == nil)
    #expect(try finding("UPDATE audit SET actor = 'server' WHERE number = 700") == .changed(700))
    #expect(try finding("UPDATE audit SET at = at + 1 WHERE number = 1200") == .changed(1_200))
    #expect(try finding("DELETE FROM audit WHERE number = 501") == .missing(501))
    #expect(try finding("DELETE FROM audit WHERE number <= 10") == .missing(1))
    let moved = """
      UPDATE audit SET number = -1 WHERE number = 7; UPDATE audit SET number = 7 WHERE number = 8;
      UPDATE audit SET number = 8 WHERE number = -1;
      """
    #expect(try finding(moved) == .changed(7))
    let hidden = """
      UPDATE auditCheckpoint SET number = 10, hash = (SELECT hash FROM audit WHERE number = 10);
      DELETE FROM audit WHERE number <= 10;
      """
    #expect(try finding(hidden) == .forgotten(10))
    #expect(try finding("DELETE FROM audit WHERE number > 1000") == nil, "nothing in the log tells")
    #expect(try finding("DELETE FROM audit WHERE number > 1000", expecting: true) == .headMissing)
  }
}
