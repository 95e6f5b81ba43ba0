import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai admin")
struct AdministrationTests {
  @Test("works on a running server: who is disabled is refused at once, and back when enabled")
  func runningServer() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("admin-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    for name in ["ada", "ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      #expect(try await http.send("POST", "/v1/accounts", body: body.json()).status == 201)
    }
    let signIn = SignInRequest(email: "ben@example.org", password: "correct horse", device: nil).json()
    let ben = try SessionResponse(json: try await http.send("POST", "/v1/sessions", body: signIn).body)

    let disabled = try server.command(["admin", "user", "disable", "ben@example.org"])
    #expect(disabled.status == 0 && disabled.output == "Disabled ben@example.org.\n")
    #expect(try await http.send("GET", "/v1/me", token: ben.accessToken).status == 401)
    #expect(try await http.send("POST", "/v1/sessions", body: signIn).status == 403)

    #expect(try server.command(["admin", "user", "enable", "ben@example.org"]).status == 0)
    #expect(try await http.send("POST", "/v1/sessions", body: signIn).status == 201)
    #expect(try server.command(["admin", "user", "disable", "nobody@example.org"]).status == 1)

    #expect(try server.command(["admin", "pipeline"]).output.hasSuffix("given up 0\n"))
    #expect(try server.command(["admin", "pipeline", "retry"]).status == 0)

    let running = try server.command(["admin", "user", "list"]).output
    server.kill()
    #expect(try server.command(["admin", "pipeline"]).output == "due 0, of those postponed 0, given up 0\n")
    let stopped = try server.command(["admin", "user", "list"]).output
    #expect(running == stopped)
    #expect(running.split(separator: "\n").count == 2)
  }
}
