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
}
