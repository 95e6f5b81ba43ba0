import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

/// The real program with its files on an S3 server.
@Suite("files in a bucket", .serialized)
struct FileBucketTests {
  @Test("a file is sent, read in ranges and deleted; the memory of the server does not grow with it")
  func wholeWay() async throws {
    try await Stage.run { stage in
      let ada = try await stage.person("ada")
      // What each first use needs is there before memory is measured.
      let small = try await ada.send(stage.bytes(1_000), named: "small")
      #expect(try await ada.get(small.file).body == stage.bytes(1_000))
      let before = try stage.server.peakMemory()
      let bytes = stage.bytes(24 << 20)
      let sent = try await ada.send(bytes, named: "film.bin")
      #expect(try await stage.files().count == 2 && !stage.hasFolderFiles)

      for (range, wanted) in [
        ("bytes=0-9", 0...9), ("bytes=8388600-8388700", 8_388_600...8_388_700),
        ("bytes=-5", bytes.count - 5...bytes.count - 1),
      ] {
        let part = try await ada.get(sent.file, range: range)
        #expect(part.status == 206 && part.body == Array(bytes[wanted]), "\(range)")
      }
      #expect(try await ada.get(sent.file).body == bytes)
      let grown = try stage.server.peakMemory() - before
      #expect(grown < bytes.count / 2, "\(grown) bytes more for a file of \(bytes.count)")

      try await ada.delete(sent.message)
      try await stage.restart()
      try await eventually("the deleted file is gone from the bucket") { try await stage.files().count == 1 }
      #expect(try await ada.get(small.file).body == stage.bytes(1_000))
    }
  }

  @Test("with a wrong secret chat goes on, the log names the reason, and uploads may go better later")
  func wrongSecret() async throws {
    try await Stage.run(secretKey: "canary-secret") { stage in
      let ada = try await stage.person("ada")
      try await eventually("the log says it") {
        try stage.errors().contains("refuses the secret key") && stage.errors().contains("neither stored nor read")
      }
      try await ada.post([])
      let answer = try await ada.upload(stage.bytes(10), named: "note.txt").answer
      #expect(answer.status == 503 && answer.text.contains("\"retry\":true"), "\(answer.text)")
      #expect(try !stage.errors().contains("canary-secret"), "the secret is not in the log")
      let check = try stage.server.command(["admin", "files"])
      #expect(check.status == 1)
    }
  }

  @Test("a server on another's place removes nothing there and stores nothing, and says so")
  func foreign() async throws {
    try await Stage.run { stage in
      let ada = try await stage.person("ada")
      let sent = try await ada.send(stage.bytes(10), named: "note.txt")
      // The same database without the rest of the folder's files: a restored backup.
      let name = stage.server.data.appendingPathComponent("server-name")
      stage.server.kill()
      let kept = try Data(contentsOf: name)
      try FileManager.default.removeItem(at: name)
      let digest = String(repeating: "a", count: 64)
      try await stage.moto.send("PUT", "/\(stage.moto.bucket)/files/\(digest)")
      try await stage.server.start()
      try await eventually("the log says it") { try stage.errors().contains("belongs to another server") }
      #expect(try await ada.upload(stage.bytes(20), named: "note.txt").answer.status == 503)
      #expect(try await ada.get(sent.file).status == 200, "what is there is read")
      #expect(try await stage.files().count == 2)

      stage.server.kill()
      try kept.write(to: name)
      try await stage.server.start()
      try await eventually("its own orphan goes") { try await stage.files().count == 1 }
    }
  }

  @Test("the check finds what is missing and what is too much; moving to a folder and back goes on where it was")
  func moveAndCheck() async throws {
    try await Stage.run { stage in
      let ada = try await stage.person("ada")
      for count in [10, 20, 9 << 20] { _ = try await ada.send(stage.bytes(count), named: "file-\(count)") }
      stage.server.kill()
      #expect(try stage.server.command(["admin", "files"]).output == "stored 3, missing 0, belonging to no file 0\n")

      let (bucket, other) = (stage.moto.place("files"), stage.moto.place("other"))
      let folder = stage.folder.appendingPathComponent("moved").path
      func move(_ from: String, _ to: String) throws -> (status: Int32, output: String) {
        try stage.server.command(["admin", "files", "move", "--from", from, "--to", to])
      }
      let there = try move(bucket, folder)
      #expect(there.status == 0 && there.output.hasPrefix("copied 3, in \(folder) 3 of 3 files"), "\(there.output)")
      #expect(try move(bucket, folder).output.hasPrefix("copied 0,"), "what is there is not copied again")
      #expect(try await stage.files().count == 3, "nothing is removed from the former place")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { $0.utf8.count == 2 })
      let back = try move(folder, other)
      #expect(back.status == 0 && back.output.hasPrefix("copied 3,"))
      let objects = try await stage.files()
      #expect(objects.count == 6)

      // One less in the second place: it alone is brought again.
      let lost = try #require(objects.first { $0.hasPrefix("other/") })
      try await stage.moto.send("DELETE", "/\(stage.moto.bucket)/\(lost)")
      let check = try stage.server.command(["admin", "files", "--file-storage", other])
      #expect(check.status == 1 && check.output == "stored 3, missing 1, belonging to no file 0\n")
      #expect(try move(folder, other).output.hasPrefix("copied 1,"))
      // One that nobody has.
      let digest = String(repeating: "a", count: 64)
      try await stage.moto.send("PUT", "/\(stage.moto.bucket)/other/\(digest)")
      let surplus = try stage.server.command(["admin", "files", "check", "--file-storage", other])
      #expect(surplus.status == 0 && surplus.output == "stored 3, missing 0, belonging to no file 1\n")
      #expect(try move(stage.folder.appendingPathComponent("none").path, other).status == 1)

      // What is not what its name says is not brought on.
      let damaged = String(lost.dropFirst("other/".count))
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(damaged.prefix(2))/\(damaged)"))
      #expect(try move(folder, stage.moto.place("third")).status == 1)
      #expect(try await !stage.files().contains("third/\(damaged)"))
    }
  }

