import Crypto
import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing
import WireProtocol

@Suite("Exports of accounts")
struct ExportTests {
  private struct Manifest: Decodable {
    struct File: Decodable {
      let name: String
      let bytes: Int
      let sha256: String
    }

    let format: String
    let account: String
    let counts: [String: Int]
    let missing: [String]
    let files: [File]
  }

  /// What `POST /v1/me/export` answers, by names.
  private struct Archive {
    let names: [String]
    let files: [String: Data]
    let manifest: Manifest

    init(of user: TestUser) async throws {
      let form = AccountExportRequest(password: "correct horse \(user.name)")
      var rest = Data(try await user.ok("POST", "/v1/me/export", form))[...]
      var (names, files): ([String], [String: Data]) = ([], [:])
      while let head = Optional(rest.prefix(512)), head.contains(where: { $0 != 0 }) {
        func text(_ place: Int, _ length: Int) -> String {
          String(decoding: head.dropFirst(place).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
        }
        var blank = Array(head)
        blank.replaceSubrange(148..<156, with: repeatElement(32, count: 8))
        #expect(Int(text(148, 6), radix: 8) == blank.reduce(0) { $0 + Int($1) }, "\(text(0, 100))")
        let size = try #require(Int(text(124, 11), radix: 8))
        names.append(text(0, 100))
        files[names[names.count - 1]] = Data(rest.dropFirst(512).prefix(size))
        rest = rest.dropFirst(512 + (size + 511) / 512 * 512)
      }
      #expect(rest.count == 1_024, "two empty blocks end it")
      (self.names, self.files) = (names, files)
      manifest = try JSONDecoder().decode(Manifest.self, from: try #require(files["manifest.json"]))
    }

    var text: String { files.values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }

    func lines(_ name: String) -> [[String: Any]] {
      names.filter { $0.hasPrefix(name) }.flatMap { (files[$0] ?? Data()).split(separator: 10) }.compactMap {
        (try? JSONSerialization.jsonObject(with: $0)) as? [String: Any]
      }
    }

    var messages: [[String: Any]] { lines("messages/").compactMap { $0["message"] as? [String: Any] } }
  }

  @Test("has what is the person's and what they may read, each file with its hash, and nothing of others")
  func whole() async throws {
    try await TestWorkspace.run { workspace in
      let (ada, bob, eve) = (workspace.ada, workspace.bob, workspace.eve)
      let file = try await bob.upload(Array("what the file says".utf8), name: "plan.txt")
      try await bob.post("with a file", files: [file.id], in: workspace.group)
      let edited = try await ada.post("first words", in: workspace.group)
      try await ada.edit(edited.id, in: workspace.group, to: "second words")
      let deleted = try await ada.post("deletedwords", in: workspace.group)
      try await ada.delete(deleted.id, in: workspace.group)
      let mark = MarkInsightRequest(kind: .decision, message: workspace.message.id)
      try await ada.tell("POST", "/v1/conversations/\(workspace.group)/insights", mark)
      let secret = try await ada.group("secretname", eve)
      try await ada.post("secretwords", in: secret)
      let left = try await ada.group("leftname", bob)
      try await ada.post("leftwords", in: left)
      try await ada.remove(bob, from: left)
      let fact = FunctionRequest(function: "rememberFact", arguments: #"{"text":"memorywords"}"#)
      try await ada.tell("POST", "/v1/ai/functions", fact)

      let archive = try await Archive(of: bob)
      #expect(archive.manifest.format == "messageai-account-1" && archive.manifest.account == "\(bob.id)")
      #expect(archive.names.last == "manifest.json")
      #expect(archive.manifest.files.map(\.name) == archive.names.dropLast())
      for entry in archive.manifest.files {
        let bytes = try #require(archive.files[entry.name])
        #expect(bytes.count == entry.bytes)
        #expect(SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined() == entry.sha256, "\(entry.name)")
      }
      #expect(archive.manifest.missing.isEmpty)
      #expect(archive.manifest.counts == ["conversations": 1, "messages": 4, "insights": 1, "files": 1])
      #expect(
        archive.messages.map { $0["text"] as? String ?? "" } == ["hello team", "with a file", "second words", ""])
      #expect(archive.files["files/\(file.id)"] == Data("what the file says".utf8))
      #expect(archive.lines("conversations.jsonl").count == 1 && archive.lines("insights.jsonl").count == 1)
      #expect(String(decoding: archive.files["account.json"] ?? Data(), as: UTF8.self).contains("bob@example.org"))
      for word in ["secret", "leftwords", "leftname", "deletedwords", "memorywords", "ada@example.org", "eve@"] {
        #expect(!archive.text.contains(word), "\(word)")
      }
      let own = try await Archive(of: ada)
      #expect(
        own.text.contains("secretwords") && own.text.contains("memorywords")
          && own.lines("ai/assistant.jsonl").count == 1)
    }
  }

