import Foundation
import TestSupport
import Testing

@Suite("messageai serve --drain")
struct DrainProgramTests {
  private func withServer(_ body: (ServerChild) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messageai-\(UUID())")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder, options: ["--no-intelligence", "--drain", "3600"])
    try await server.start()
    defer { server.kill() }
    try await body(server)
  }

  private func isHealthy(_ server: ServerChild) async throws -> Bool {
    try await TestHTTP(port: server.port).send("GET", "/health").status == 200
  }

  @Test("SIGTERM has it say that it will stop, and serve on; SIGINT then ends it")
  func both() async throws {
    try await withServer { server in
      server.signal(SIGTERM)
      try await eventually("health says so") { try await !isHealthy(server) }
      #expect(try await TestHTTP(port: server.port).send("GET", "/v1/workspace").status == 200)
      server.signal(SIGINT)
      try await eventually("it ends") { !server.isRunning }
    }
  }

  @Test("SIGINT alone ends it at once: somebody waits at a terminal")
  func interrupted() async throws {
    try await withServer { server in
      server.signal(SIGINT)
      try await eventually("it ends") { !server.isRunning }
    }
  }
}