  @Test("a backup has the files, and a restore brings them back to the bucket")
  func backup() async throws {
    try await Stage.run { stage in
      let ada = try await stage.person("ada")
      let bytes = stage.bytes(9 << 20)
      let sent = try await ada.send(bytes, named: "film.bin")
      let backup = stage.folder.appendingPathComponent("backup.sqlite").path
      #expect(try stage.server.command(["backup", backup]).status == 0)
      let objects = try await stage.files()
      let name = try #require(objects.first?.split(separator: "/").last)
      #expect(FileManager.default.contents(atPath: "\(backup).files/\(name.prefix(2))/\(name)") == Data(bytes))

      stage.server.kill()
      try await stage.moto.send("DELETE", "/\(stage.moto.bucket)/files/\(name)")
      #expect(try stage.server.command(["restore", backup, "--force"]).status == 0)
      #expect(try await stage.files() == objects)
      try await stage.server.start()
      #expect(try await ada.signIn().get(sent.file).body == bytes)
    }
  }
}

/// A server on a bucket of its own.
private struct Stage: Sendable {
  let moto: MotoServer
  let server: ServerChild
  let folder: URL

  static func run(secretKey: String? = nil, _ body: (Stage) async throws -> Void) async throws {
    try await MotoServer.run { moto in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bucket-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
      let log = folder.appendingPathComponent("errors")
      try Data().write(to: log)
      let server = try ServerChild(
        data: folder.appendingPathComponent("data"), options: ["--no-intelligence"],
        environment: moto.environment(secretKey: secretKey).merging([
          "MESSAGEAI_FILE_STORAGE": moto.place("files")
        ]) { $1 }, errors: try FileHandle(forWritingTo: log))
      let stage = Stage(moto: moto, server: server, folder: folder)
      try await server.start()
      defer { server.kill() }
      try await body(stage)
    }
  }

  func restart() async throws {
    server.kill()
    try await server.start()
  }

  func errors() throws -> String { try String(contentsOf: folder.appendingPathComponent("errors"), encoding: .utf8) }

  /// What is stored, but who stored it.
  func files() async throws -> [String] { try await moto.objects().filter { !$0.hasSuffix("/server") } }

  var hasFolderFiles: Bool { FileManager.default.fileExists(atPath: server.data.path + "/files") }

  func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8 &+ count) }
      filled = count
    }
  }

  func person(_ name: String) async throws -> Person {
    let http = TestHTTP(port: server.port)
    let form = SignUpRequest(email: "\(name)@example.org", password: "correct horse \(name)", name: name)
    let answer = try await http.send("POST", "/v1/accounts", body: form.json())
    let session = try SessionResponse(json: answer.body)
    let group = CreateConversationRequest(kind: .group, members: [], name: "Notes", id: nil).json()
    let made = try await http.send("POST", "/v1/conversations", token: session.accessToken, body: group)
    return Person(
      http: http, name: name, token: session.accessToken, conversation: try FeedDelta(json: made.body).feed)
  }
}

/// Somebody with a conversation of their own.
private struct Person: Sendable {
  let http: TestHTTP
  let name: String
  var token: String
  let conversation: FeedID

  func signIn() async throws -> Person {
    let form = SignInRequest(email: "\(name)@example.org", password: "correct horse \(name)")
    var person = self
    person.token = try SessionResponse(json: await ok("POST", "/v1/sessions", form.json())).accessToken
    return person
  }

  func upload(_ bytes: [UInt8], named name: String) async throws -> (file: AttachmentID, answer: TestHTTP.Answer) {
    let id: AttachmentID = RandomIdentifierSource().next()
    _ = try await ok("POST", "/v1/uploads", UploadRequest(id: id, name: name, bytes: Int64(bytes.count)).json())
    let answer = try await http.send(
      "PATCH", "/v1/uploads/\(id)", token: token, body: bytes, type: "application/partial-upload",
      headers: [("Upload-Offset", "0"), ("Upload-Complete", "?1")])
    return (id, answer)
  }

  func send(_ bytes: [UInt8], named name: String) async throws -> (file: AttachmentID, message: MessageID) {
    let (file, answer) = try await upload(bytes, named: name)
    guard answer.status == 200 else { throw ServerChild.Failure(description: answer.text) }
    return (file, try await post([file]))
  }

  @discardableResult
  func post(_ files: [AttachmentID]) async throws -> MessageID {
    let id: MessageID = RandomIdentifierSource().next()
    let form = PostMessageRequest(id: id, text: "here", attachments: files.map { AttachmentReference(id: $0) })
    _ = try await ok("POST", "/v1/conversations/\(conversation)/messages", form.json())
    return id
  }

  func delete(_ message: MessageID) async throws {
    _ = try await ok("DELETE", "/v1/conversations/\(conversation)/messages/\(message)", nil)
  }

  func get(_ file: AttachmentID, range: String? = nil) async throws -> TestHTTP.Answer {
    try await http.send("GET", "/v1/files/\(file)", token: token, headers: range.map { [("Range", $0)] } ?? [])
  }

  private func ok(_ method: String, _ path: String, _ body: [UInt8]?) async throws -> [UInt8] {
    let answer = try await http.send(method, path, token: token, body: body)
    guard (200..<300).contains(answer.status) else {
      throw ServerChild.Failure(description: "\(method) \(path): \(answer.status) \(answer.text)")
    }
    return answer.body
  }
}
