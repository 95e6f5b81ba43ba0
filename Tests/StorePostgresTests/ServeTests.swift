import Foundation
import TestSupport
import Testing
import WireProtocol

@testable import StorePostgres

@Suite("messageai serve --database", .serialized)
struct ServeTests {
  /// A database of its own, for the program takes its schema by a fixed name.
  private static func withDatabase(_ body: (_ address: String, _ folder: URL) async throws -> Void) async throws {
    let address = try TestSchema().address
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try PostgresConnection(address, patience: .seconds(60)).script("CREATE DATABASE \(name)")
    do {
      try await body(address.replacingOccurrences(of: "/test?", with: "/\(name)?"), folder)
    } catch {
      try drop(name, folder, address)
      throw error
    }
    try drop(name, folder, address)
  }

  private static func drop(_ name: String, _ folder: URL, _ address: String) throws {
    try PostgresConnection(address, patience: .seconds(60)).script("DROP DATABASE \(name) WITH (FORCE)")
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
  }

  /// What the program says and ends with when it is to serve.
  private func serve(_ address: String, _ folder: URL) throws -> (status: Int32, said: String) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("messageai")
    process.arguments = ["serve", "--port", "0", "--data", folder.path, "--database", address]
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

  @Test("a database that is not there, or an address that is none, is said in a sentence, and nothing is made")
  func refused() async throws {
    try await Self.withDatabase { address, folder in
      let missing = try serve(address.replacingOccurrences(of: "?", with: "x?"), folder)
      #expect(missing.status == 1)
      #expect(missing.said.contains("The database cannot be opened: "))
      let malformed = try serve("postgres://[", folder)
      #expect(malformed.status == 1)
      #expect(malformed.said.contains("This is not an address of a PostgreSQL database: "))
    }
  }
}
