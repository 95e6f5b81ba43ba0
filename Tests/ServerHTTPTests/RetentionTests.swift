import Domain
import Foundation
import ServerCore
import StoreSQLite
import Synchronization
import TestSupport
import Testing
import WireProtocol

@Suite("Retention")
struct RetentionTests {
  private static let day: Int64 = 86_400_000

  @Test("what was kept for long enough leaves clients, search, the AI, files and disk of a running server")
  func wholeServer() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("retention-\(UUID().uuidString)")
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
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let (team, held) = (try await ada.group("Team", bob), try await ada.group("Held", bob))
      let file = try await bob.upload(Array("zqfilecanary".utf8), name: "plan.txt")
      var old: [Message] = []
      for number in 1...45 { old.append(try await bob.post("zqtextcanary \(number)", in: team)) }
      old.append(try await bob.post("zqtextcanary with a file", files: [file.id], in: team))
      try await bob.post("vwheldcanary", in: held)
      try await ada.tell("POST", "/v1/conversations/\(team)/summary", SummaryRequest())
      let records = { try store.records(.outputs, of: ada.id, at: clock.now, limit: 9).count }
      #expect(try records() > 0)
      for (path, body) in [
        ("/v1/retention", Retention(days: 30)), ("/v1/holds/conversations/\(held)", HoldRequest(isHeld: true)),
      ] as [(String, any WireBody)] {
        #expect(try await ada.send("PUT", path, body).status == 204)
      }
      let digest = try #require(try store.upload(file.id, of: bob.id).digest)
      let rev = try #require(try store.feedRevs(of: bob.id)[.conversation(team)])
      clock.advance(milliseconds: 29 * Self.day)
      let young = try await server.signedIn("bob").post("zqyoung", in: team)
      clock.advance(milliseconds: Self.day)

      try await eventually("they are erased") {
        try store.delta(of: .conversation(team), for: bob.id, fromRev: 0).messages.dropLast().allSatisfy(\.isDeleted)
      }
      let reader = try await server.signedIn("ada")
      // Who was not connected comes to the same as who asks anew, without a gap.
      let delta = try store.delta(of: .conversation(team), for: bob.id, fromRev: rev)
      #expect(delta.messages.map(\.id) == old.map(\.id) + [young.id])
      #expect(delta.messages.map(\.seq) == Array(1...47))
      #expect(delta.messages.map(\.isDeleted) == old.map { _ in true } + [false])
      #expect(delta.messages.allSatisfy { $0.deletedBy == nil && $0.attachments.isEmpty })
      for words in ["zqtextcanary", "zqfilecanary"] {
        let found = try await reader.ask("GET", "/v1/search?query=\(words)", as: SearchResponse.self).results
        #expect(found.isEmpty)
      }
      #expect(try records() == 0)
      try expectProblem(await reader.send("GET", "/v1/files/\(file.id)"), .notFound)
      #expect(
        try store.delta(of: .conversation(held), for: bob.id, fromRev: 0).messages.map(\.text) == ["vwheldcanary"])
      // The keeper of files looks once a minute, and the store rests between two erasures.
      skipped.withLock { $0 += 600 }
      clock.advance(milliseconds: 3_700_000)
      try await eventually("its bytes are removed") {
        try !store.isInUse(digest) && store.removedFiles(limit: 9).isEmpty
      }
      try await eventually("nothing of them is in the files") {
        try !Self.holds("zqtextcanary", path)
      }
      #expect(try Self.holds("vwheldcanary", path))
    }
  }

  @Test("who is connected hears of it as of any deletion, under revisions without a gap")
  func connected() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      #expect(try await workspace.ada.send("PUT", "/v1/retention", Retention(days: 1)).status == 204)
      clock.advance(milliseconds: Self.day - 60_000)
      let bob = try await workspace.server.signedIn("bob")
      let window = try await bob.window(workspace.group)
      let (socket, _) = try await bob.connect()
      clock.advance(milliseconds: 3_700_000)
      let delta = try await socket.delta(of: workspace.group)
      #expect(delta.fromRev == window.toRev && delta.messages.map(\.id) == [workspace.message.id])
      #expect(delta.messages.first?.isDeleted == true)
    }
  }

  private static func holds(_ text: String, _ path: String) throws -> Bool {
    try [path, path + "-wal"].contains { file in
      guard FileManager.default.fileExists(atPath: file) else { return false }
      return try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data(text.utf8)) != nil
    }
  }
}
