import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai admin audit")
struct AuditCommandTests {
  /// Each command below `admin` with what it takes, and what its entry tells.
  private static let commands: [String: (arguments: [String], kind: String)] = [
    "user list": ([], "read accounts"),
    "user create": (["--email", "eve@example.org", "--name", "Eve"], "accountMade"),
    "user reset-password": (["ben@example.org"], "passwordReset"),
    "user disable": (["ben@example.org"], "accountDisabled"),
    "user enable": (["ben@example.org"], "accountEnabled"),
    "user set-role": (["ben@example.org", "admin"], "roleChanged"),
    "user set-email": (["ben@example.org"], "emailSet"),
    "user end-sessions": (["ben@example.org"], "sessionsEnded"),
    "invitation create": ([], "invitationMade"),
    "invitation list": ([], "read invitations"),
    "invitation withdraw": (["INVITATION"], "invitationEnded"),
    "workspace": (["--name", "Harbour"], "workspaceChanged"),
    "feature list": ([], "read features"),
    "feature set": (["assistant", "--percentage", "50"], "featureRolledOut"),
    "feature people": (["assistant"], "read featurePeople"),
    "usage totals": ([], "read totals"),
    "usage conversations": ([], "read conversations"),
    "usage ai": ([], "read aiUsage"),
    "usage clients": ([], "read clientEvents"),
    "user identities": (["ben@example.org"], "read identities"),
    "user unlink": (["ben@example.org", "https://id.example"], "identityUnlinked"),
    "problem list": ([], "read crashes"),
    "problem show": (["PROBLEM"], "read crashes"),
    "problem resolve": (["PROBLEM"], "crashRemoved"),
    "retention list": ([], "read retention"),
    "retention set": (["--days", "30"], "retentionChanged"),
    "hold set": (["--person", "ben@example.org"], "holdSet"),
    "hold lift": (["--person", "ben@example.org"], "holdLifted"),
    "pipeline list": ([], "read pipeline"),
    "pipeline retry": ([], "pipelineRetried"),
    "keys rotate": ([], "keysRotated"),
    "files check": ([], "read fileCheck"),
    "files move": (["--from", "FOLDER", "--to", "OTHER"], "filesMoved"),
    "export": (["--to", "EXPORT"], "exported"),
    "audit list": ([], "read auditLog"),
    "audit verify": ([], "verified"),
  ]

  private struct Help: Decodable {
    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?

      var leaves: [String] {
        let below = (subcommands ?? []).filter { $0.commandName != "help" }
        return below.isEmpty ? [commandName] : below.flatMap(\.leaves).map { "\(commandName) \($0)" }
      }
    }

