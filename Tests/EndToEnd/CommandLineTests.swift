import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai send and export")
struct CommandLineTests {
  @Test("what two people send is exported whole and in order, even what the device had not seen")
  func sendAndExport() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    for name in ["ada", "ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      let answer = try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json())
      #expect(answer.status == 201)
    }
    func client(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
      try server.client(
        arguments, as: "\(name)@example.org", password: "correct horse", home: folder.appendingPathComponent(name))
    }

    for (index, name) in ["ada", "ben", "ben", "ada", "ben"].enumerated() {
      let other = name == "ada" ? "ben" : "ada"
      let sent = try client(name, ["send", "--to", "\(other)@example.org", "number \(index + 1) 🚀"])
      #expect(sent.status == 0)
      #expect(sent.output.hasSuffix(" \(index + 1)\n"))
    }

    let exported = try client("ada", ["export", "--conversation", "ben"])
    #expect(exported.status == 0)
    let lines = exported.output.split(separator: "\n").filter { $0.contains("\"type\":\"message\"") }
    #expect(lines.count == 5)
    for (index, line) in lines.enumerated() {
      #expect(line.contains("\"text\":\"number \(index + 1) 🚀\"") && line.contains("\"seq\":\(index + 1),"))
    }
    #expect(try client("ada", ["export", "--conversation", "nobody"]).status == 1)
    #expect(try client("ada", ["send", "--to", "nobody@example.org", "lost"]).status == 1)
  }

  @Test("a photo is set and removed; what is no image leaves it as it was")
  func photo() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    let body = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "ada", device: nil)
    let account = try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: body.json()).body)
    func profile(_ arguments: [String]) throws -> (status: Int32, output: String) {
      try server.client(
        ["profile", "photo"] + arguments, as: "ada@example.org", password: "correct horse",
        home: folder.appendingPathComponent("ada"))
    }
    func shown() async throws -> String? {
      try Profile(json: try await http.send("GET", "/v1/me", token: account.accessToken).body).photo
    }
    let image = folder.appendingPathComponent("ada.png")
    try Data(TestFiles.picture).write(to: image)
    #expect(try profile([image.path]).status == 0)
    let photo = try #require(try await shown())
    #expect(AttachmentID(photo) != nil)
    let text = folder.appendingPathComponent("ada.txt")
    try Data("no image".utf8).write(to: text)
    let refused = try profile([text.path])
    #expect(refused.status == 1)
    #expect(try await shown() == photo)
    #expect(try profile([]).status == 64)
    #expect(try profile(["--remove"]).status == 0)
    #expect(try await shown() == nil)
  }

  @Test("a file is sent with its description, named by the export, and downloaded as it was")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    for name in ["ada", "ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      _ = try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json())
    }
    func client(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
      try server.client(
        arguments, as: "\(name)@example.org", password: "correct horse", home: folder.appendingPathComponent(name))
    }
    let source = folder.appendingPathComponent("plan.csv")
    let bytes = Data(String(repeating: "a,b,c\n", count: 400_000).utf8)
    try bytes.write(to: source)
    let sent = try client("ada", ["send", "--to", "ben@example.org", "--file", source.path, "--alt", "The plan"])
    #expect(sent.status == 0 && sent.output.hasSuffix(" 1\n"))
    let exported = try client("ben", ["export", "--conversation", "ada"])
    let line = try #require(exported.output.split(separator: "\n").first { $0.contains("\"type\":\"message\"") })
    #expect(line.contains("\"name\":\"plan.csv\"") && line.contains("\"alt\":\"The plan\""))
    let id = try #require(
      line.range(of: "\"attachments\":").flatMap { line[$0.upperBound...].firstRange(of: "\"id\":\"") }
    )
    .upperBound
    let copy = folder.appendingPathComponent("copy.csv")
    let got = try client("ben", ["files", "get", String(line[id...].prefix(36)), "--output", copy.path])
    #expect(got.status == 0)
    #expect(try Data(contentsOf: copy) == bytes)
    #expect(try client("ben", ["files", "get", "00000000-0000-7000-8000-000000000001"]).status == 1)
    #expect(try client("ada", ["send", "--to", "ben", "--file", folder.path + "/no.txt"]).status == 1)
  }

  @Test("a profile that is signed in stays with its server: no other is sent its tokens, and it is not signed out")
  func otherServer() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("commands-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let home = folder.appendingPathComponent("ada")
    let (own, other) = (
      try ServerChild(data: folder.appendingPathComponent("own"), environment: ["MESSAGEAI_HOME": home.path]),
      try ServerChild(data: folder.appendingPathComponent("other"))
    )
    for server in [own, other] { try await server.start() }
    defer { for server in [own, other] { server.kill() } }
    for name in ["ada", "ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      _ = try await TestHTTP(port: own.port).send("POST", "/v1/accounts", body: body.json())
    }
    let session = home.appendingPathComponent("default/session.json")
    let send = ["send", "--to", "ben@example.org", "hello"]
    #expect(try own.client(send, as: "ada@example.org", password: "correct horse", home: home).status == 0)
    let kept = try Data(contentsOf: session)

    let elsewhere = send + ["--server", "http://127.0.0.1:\(other.port)"]
    #expect(try own.plain(elsewhere).status == 1)
    #expect(try Data(contentsOf: session) == kept, "the other server has not heard of it")
    #expect(try own.plain(send).status == 0, "the profile's own server is the one that is meant")
    let same = ["--server", "http://127.0.0.1:\(own.port)/"]
    #expect(try own.plain(send + same).status == 0, "its own, written otherwise")

    // As an earlier version kept it: the address stands beside the session.
    let old = try #require(try JSONSerialization.jsonObject(with: kept) as? [String: Any]).filter { $0.key != "server" }
    let bytes = try JSONSerialization.data(withJSONObject: old)
    try bytes.write(to: session)
    #expect(try own.plain(elsewhere).status == 1)
    #expect(try Data(contentsOf: session) == bytes)
    #expect(try own.plain(send).status == 0)

    #expect(try own.plain(["sign-out"]).status == 0)
    #expect(try own.plain(elsewhere).status == 1, "nobody is signed in there")
    #expect(!FileManager.default.fileExists(atPath: session.path))
  }
}
