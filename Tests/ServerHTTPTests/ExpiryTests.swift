import Domain
import Foundation
import ServerCore
import StoreSQLite
import Synchronization
import TestSupport
import Testing
import WireProtocol

@Suite("What the AI keeps for a time")
struct ExpiryTests {
  private static let day: Int64 = 86_400_000

  @Test("is erased, from the file too, by a running server when its time is over: cache, outputs, ledger, talk")
  func wholeServer() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("expiry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = folder.appendingPathComponent("store.db").path
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    let skipped = Mutex(0.0)
    let store = try SQLiteStore(
      path: path,
      options: SQLiteStoreOptions(
        clock: clock, monotonicNow: { MonotonicCondition.now() + skipped.withLock { $0 } }))
    try await TestServer.run(store: store, clock: clock) { server in
      let ada = try await server.user("ada")
      let bob = try await server.user("bob")
      let group = try await ada.group("Team", bob)
      for text in ["Shall we ship the map?", "Yes, we ship the map on Friday.", "I will write the notes for it."] {
        try await bob.post(text, in: group)
      }
      try await ada.tell("POST", "/v1/conversations/\(group)/summary", SummaryRequest())
      try await ada.tell("POST", "/v1/ai/assistant", AssistantRequest(text: "zqtalkcanary"))
      let start = clock.now
      // As of then: whatever is still in the tables, however expired it is by now.
      let counts = { @Sendable () throws -> [Int] in
        try [.cache, .outputs, .ledger, .assistant].map {
          try store.records($0, of: ada.id, at: start, limit: 100).count
        }
      }
      let all = try counts()
      #expect(all.allSatisfy { $0 > 0 })
      // A clock that is put back in between is not waited for.
      clock.advance(milliseconds: -Self.day)
      clock.advance(milliseconds: 2 * Self.day)
      try await eventually("the cache is erased") { try counts()[0] == 0 }
      #expect(try counts().dropFirst() == all.dropFirst())
      clock.advance(milliseconds: 29 * Self.day)
      try await eventually("the outputs are erased") { try counts()[1] == 0 }
      #expect(try counts().dropFirst(2) == all.dropFirst(2))
      #expect(try Self.holds("zqtalkcanary", path))
      clock.advance(milliseconds: 60 * Self.day)
      try await eventually("ledger and talk are erased") { try counts() == [0, 0, 0, 0] }
      // The store rests for two minutes between two erasures from its files; the next hour's
      // command has it look at the time.
      skipped.withLock { $0 += 600 }
      clock.advance(milliseconds: 3_700_000)
      try await eventually("nothing of them is in the files") { try !Self.holds("zqtalkcanary", path) }
    }
  }

  private static func holds(_ text: String, _ path: String) throws -> Bool {
    try [path, path + "-wal"].contains { file in
      guard FileManager.default.fileExists(atPath: file) else { return false }
      return try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data(text.utf8)) != nil
    }
  }
}
