import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai ai connect")
struct ModelCommandTests {
  @Test("finds, tries, connects and disconnects a model; new keys of the server need its key again")
  func story() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("connect-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    for name in ["Ada", "Ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      #expect(try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json()).status == 201)
    }
    func run(_ arguments: [String], as name: String = "Ada") throws -> (status: Int32, output: String) {
      try server.client(
        arguments, as: "\(name)@example.org", password: "correct horse", home: folder.appendingPathComponent(name))
    }
    func ai(_ arguments: String...) throws -> (status: Int32, output: String) { try run(["ai"] + arguments) }

    #expect(try ai("status").output.contains("No model is connected"))
    #expect(try ai("discover").status == 0)
    #expect(try run(["ai", "connect", "--kind", "ollama", "--model", "small"], as: "Ben").status == 1)
    let key = "sk-CANARY-0123456789-wxyz"
    try await ConnectedModelServer.run(key: key) { model async throws in
      let file = folder.appendingPathComponent("key").path
      try Data("\(key)\n".utf8).write(to: URL(fileURLWithPath: file))
      let place = ["--kind", "compatible", "--address", model.address, "--model", "small"]
      #expect(try run(["ai", "test"] + place).status == 1, "without its key")
      #expect(try run(["ai", "connect"] + place).status == 1, "what does not answer is not connected")
      #expect(try ai("status").output.contains("No model is connected"))
      let connected = try run(
        ["ai", "connect"] + place
          + ["--key-file", file, "--price-input", "100", "--price-output", "1000", "--percentage", "100"])
      #expect(connected.status == 0 && connected.output.contains("with the key that ends in wxyz"), "\(connected)")
      #expect(!connected.output.contains("CANARY"))
      let tested = try ai("test")
      #expect(tested.status == 0 && tested.output.contains("small at 127.0.0.1:\(model.port): Blue"))
      #expect(tested.output.contains("20 tokens read, 2 written, 0.004"))
      #expect(try run(["send", "--to", "ben@example.org", "The tide turns at noon."]).status == 0)
      #expect(try run(["ai", "summary", "--in", "Ada"], as: "Ben").output.contains("By the model: the tide turns"))

      // A server that is started again asks it, and one with new keys cannot.
      server.kill()
      try await server.start()
      #expect(try ai("test").status == 0)
      #expect(try server.command(["admin", "keys", "rotate"]).status == 0)
      #expect(try ai("status").output.contains("The key cannot be read any more: enter it again."))
      #expect(try ai("test").status == 1)
      #expect(try run(["ai", "connect", "--keep-key"] + place).status == 1)
      #expect(try run(["ai", "connect", "--key-file", file] + place).status == 0)
      #expect(try ai("disconnect").output.contains("No model is connected"))
      #expect(model.questions.allSatisfy { [nil, "Bearer \(key)"].contains($0.headers["authorization"]) })
    }
  }
}
