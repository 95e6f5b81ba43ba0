import Domain
import Foundation
import ServerCore
import ServerHTTP
import StoreSQLite
import TestSupport
import Testing
import WireProtocol

@Suite("Files")
struct FileTests {
  @Test("are dead at once for whoever leaves, by token and by a link made before")
  func leaving() async throws {
    try await TestWorkspace.run { workspace in
      let canary = Array("canary-7c1f".utf8)
      let file = try await workspace.ada.upload(canary)
      try await workspace.ada.post("", files: [file.id], in: workspace.group)
      let link = try await Self.link(to: file.id, for: workspace.bob)
      #expect(try await workspace.server.http.send("GET", link).body == canary)
      try await workspace.ada.remove(workspace.bob, from: workspace.group)
      for answer in [
        try await workspace.server.http.send("GET", link),
        try await workspace.bob.send("GET", "/v1/files/\(file.id)"),
        try await workspace.eve.send("GET", "/v1/files/\(file.id)"),
      ] {
        try expectProblem(answer, .notFound)
      }
    }
  }

  @Test("that are text or PDF are found by what stands in them, by members, until they are deleted")
  func texts() async throws {
    try await TestWorkspace.run { workspace in
      let table = try await workspace.ada.upload(Array("name,cost\nzqcanary,40000".utf8), name: "costs.csv")
      let other = try await workspace.ada.upload(Array("zqcanary".utf8), name: "costs.bin")
      let message = try await workspace.ada.post("", files: [table.id, other.id], in: workspace.group)
      func found(by user: TestUser) async throws -> [SearchResult] {
        try await user.ask("GET", "/v1/search?query=zqcanary", as: SearchResponse.self).results
      }
      let results = try await found(by: workspace.bob)
      #expect(results.map(\.message.id) == [message.id])
      #expect(results.map(\.file) == ["costs.csv"])
      #expect(try await found(by: workspace.eve).isEmpty)
      let document = try await workspace.ada.upload(Self.document, name: "plan.pdf")
      let second = try await workspace.ada.post("", files: [document.id], in: workspace.group)
      #expect(try await found(by: workspace.bob).map(\.file) == ["plan.pdf", "costs.csv"])
      try await workspace.ada.delete(message.id, in: workspace.group)
      #expect(try await found(by: workspace.bob).map(\.message.id) == [second.id])
      try await workspace.ada.remove(workspace.bob, from: workspace.group)
      #expect(try await found(by: workspace.bob).isEmpty)
    }
  }

  /// A PDF of one page that says "zqcanary". Readers make the table that it has not.
  private static let document = Array(
    """
    %PDF-1.4
    1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
    2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
    3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> >> >> endobj
    4 0 obj << /Length 45 >> stream
    BT /F1 12 Tf 20 200 Td (the zqcanary) Tj ET
    endstream endobj
    5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
    trailer << /Root 1 0 R /Size 6 >>
    %%EOF
    """.utf8)

  @Test("are not given by a link that has ended, is for another file, or was changed")
  func links() async throws {
    let clock = SettableClock(SystemClock().now)
    try await TestWorkspace.run(clock: clock) { workspace in
      let file = try await workspace.ada.upload([1])
      let other = try await workspace.ada.upload([2])
      let link = try await Self.link(to: file.id, for: workspace.ada)
      let swapped = link.replacingOccurrences(of: "\(file.id)", with: "\(other.id)")
      let changed = link.dropLast(4) + "AAAA"
      for path in [swapped, String(changed), "/v1/files/\(file.id)?link=", "/v1/files/\(file.id)?link=x"] {
        try expectProblem(await workspace.server.http.send("GET", path), .unauthenticated, path)
      }
      let second = try await workspace.ada.anotherDevice()
      let ended = try await Self.link(to: file.id, for: second)
      #expect(try await second.send("DELETE", "/v1/sessions/current").status == 204)
      try expectProblem(await workspace.server.http.send("GET", ended), .unauthenticated)
      #expect(try await workspace.server.http.send("GET", link).status == 200)
      clock.advance(seconds: FileLinks.lifetime)
      try expectProblem(await workspace.server.http.send("GET", link), .unauthenticated)
    }
  }