  @Test("has no password, token or key")
  func secrets() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.bob.subscribe("https://push.example.org/address")
      let archive = try await Archive(of: workspace.bob)
      let session = workspace.bob.session
      for secret in [
        "correct horse", "plain:", session.accessToken, session.refreshToken, "push.example.org", "publicKey",
      ] {
        #expect(!archive.text.contains(secret), "\(secret)")
      }
      #expect(archive.text.contains("\(session.session)"), "the session is named by its id")
    }
  }

  @Test("is for its owner alone, who gives the password, and is in the audit log")
  func owner() async throws {
    try await TestWorkspace.run { workspace in
      let form = AccountExportRequest(password: "wrong")
      try expectProblem(await workspace.bob.send("POST", "/v1/me/export", form), .invalidCredentials)
      #expect(try await workspace.entries(.exported).isEmpty)
      _ = try await Archive(of: workspace.bob)
      let entries = try await workspace.entries(.exported)
      #expect(entries.map(\.actor) == ["account:\(workspace.bob.id)"] && entries.first?.address != nil)
    }
  }

  @Test("is limited for each person")
  func limited() async throws {
    try await TestWorkspace.run(configure: { $0.hasRateLimits = true }) { workspace in
      let form = AccountExportRequest(password: "correct horse bob")
      for _ in 0..<5 { try await workspace.bob.tell("POST", "/v1/me/export", form) }
      try expectProblem(await workspace.bob.send("POST", "/v1/me/export", form), .rateLimited)
      _ = try await Archive(of: workspace.ada)
    }
  }

  @Test("names files whose bytes are missing, and has everything else")
  func missing() async throws {
    let files = try TestFiles()
    defer { files.remove() }
    let server = try await TestServer.start(files: files.dependencies)
    let ada = try await server.user("ada")
    let team = try await ada.group()
    let (lost, kept) = (try await ada.upload(Array("lost".utf8)), try await ada.upload(Array("kept".utf8)))
    try await ada.post("two files", files: [lost.id, kept.id], in: team)
    let digest = FileDigest(bytes: SHA256.hash(data: Data("lost".utf8)))
    try await files.dependencies.storage.remove(FileKey(digest))
    let archive = try await Archive(of: ada)
    #expect(archive.manifest.missing == ["\(lost.id)"])
    #expect(archive.files["files/\(kept.id)"] == Data("kept".utf8) && archive.messages.count == 1)
    try await server.instance.stop()
  }

  @Test("that is cut leaves nothing behind: while it is written there is no second one, and then there is")
  func cut() async throws {
    try await TestWorkspace.run { workspace in
      let file = try await workspace.bob.upload([UInt8](repeating: 7, count: 20 << 20))
      try await workspace.bob.post("a large file", files: [file.id], in: workspace.group)
      let form = AccountExportRequest(password: "correct horse bob")
      let body = form.json()
      var stream: TestStream? = try TestStream(port: workspace.server.http.port, receiveBuffer: 4_096)
      try stream?.write(
        Array(
          """
          POST /v1/me/export HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
          Authorization: Bearer \(workspace.bob.token)\r\nContent-Length: \(body.count)\r\n\r\n
          """.utf8) + body)
      #expect(try stream?.read(until: Date(timeIntervalSinceNow: 60)).isEmpty == false, "it has begun")
      try expectProblem(await workspace.bob.send("POST", "/v1/me/export", form), .conflict)
      _ = try await Archive(of: workspace.ada)
      stream = nil
      try await eventually("it has ended") {
        try await workspace.bob.send("POST", "/v1/me/export", form).status == 200
      }
    }
  }

  @Test("comes in parts that follow one another, whole to the last message")
  func parts() async throws {
    try await TestWorkspace.run { workspace in
      let words = String(repeating: "word ", count: 1_400)
      for number in 2...350 { try await workspace.bob.post("\(number) \(words)", in: workspace.group) }
      let archive = try await Archive(of: workspace.ada)
      let parts = archive.names.filter { $0.hasPrefix("messages/") }
      #expect(parts == (1...3).map { "messages/00000\($0).jsonl" })
      #expect(archive.messages.compactMap { $0["seq"] as? Int } == Array(1...350))
    }
  }
}
