import Foundation
import TestSupport
import Testing
import WireProtocol

@testable import StorePostgres

@Suite("messageai migrate", .serialized)
struct MigrateTests {
  /// The program, with what it prints and ends with.
  private struct Program {
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("messageai")
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    /// Kills it as soon as it has printed `text`; `false` when it ended before.
    func kill(at text: String) -> Bool {
      var said = ""
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        said += String(decoding: data, as: UTF8.self)
        guard said.contains(text) else { continue }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
      }
      return false
    }

    func end() throws -> (status: Int32, said: String) {
      let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, said)
    }
  }

  private func run(_ arguments: String...) throws -> (status: Int32, said: String) { try Program(arguments).end() }

  @Test("moves the demo team there and back through kills; a device goes on with its session, and files come along")
  func program() async throws {
    try await OwnDatabase.with { database in
      let (first, second, third) = (database.path("first"), database.path("second"), database.path("third"))
      #expect(try run("demo", "--data", first).status == 0)
      let server = try ServerChild(data: URL(fileURLWithPath: first), options: ["--no-intelligence"])
      try await server.start()
      defer { server.kill() }
      func client(_ password: String, _ arguments: String...) throws -> (status: Int32, output: String) {
        try server.client(
          arguments, as: "mira@demo.example", password: password, home: database.folder.appendingPathComponent("phone"))
      }
      let file = database.folder.appendingPathComponent("plan.txt")
      try Data("nightingale".utf8).write(to: file)
      let sent = try client(
        "tidewater-demo", "send", "--to", "kenji@demo.example", "--file", file.path, "the canary sings")
      #expect(sent.status == 0)
      let people = try server.command(["admin", "user", "list"]).output
      let move = ["migrate", "--from", first, "--to", database.address, "--data", second]
      let early = try Program(move).end()
      #expect(early.status == 1 && early.said.contains("A server is using \(first). Stop it first"), "\(early.said)")
      server.kill()

      let homeless = try run("migrate", "--from", first, "--to", database.address)
      #expect(homeless.status == 1 && homeless.said.contains("Say with --data"), "\(homeless.said)")
      // The program may be faster than the one that kills it.
      if try Program(move).kill(at: "users: "), try Program(move).kill(at: "messages: ") {
        let unfinished = try run("serve", "--port", "0", "--data", second, "--database", database.address)
        #expect(unfinished.status == 1 && unfinished.said.contains("holds a part of a workspace only"))
        let moved = try Program(move).end()
        #expect(moved.status == 0 && moved.said.contains("are the same in both"), "\(moved.said)")
      }
      let again = try Program(move).end()
      #expect(again.status == 1 && again.said.contains("is in use already"), "\(again.said)")

      let next = try ServerChild(
        data: URL(fileURLWithPath: second), options: ["--no-intelligence"],
        environment: ["MESSAGEAI_DATABASE": database.address], port: server.port)
      try await next.start()
      defer { next.kill() }
      // By the session that the other server gave the device.
      let export = try client("a wrong password", "export", "--conversation", "Kenji Watanabe")
      #expect(export.status == 0 && export.output.contains("the canary sings"))
      #expect(try next.command(["admin", "audit", "verify"]).status == 0)
      let told = try next.command(["admin", "audit", "list", "--kind", "workspaceMoved"])
      #expect(told.status == 0 && told.output.contains("command-line"), "\(told.output)")
      #expect(try next.command(["admin", "user", "list"]).output == people)
      next.kill()

      let back = ["migrate", "--from", database.address, "--data", second, "--to", third]
      let blocking = try database.connection()
      try blocking.run("SET application_name = 'somebody'")
      try blocking.begin()
      try blocking.run("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")
      #expect(try Program(back).kill(at: "conversations: "))
      blocking.rollback()
      let part = try run("admin", "user", "list", "--data", third)
      #expect(part.status == 1 && part.said.contains("holds a part of a workspace only"), "\(part.said)")
      let came = try Program(back).end()
      #expect(came.status == 0, "\(came.said)")
      #expect(try run("admin", "user", "list", "--data", third).said == people)
      #expect(try run("admin", "files", "check", "--data", third).status == 0)
    }
  }

  @Test("bad input is said in a sentence with status 1, and nothing is made")
  func refused() async throws {
    try await OwnDatabase.with { database in
      let (first, second) = (database.path("first"), database.path("second"))
      func expect(_ from: String, _ to: String, _ sentence: String) throws {
        let refused = try run("migrate", "--from", from, "--to", to)
        #expect(refused.status == 1 && refused.said.contains(sentence), "\(refused.said)")
        #expect(!refused.said.contains("secret"))
        #expect(!FileManager.default.fileExists(atPath: second))
      }
      try expect(first, second, "There is no workspace in \(first).")
      try expect(database.address, second, "There is no workspace in the database of --from.")
      #expect(try run("demo", "--data", first).status == 0)
      try expect(first, first, "--from and --to are the same.")
      try expect(first, "postgres://[", "This is not an address of a PostgreSQL database: ")
      try expect(first, "postgres://tester:secret@127.0.0.1:22002/test", "The database cannot be opened: ")
      try expect(
        first, database.address.replacingOccurrences(of: "?", with: "x?"), "The database cannot be opened: ")
      try expect(
        first, database.address.replacingOccurrences(of: "tester@", with: "locked:secret@"),
        "password authentication failed")
      let other = try PostgresStore(database.address, options: PostgresStoreOptions(schema: "other"))
      other.close()
      try expect(first, database.address, "The database holds another workspace, in its schema other.")
    }
  }
}
