import Domain
import Foundation
import ServerCore
import StoreSQLite
import Synchronization
import TestSupport
import Testing
import WireProtocol

/// What stands in docs/operations.md under "Deleting an account", read from the bytes on disk.
/// Words that go begin with `zq`, those that stay with `vw`.
@Suite("Deleted accounts")
struct DeletedAccountTests {
  /// A server with everything in one folder.
  private struct Scene {
    let server: TestServer
    let store: SQLiteStore
    let files: TestFiles
    let clock: SimulatedClock
    private let skipped: Skipped

    /// Seconds by which the store's own clock is ahead.
    private final class Skipped: Sendable {
      let seconds = Mutex(0.0)
    }

    static func run(_ body: (Scene) async throws -> Void) async throws {
      let files = try TestFiles()
      defer { files.remove() }
      let clock = SimulatedClock(start: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
      let skipped = Skipped()
      let options = SQLiteStoreOptions(
        clock: clock, monotonicNow: { MonotonicCondition.now() + skipped.seconds.withLock { $0 } })
      let store = try SQLiteStore(path: files.path + "/store.db", options: options)
      let server = try await TestServer.start(store: store, clock: clock, files: files.dependencies)
      do {
        try await body(Scene(server: server, store: store, files: files, clock: clock, skipped: skipped))
        try await server.instance.stop()
      } catch {
        try await server.instance.stop()
        throw error
      }
    }

    func submit(_ bodies: WriteCommand.Body...) {
      for body in bodies { store.submit(WriteCommand(body, at: clock.now)) }
    }

    /// The keeper of files looks once a minute, and the store rests between two erasures.
    func passTime(milliseconds: Int64 = 120_000) {
      skipped.seconds.withLock { $0 += 600 }
      clock.advance(milliseconds: milliseconds)
    }

    /// Whether a file bears the name.
    func isFile(_ name: String) throws -> Bool {
      try FileManager.default.subpathsOfDirectory(atPath: files.path).contains { $0.contains(name) }
    }

    /// Those of the words that stand in a file of the folder, or in the name of one.
    func found(_ words: [String]) throws -> [String] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: files.path)
      // What is removed while this looks is not there.
      let contents = names.compactMap { FileManager.default.contents(atPath: files.path + "/" + $0) }
      return words.filter { word in
        names.contains { $0.contains(word) } || contents.contains { $0.range(of: Data(word.utf8)) != nil }
      }
    }
  }

  private static let collections = PrivateRecord.Collection.allCases.map { "zqrecord\($0.rawValue)" }

  /// Tokens of these two are counted, so they have to be what they are.
  private static func body(_ word: String, of collection: PrivateRecord.Collection) -> [UInt8] {
    guard [.ledger, .indexing].contains(collection) else { return Array(word.utf8) }
    return LedgerEntry(
      at: StoreFixture.start, feature: "ask", model: word, place: "this server", conversations: [], messagesSent: 0,
      inputTokens: 1, outputTokens: 1, cost: nil, isCached: false
    ).json()
  }

  @Test("nothing of whom it was is left on disk; what was written to others stays, without the name")
  func canaries() async throws {
    try await Scene.run { scene in
      let ada = try await scene.server.user("ada")
      scene.submit(
        .workspace(
          .invite(
            asker: nil, InvitationDraft(id: TestUser.newID(), hash: [1], email: "zqmail@example.org", maximumUses: 1))))
      let first = try await scene.server.user("zqmail")
      let ben = try await scene.server.signedIn("zqmail", device: "zqdevice")
      let (team, left) = (try await ada.group("Team", ben), try await ada.group("Left", ben))
      let pair = try await ada.direct(ben)
      let held = try await ada.group("Held", ben)
      try await ada.tell("PUT", "/v1/holds/conversations/\(held)", HoldRequest(isHeld: true))

      let photo = try await ben.upload(TestFiles.picture, name: "me.png", kind: .image)
      try await ben.tell("PATCH", "/v1/me", ProfileChange(name: "zqname", photo: .some(photo.id.description)))
      let digest = try #require(try scene.store.upload(photo.id, of: ben.id).digest)
      _ = try await ben.upload(Array("zqunsent words".utf8), name: "zqunsentname.txt")
      let half: AttachmentID = TestUser.newID()
      try await ben.tell("POST", "/v1/uploads", UploadRequest(id: half, name: "zqhalfname", bytes: 99))
      _ = try await ben.append(Array("zqhalf".utf8), to: half, at: 0, isLast: false)
      let file = try await ben.upload(Array("vwfile".utf8), name: "vwfilename.txt")
      try await ben.post("vwgroup", files: [file.id], in: team)
      try await ben.post("vwpair", in: pair)
      try await ben.post("vwheld", in: held)
      try await ben.post("vwleft", in: left)
      try await ada.remove(ben, from: left)
      let changed = try await ben.post("vwformer", in: team)
      try await ben.edit(changed.id, in: team, to: "vwedited")
      let deleted = try await ben.post("zqdeleted", in: team)
      _ = try await ada.ok("GET", "/v1/search?query=zqdeleted")
      try await ben.delete(deleted.id, in: team)
      for (index, collection) in PrivateRecord.Collection.allCases.enumerated() {
        scene.submit(
          .intelligence(
            .record(
              .put(
                PrivateRecord(
                  user: ben.id, collection: collection, id: "record",
                  body: Self.body(Self.collections[index], of: collection),
                  createdAt: scene.clock.now)))))
      }
      let later = scene.clock.now.adding(seconds: 300 * 86_400)
      try await ben.tell(
        "POST", "/v1/reminders", ReminderRequest(id: TestUser.newID(), at: later, text: "zqreminder"))
      let letter = Mail(
        id: TestUser.newID(), to: "zqmail@example.org", subject: "zqsubject", text: "zqletter",
        createdAt: scene.clock.now.adding(seconds: 86_400))
      scene.submit(
        .account(.link(user: ben.id, Identity(issuer: "https://acme", subject: "zqidentity"))),
        .push(.subscribe(user: ben.id, session: first.session.session, PushDevice(service: .web, address: "zqpush"))),
        .mail(.queue(letter)))
      try await ada.post("vwother", in: team)

      let going =
        Self.collections + [
          "zqmail", "zqdevice", "zqname", "zqunsent", "zqhalf", "zqidentity", "zqpush", "zqsubject", "zqletter",
          "zqreminder",
          "correct horse zqmail",
        ]
      let staying = [
        "vwfile", "vwfilename", "vwgroup", "vwpair", "vwheld", "vwleft", "vwformer", "vwedited", "vwother",
      ]
      let planted = Set(try scene.found(going + staying))
      #expect(Set(going + staying).subtracting(planted) == [], "all are planted")
      #expect(try scene.isFile(digest.text))

      try await ben.tell("DELETE", "/v1/me", DeleteAccountRequest(password: "correct horse zqmail"))
      // The bytes of a cut upload go when nothing has come for a day, as with any.
      let soon = going.filter { $0 != "zqhalf" } + ["zqhalfname", "zqdeleted"]
      try await expectGone(soon, scene, milliseconds: 120_000)
      try await eventually("removing the photo") {
        scene.passTime(milliseconds: 1_000)
        return try !scene.isFile(digest.text)
      }
      try await expectGone(["zqhalf"], scene, milliseconds: 90_000_000)
      #expect(Set(try scene.found(staying)) == Set(staying))
      #expect(!FileManager.default.fileExists(atPath: scene.files.dependencies.uploads.file(of: half)))
      let reader = try await scene.server.signedIn("ada")
      for conversation in [team, left, pair, held] {
        let row = try #require(try await reader.window(conversation).members.first { $0.user == ben.id })
        #expect(row.name == "Deleted user" && row.photo == nil)
      }
    }
  }

  @Test("the account of a held person stays as it is; once the hold is lifted it can go")
  func held() async throws {
    try await Scene.run { scene in
      let (ada, ben) = (try await scene.server.user("ada"), try await scene.server.user("zqben"))
      let team = try await ada.group("Team", ben)
      _ = try await ben.upload(Array("zqunsent words".utf8), name: "plan.txt")
      try await ben.post("vwgroup", in: team)
      let path = "/v1/holds/people/\(ben.id)"
      try await ada.tell("PUT", path, HoldRequest(isHeld: true))
      let form = DeleteAccountRequest(password: "correct horse zqben")
      try expectProblem(await ben.send("DELETE", "/v1/me", form), .conflict)
      scene.passTime()
      let words = ["zqben", "zqunsent", "vwgroup"]
      #expect(try scene.found(words) == words)
      #expect(try await ada.window(team).members.contains { $0.name == "zqben" })
      try await ada.tell("PUT", path, HoldRequest(isHeld: false))
      try await ben.tell("DELETE", "/v1/me", form)
      try await expectGone(["zqben", "zqunsent"], scene, milliseconds: 120_000)
      #expect(try scene.found(["vwgroup"]) == ["vwgroup"])
    }
  }

  private func expectGone(_ words: [String], _ scene: Scene, milliseconds: Int64) async throws {
    scene.passTime(milliseconds: milliseconds)
    do {
      // The keeper may have looked before the server had let go of them, so time goes on.
      try await eventually("erasing", timeout: .seconds(30)) {
        scene.passTime(milliseconds: 1_000)
        return try scene.found(words).isEmpty
      }
    } catch is TimedOut {
      Issue.record("still on disk: \(try scene.found(words).joined(separator: ", "))")
    }
  }
}
