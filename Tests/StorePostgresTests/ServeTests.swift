import Foundation
import TestSupport
import Testing
import WireProtocol

@testable import StorePostgres

@Suite("messageai serve --database", .serialized)
struct ServeTests {
  static func withDatabase(_ body: (_ address: String, _ folder: URL) async throws -> Void) async throws {
    try await OwnDatabase.with { try await body($0.address, $0.folder) }
  }

  /// What the program says and ends with when it is to serve.
  private func serve(
    _ address: String, _ folder: URL, _ options: [String] = []
  ) throws -> (status: Int32, said: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("messageai")
    process.arguments = ["serve", "--port", "0", "--data", folder.path, "--database", address] + options
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  @Test("people sign up, post and read; a kill loses nothing; admins reach the server and the data")
  func program() async throws {
    try await Self.withDatabase { address, folder in
      let data = folder.appendingPathComponent("data")
      // Given as a variable, so that the commands have it too.
      let server = try ServerChild(
        data: data, options: ["--no-intelligence"], environment: ["MESSAGEAI_DATABASE": address])
      try await server.start()
      defer { server.kill() }
      for name in ["ada", "ben"] {
        let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
        #expect(try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json()).status == 201)
      }
      func client(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        try server.client(
          arguments, as: "\(name)@example.org", password: "correct horse", home: folder.appendingPathComponent(name))
      }
      #expect(try client("ada", ["send", "--to", "ben@example.org", "the canary sings"]).status == 0)

      let second = try serve(address, folder.appendingPathComponent("second"))
      #expect(second.status == 1)
      #expect(second.said.contains("A server is using the database. Stop it first."))
      let shared = try serve(address, folder.appendingPathComponent("second"), ["--bus", "poll"])
      #expect(shared.status == 1)
      #expect(shared.said.contains("A server without --bus, or a command, is using the database. Stop it first"))
      let running = try server.command(["admin", "user", "list"])
      #expect(running.output.split(separator: "\n").count == 2)

      server.kill()
      let stopped = try server.command(["admin", "user", "list"])
      #expect(stopped.output == running.output)
      #expect(try server.command(["backup", folder.path + "/copy"]).status == 1)
      try await server.start()
      let export = try client("ben", ["export", "--conversation", "ada"])
      #expect(export.output.contains("the canary sings"))
    }
  }

  @Test("servers with --bus poll share it: what one commits, and whom it disables, the other's sockets hear")
  func polling() async throws {
    try await Self.withDatabase { address, folder in
      try await share(address, folder, bus: "poll")
    }
  }

  @Test("servers with --bus nats:// share it too")
  func waking() async throws {
    try await NATSServer.run { nats in
      try await Self.withDatabase { address, folder in
        try await share(address, folder, bus: nats.address)
      }
    }
  }

  /// Somebody writes through one server to somebody who is connected to another.
  private func share(_ address: String, _ folder: URL, bus: String) async throws {
    let environment = ["MESSAGEAI_DATABASE": address, "MESSAGEAI_BUS": bus]
    let servers = try (0..<2).map {
      try ServerChild(
        data: folder.appendingPathComponent("data\($0)"), options: ["--no-intelligence"], environment: environment)
    }
    defer { servers.forEach { $0.kill() } }
    for server in servers { try await server.start() }
    var tokens: [String: String] = [:]
    for (index, name) in ["ada", "ben"].enumerated() {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      let answer = try await TestHTTP(port: servers[index].port).send("POST", "/v1/accounts", body: body.json())
      #expect(answer.status == 201)
      tokens[name] = try SessionResponse(json: answer.body).accessToken
    }
    let socket = try await TestSocket.open(port: servers[1].port)
    let token = try #require(tokens["ben"])
    try await socket.send(.hello(version: ClientFrame.version, token: token, client: "test", known: [:], more: false))
    _ = try await socket.first { $0 == .synced ? true : nil }
    func send(_ text: String) throws {
      let said = try servers[0].client(
        ["send", "--to", "ben@example.org", text], as: "ada@example.org", password: "correct horse",
        home: folder.appendingPathComponent("ada"))
      #expect(said.status == 0)
    }
    func heard(_ text: String) async throws {
      _ = try await socket.first(within: 60) { frame -> Bool? in
        guard case .delta(let delta) = frame else { return nil }
        return delta.messages.contains { $0.text == text } ? true : nil
      }
    }
    // A new conversation, then one that is known.
    for text in ["the canary sings", "and sings again"] {
      try send(text)
      try await heard(text)
    }
    let alone = try serve(address, folder.appendingPathComponent("alone"))
    #expect(alone.status == 1)
    #expect(alone.said.contains("Servers with --bus are using the database. Stop them first"))
    #expect(try servers[0].command(["admin", "user", "disable", "ben@example.org"]).status == 0)
    #expect(try await socket.closeCode(within: 60) == 4401)
  }

  @Test("one server does the background work, also for what others commit; when it dies another goes on")
  func jobs() async throws {
    try await Self.withDatabase { address, folder in
      let servers = try (0..<2).map {
        try ServerChild(
          data: folder.appendingPathComponent("data\($0)"),
          environment: ["MESSAGEAI_DATABASE": address, "MESSAGEAI_BUS": "poll"])
      }
      defer { servers.forEach { $0.kill() } }
      for server in servers { try await server.start() }
      var tokens: [String: String] = [:]
      for name in ["ada", "ben"] {
        let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
        let answer = try await TestHTTP(port: servers[1].port).send("POST", "/v1/accounts", body: body.json())
        tokens[name] = try SessionResponse(json: answer.body).accessToken
      }
      let token = try #require(tokens["ben"])
      let port = servers[1].port
      @Sendable func isFound(_ task: String) async throws -> Bool {
        let answer = try await TestHTTP(port: port).send("GET", "/v1/ai/insights?kind=action_item", token: token)
        return try InsightsResponse(json: answer.body).insights.contains { $0.insight.text.contains(task) }
      }
      for task in ["report", "invoice"] {
        let said = try servers[1].client(
          ["send", "--to", "ben@example.org", "I'll send the \(task) to the harbour office by Friday."],
          as: "ada@example.org", password: "correct horse", home: folder.appendingPathComponent("ada"))
        #expect(said.status == 0)
        try await eventually("the \(task) is found") { try await isFound(task) }
        servers[0].kill()
      }
    }
  }

  @Test("bad input is said in a sentence with status 1, and nothing is made or touched")
  func refused() async throws {
    try await Self.withDatabase { address, folder in
      func expect(_ address: String, _ sentence: String, _ line: Int = #line) throws {
        let refused = try serve(address, folder)
        #expect(refused.status == 1, "line \(line)")
        #expect(refused.said.contains(sentence), "line \(line): \(refused.said)")
        #expect(!refused.said.contains("secret"))
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("messageai.sqlite").path))
      }
      let connection = try PostgresConnection(address, patience: .seconds(60))
      func count() throws -> Int64 {
        try connection.integer(
          "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")
      }
      try expect("postgres://[", "This is not an address of a PostgreSQL database: ")
      try expect("/var/lib/messageai", "This is not an address of a PostgreSQL database: ")
      try expect(address.replacingOccurrences(of: "?", with: "x?"), "The database cannot be opened: ")
      try expect(address.replacingOccurrences(of: "tester@", with: "locked:secret@"), "password authentication failed")
      try expect("postgres://tester:secret@127.0.0.1:22001/test", "The database cannot be opened: ")
      #expect(try count() == 0)

      try connection.script("CREATE SCHEMA messageai; CREATE TABLE messageai.things (name text)")
      try expect(address, "holds the tables of something else")
      #expect(try count() == 1)
      try connection.script("DROP SCHEMA messageai CASCADE")
      let other = try PostgresStore(address, options: PostgresStoreOptions(schema: "other"))
      other.close()
      let tables = try count()
      try expect(address, "The database holds another workspace, in its schema other.")
      #expect(try count() == tables)
      try connection.script("ALTER SCHEMA other RENAME TO messageai")
      try connection.script(
        "INSERT INTO messageai.messageai_migrations (number, name, at, oldest) VALUES (99, 'later', now(), 99)")
      try expect(address, "The database was used by a later version of MessageAI.")
      #expect(try count() == tables)

      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("messageai.sqlite")
      try Data("a workspace".utf8).write(to: file)
      let own = try serve(address, folder)
      #expect(own.status == 1)
      #expect(own.said.contains("has a workspace of its own, and --database names another."))
      #expect(try Data(contentsOf: file) == Data("a workspace".utf8))
    }
  }
}