  @Test("come byte for byte, in parts of any size, whatever is cut between them")
  func resuming() async throws {
    try await TestWorkspace.run { workspace in
      var random = SeededGenerator(seed: 1)
      let bytes = (0..<700_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      let form = UploadRequest(id: TestUser.newID(), name: "random", bytes: Int64(bytes.count))
      try await workspace.ada.ok("POST", "/v1/uploads", form)
      var offset = 0
      while offset < bytes.count {
        let end = min(bytes.count, offset + Int.random(in: 1...200_000, using: &random))
        let answer = try await workspace.ada.append(
          Array(bytes[offset..<end]), to: form.id, at: offset, isLast: end == bytes.count)
        #expect(answer.status == (end == bytes.count ? 200 : 204))
        let repeated = try await workspace.ada.append([0], to: form.id, at: offset, isLast: false)
        #expect(end == bytes.count || repeated.status == 409, "bytes from before are taken again")
        offset = end
      }
      #expect(try await workspace.ada.send("GET", "/v1/files/\(form.id)").body == bytes)
    }
  }

  @Test("that are larger or smaller than was said are refused, and take up nothing")
  func wrongSize() async throws {
    try await TestWorkspace.run { workspace in
      let form = UploadRequest(id: TestUser.newID(), name: "x", bytes: 3)
      try await workspace.ada.ok("POST", "/v1/uploads", form)
      try expectProblem(await workspace.ada.append([1, 2, 3, 4], to: form.id, at: 0, isLast: true), .tooLarge)
      try expectProblem(await workspace.ada.append([1, 2], to: form.id, at: 0, isLast: true), .invalid)
      #expect(try await workspace.ada.send("HEAD", "/v1/uploads/\(form.id)").header("upload-offset") == "2")
      #expect(try await workspace.ada.append([3], to: form.id, at: 2, isLast: true).status == 200)
    }
  }

  @Test("of deleted messages leave the disk, unless another file has the same bytes")
  func deletion() async throws {
    let files = try TestFiles()
    defer { files.remove() }
    let clock = SettableClock(SystemClock().now)
    let server = try await TestServer.start(clock: clock, files: files.dependencies)
    do {
      let ada = try await server.user("ada")
      let group = try await ada.group()
      let (once, twice) = (Array("only once".utf8), Array("twice".utf8))
      let first = try await ada.post(
        "", files: [try await ada.upload(once).id, try await ada.upload(twice).id], in: group)
      let second = try await ada.post("", files: [try await ada.upload(twice).id], in: group)
      #expect(try Self.stored(files).count == 2, "the same bytes are stored once")
      try await ada.delete(first.id, in: group)
      clock.advance(seconds: FileKeeper.interval)
      try await eventually("the bytes are gone") { try Self.stored(files) == [twice] }
      try await ada.delete(second.id, in: group)
      clock.advance(seconds: FileKeeper.interval)
      try await eventually("all bytes are gone") { try Self.stored(files).isEmpty }
    } catch {
      try await server.instance.stop()
      throw error
    }
    try await server.instance.stop()
  }

  @Test("that a crash left behind without their rows are removed after the start; uploads after a day")
  func orphans() async throws {
    let files = try TestFiles()
    defer { files.remove() }
    let orphan = FileDigest(bytes: [UInt8](repeating: 7, count: 32))
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: files.path + "/orphan"))
    try await files.dependencies.storage.store(files.path + "/orphan", as: FileKey(orphan))
    #expect(try Self.stored(files) == [[1, 2, 3]])
    let clock = SettableClock(SystemClock().now)
    let server = try await TestServer.start(clock: clock, files: files.dependencies)
    do {
      try await eventually("the orphan is gone") { try Self.stored(files).isEmpty }
      let ada = try await server.user("ada")
      let file = try await ada.upload([1])
      let half = UploadRequest(id: TestUser.newID(), name: "x", bytes: 3)
      try await ada.ok("POST", "/v1/uploads", half)
      _ = try await ada.append([1, 2], to: half.id, at: 0, isLast: false)
      clock.advance(seconds: FileService.uploadLifetime)
      try await eventually("nothing is left") {
        clock.advance(seconds: FileKeeper.interval)
        return try Self.stored(files).isEmpty
          && FileManager.default.contentsOfDirectory(atPath: files.path + "/uploads").isEmpty
      }
      let store = server.instance.context.store
      #expect(throws: Refusal.notFound) { try store.file(file.id, for: ada.id) }
    } catch {
      try await server.instance.stop()
      throw error
    }
    try await server.instance.stop()
  }

  @Test("a server that leaves the background work to another removes its own uploads after a day, and nothing stored")
  func ofOneServer() async throws {
    final class TakenLease: JobLease {
      func hold() -> Bool { false }
      func release() {}
    }
    let files = try TestFiles()
    defer { files.remove() }
    let orphan = FileDigest(bytes: [UInt8](repeating: 7, count: 32))
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: files.path + "/orphan"))
    try await files.dependencies.storage.store(files.path + "/orphan", as: FileKey(orphan))
    let clock = SettableClock(SystemClock().now)
    let server = try await TestServer.start(clock: clock, files: files.dependencies, jobLease: TakenLease())
    do {
      let ada = try await server.user("ada")
      let half = UploadRequest(id: TestUser.newID(), name: "x", bytes: 3)
      try await ada.ok("POST", "/v1/uploads", half)
      _ = try await ada.append([1, 2], to: half.id, at: 0, isLast: false)
      clock.advance(seconds: FileService.uploadLifetime + FileKeeper.interval)
      try await eventually("the upload is gone") {
        try FileManager.default.contentsOfDirectory(atPath: files.path + "/uploads").isEmpty
      }
      #expect(try Self.stored(files) == [[1, 2, 3]])
    } catch {
      try await server.instance.stop()
      throw error
    }
    try await server.instance.stop()
  }

  @Test("beyond a person's room, the server's room or the day's number are refused before a byte comes")
  func room() async throws {
    let options = SQLiteStoreOptions(
      limits: StoreLimits(fileBytes: 100, filesPerUser: 150, filesInAll: 220, uploadsADay: 3))
    try await TestServer.run(store: try SQLiteStore(path: nil, options: options)) { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      func begin(_ user: TestUser, _ bytes: Int64) async throws -> TestHTTP.Answer {
        try await user.send("POST", "/v1/uploads", UploadRequest(id: TestUser.newID(), name: "x", bytes: bytes))
      }
      try expectProblem(await begin(ada, 101), .tooLarge)
      #expect(try await begin(ada, 100).status == 201)
      try expectProblem(await begin(ada, 51), .forbidden)
      #expect(try await begin(bob, 100).status == 201)
      try expectProblem(await begin(ada, 21), .forbidden)
      #expect(try await begin(ada, 10).status == 201)
      #expect(try await begin(ada, 5).status == 201)
      let tooMany = try await begin(ada, 1)
      try expectProblem(tooMany, .rateLimited)
      #expect(tooMany.header("retry-after") != nil)
    }
  }

  @Test(
    "give the range that is asked for",
    arguments: [
      ("bytes=0-0", 206, "a"), ("bytes=4-", 206, "ef"), ("bytes=-2", 206, "ef"), ("bytes=0-99", 206, "abcdef"),
      ("bytes=6-", 416, ""), ("bytes=-0", 416, ""), ("bytes=3-1", 200, "abcdef"), ("bytes=0-1,3-4", 200, "abcdef"),
      ("lines=1-2", 200, "abcdef"), ("bytes=x-", 200, "abcdef"),
      ("bytes=99999999999999999999-", 200, "abcdef"),
    ])
  func ranges(_ range: String, _ status: Int, _ text: String) async throws {
    try await TestServer.run { server in
      let ada = try await server.user("ada")
      let file = try await ada.upload(Array("abcdef".utf8))
      let answer = try await server.http.send(
        "GET", "/v1/files/\(file.id)", token: ada.token, headers: [("Range", range)])
      #expect(answer.status == status)
      #expect(answer.text == text)
    }
  }

  @Test("of a voice note must be sound")
  func voice() async throws {
    try await TestWorkspace.run { workspace in
      let webm: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 40)
      let note = try await workspace.ada.upload(webm, name: "note", kind: .voice, duration: 1_200)
      #expect(note.kind == .voice)
      #expect(note.type == "audio/webm")
      #expect(note.duration == 1_200)
      let id: AttachmentID = TestUser.newID()
      try await workspace.ada.ok("POST", "/v1/uploads", UploadRequest(id: id, name: "x", bytes: 4, kind: .voice))
      try expectProblem(await workspace.ada.append(Array("text".utf8), to: id, at: 0, isLast: true), .invalid)
      #expect(try await workspace.ada.send("HEAD", "/v1/uploads/\(id)").status == 404, "what cannot be is no upload")
    }
  }

  // MARK: -

  private static func link(to file: AttachmentID, for user: TestUser) async throws -> String {
    let links: FileLinksResponse = try await user.ask("POST", "/v1/files/links", FileLinksRequest(files: [file]))
    return try #require(links.links.first).url
  }

  /// The bytes of everything that is stored.
  private static func stored(_ files: TestFiles) throws -> [[UInt8]] {
    let root = URL(fileURLWithPath: files.path + "/files")
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
    return try (found?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }.map {
      [UInt8](try Data(contentsOf: $0))
    }
  }
}
