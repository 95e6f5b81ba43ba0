import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai admin export, and messageai archive")
struct ExportCommandTests {
  @Test("a running server's workspace is written once, whole and for its owner, and read without a server")
  func workspace() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("export-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    let signUp = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada", device: nil)
    let ada = try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: signUp.json()).body)
    let note = data.appendingPathComponent("note.txt")
    try Data("what the file says".utf8).write(to: note)
    let group = CreateConversationRequest(kind: .group, members: [], name: "Kites")
    let made = try await http.send("POST", "/v1/conversations", token: ada.accessToken, body: group.json())
    let team = try #require(try FeedDelta(json: made.body).conversation?.id)
    let home = data.appendingPathComponent("home")
    let sent = try server.client(
      ["send", "--to", "Kites", "--file", note.path, "a colour \u{202E}der"], as: "ada@example.org",
      password: "correct horse", home: home)
    #expect(sent.status == 0)

    let archive = data.appendingPathComponent("workspace.tar").path
    func run(_ arguments: String...) throws -> (status: Int32, output: String) { try server.plain(arguments) }
    let written = try server.command(["admin", "export", "--to", archive])
    #expect(written.status == 0 && written.output == "1 people, 1 conversations and 1 messages are in \(archive).\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: archive)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let before = try Data(contentsOf: URL(fileURLWithPath: archive))
    #expect(try server.command(["admin", "export", "--to", archive]).status == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: archive)) == before, "nothing is overwritten")
    #expect(!FileManager.default.fileExists(atPath: archive + ".partial"))

    let own = data.appendingPathComponent("account.tar").path
    let form = AccountExportRequest(password: "correct horse")
    let answer = try await http.send("POST", "/v1/me/export", token: ada.accessToken, body: form.json())
    try Data(answer.body).write(to: URL(fileURLWithPath: own))
    server.kill()
    let again = data.appendingPathComponent("again.tar").path
    #expect(try server.command(["admin", "export", "--to", again]).status == 0, "without a server too")

    for (file, format) in [(archive, "workspace"), (again, "workspace"), (own, "account")] {
      let check = try run("archive", "check", file)
      #expect(check.status == 0 && check.output.hasPrefix("whole: messageai-\(format)-1, "), "\(check.output)")
      #expect(try run("archive", "conversations", file).output == "\(team)\tgroup\tKites\n")
      let shown = try run("archive", "show", file, "Kites").output
      #expect(shown.contains("Ada: a colour der\n"), "what people write does not steer the terminal")
      let name = try #require(shown.firstMatch(of: /\[(files\/\S+) note\.txt, 18 bytes\]/)?.1)
      let line = try run("archive", "show", file, "\(team)", "--json").output
      #expect(line.contains(#""text":"a colour"#))
      #expect(try run("archive", "files", file).output.split(separator: "\n").contains(name))
      let target = data.appendingPathComponent("\(format)-\(UUID().uuidString).txt").path
      #expect(try run("archive", "extract", file, String(name), "--to", target).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("what the file says".utf8))
      #expect(try run("archive", "extract", file, String(name), "--to", target).status == 1, "nor overwritten")
      #expect(try run("archive", "show", file, "Boats").status == 1)
    }
  }

  @Test("a damaged archive is named with what is wrong, and what is none is no archive")
  func damaged() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("export-damaged-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    let made = try server.command(["admin", "user", "create", "--email", "ada@example.org", "--name", "Ada"])
    #expect(made.status == 0)
    let archive = data.appendingPathComponent("workspace.tar")
    #expect(try server.command(["admin", "export", "--to", archive.path]).status == 0)
    var bytes = try Data(contentsOf: archive)
    let place = try #require(bytes.range(of: Data("ada@example.org".utf8))?.lowerBound)
    bytes[place] = UInt8(ascii: "b")
    try bytes.write(to: archive)
    let damaged = try server.plain(["archive", "check", archive.path])
    #expect(damaged.status == 1 && damaged.output == "damaged: people/000001.jsonl\n")
    try bytes.prefix(bytes.count - 1_500).write(to: archive)
    let cut = try server.plain(["archive", "check", archive.path])
    #expect(cut.status == 1 && cut.output.contains("cannot be read from byte"))
    try Data("no archive".utf8).write(to: archive)
    #expect(try server.plain(["archive", "check", archive.path]).status == 1)
    #expect(try server.plain(["archive", "check", archive.path + "x"]).status == 1)
    #expect(try server.plain(["admin", "export", "--data", data.path + "x", "--to", archive.path + "y"]).status == 1)
  }
}