    let command: Command
  }

  private static func entries(_ server: ServerChild) throws -> [AuditEntryBody] {
    let answer = try server.command(["admin", "audit", "list", "--json", "--limit", "1000"])
    #expect(answer.status == 0)
    return try answer.output.split(separator: "\n").map { try AuditEntryBody(json: Array($0.utf8)) }
  }

  private static func folder(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
  }

  /// Crash reports that the server finds at its start.
  private static func plantProblems(in data: URL) throws {
    let folder = data.appendingPathComponent("crashes/1.0")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 1...4 {
      let json = #"{"description":"Aborted","threads":[{"crashed":true,"frames":[{"symbol":"f\#(number)()"}]}]}"#
      try Data(json.utf8).write(to: folder.appendingPathComponent("\(number).json"))
    }
  }

  @Test("every command below admin leaves its entry, while the server runs and while it does not")
  func everyCommand() async throws {
    let data = Self.folder("audit")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    try Self.plantProblems(in: data)
    let server = try ServerChild(data: data)
    let help = try JSONDecoder().decode(
      Help.self, from: Data(try server.command(["admin", "--experimental-dump-help"]).output.utf8))
    #expect(Set(help.command.leaves) == Set(Self.commands.keys.map { "admin \($0)" }))
    for isRunning in [true, false] {
      if isRunning { try await server.start() }
      if isRunning {
        for name in ["ada", "ben"] {
          let arguments = ["admin", "user", "create", "--email", "\(name)@example.org", "--name", name]
          #expect(try server.command(arguments).status == 0)
        }
      } else {
        server.kill()
      }
      for (command, (arguments, kind)) in Self.commands.sorted(by: { $0.key < $1.key }) {
        // Made while the server ran.
        if command == "user create", !isRunning { continue }
        let made = try server.command(["admin", "invitation", "list"]).output.prefix { $0 != "\t" }
        let given = try arguments.map { argument in
          switch argument {
          case "INVITATION": String(made)
          case "PROBLEM": String(try server.command(["admin", "problem"]).output.prefix { $0 != "\t" })
          case "FOLDER": data.path + "/files"
          case "OTHER": data.path + "/elsewhere"
          case "EXPORT": data.path + "/export-\(isRunning).tar"
          default: argument
          }
        }
        let before = try Self.entries(server).first?.number ?? 0
        let answer = try server.command(["admin"] + command.split(separator: " ").map(String.init) + given)
        // Nothing is linked: what is refused is told of too.
        #expect((answer.status == 0) == (command != "user unlink"), "\(command): \(answer.output)")
        let told = try Self.entries(server).filter { $0.number > before && $0.actor == "command-line" }.map {
          $0.kind == "read" ? "read \($0.detail ?? "")" : $0.kind
        }
        // The listing before has one of its own.
        let least = kind == "read auditLog" ? 2 : 1
        #expect(told.filter { $0 == kind }.count >= least, "\(command)")
      }
    }
  }

  @Test("a backup and a restore are told of, the chain goes on, and a head that was kept is found again")
  func restored() async throws {
    let data = Self.folder("audit-restore")
    let backup = data.path + ".backup"
    defer {
      #expect(throws: Never.self) {
        try FileManager.default.removeItem(at: data)
        try FileManager.default.removeItem(atPath: backup)
      }
    }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    let first = try server.command(["admin", "audit", "verify"])
    let head = try #require(first.output.split(separator: "\n").last?.split(separator: " ").last)
    #expect(try server.command(["backup", backup]).status == 0)
    #expect(try server.command(["admin", "keys", "rotate"]).status == 0)
    let later = try server.command(["admin", "audit", "verify", "--head", String(head)])
    #expect(later.status == 0 && later.output.contains("each as it was written"))
    let newest = try #require(later.output.split(separator: "\n").last?.split(separator: " ").last)
    server.kill()
    #expect(try server.command(["restore", backup, "--force"]).status == 0)
    let entries = try Self.entries(server)
    #expect(entries.prefix(2).map(\.kind) == ["restored", "backedUp"])
    #expect(entries.first?.detail?.hasSuffix(newest) == true, "the head of the log that was replaced")
    #expect(try server.command(["admin", "audit", "verify", "--head", String(head)]).status == 0)
    let lost = try server.command(["admin", "audit", "verify", "--head", String(newest)])
    #expect(lost.status == 1, "that head was in the log that was replaced")
  }

  @Test("the program of docs/audit.md follows what list prints, and finds what was changed")
  func otherProgram() async throws {
    let data = Self.folder("audit-program")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    let ada = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada").json()
    #expect(try await http.send("POST", "/v1/accounts", body: ada).status == 201)
    #expect(try server.command(["admin", "keys", "rotate"]).status == 0)
    let lines = try server.command(["admin", "audit", "list", "--json"]).output
    #expect(lines.contains("127.0.0.1"))
    #expect(try Self.follow(lines) == 0)
    #expect(try Self.follow(lines.replacingOccurrences(of: "127.0.0.1", with: "127.0.0.2")) != 0)
    #expect(try Self.follow(lines.replacingOccurrences(of: "keysRotated", with: "backedUp")) != 0)
    let cut = lines.split(separator: "\n").enumerated().filter { $0.offset != 1 }.map(\.element)
    #expect(try Self.follow(cut.joined(separator: "\n") + "\n") != 0)
  }

  /// Runs the program that the document shows.
  private static func follow(_ lines: String) throws -> Int32 {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let document = try String(contentsOf: root.appending(path: "docs/audit.md"), encoding: .utf8)
    let rest = document.components(separatedBy: "```python\n").last
    let program = try #require(rest?.components(separatedBy: "```").first)
    let input = folder("audit-lines")
    try Data(lines.utf8).write(to: input)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: input) } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
