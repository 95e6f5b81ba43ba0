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

    let fresh = try SessionResponse(json: try await http.send("POST", "/v1/sessions", body: signIn).body)
    #expect(try await http.send("GET", "/v1/me", token: fresh.accessToken).status == 200)
    let rotated = try server.command(["admin", "keys", "rotate"])
    #expect(rotated.status == 0 && rotated.output.hasPrefix("There is a new signing key."))
    #expect(try await http.send("GET", "/v1/me", token: fresh.accessToken).status == 401)
    let refresh = RefreshRequest(refreshToken: fresh.refreshToken)
    let renewed = try await http.send("POST", "/v1/sessions/refresh", body: refresh.json())
    #expect(renewed.status == 200, "nobody is signed out")

    let running = try server.command(["admin", "user", "list"]).output
    server.kill()
    #expect(try server.command(["admin", "pipeline"]).output == "due 0, of those postponed 0, given up 0\n")
    #expect(try server.command(["admin", "keys", "rotate"]).status == 0)
    let stopped = try server.command(["admin", "user", "list"]).output
    #expect(running == stopped)
    #expect(running.split(separator: "\n").count == 2)
  }

  @Test("an invitation made by the command line lets a terminal in, until it is used up or withdrawn")
  func invitations() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("invitations-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    func join(_ name: String, _ options: [String]) throws -> Int32 {
      try server.client(
        ["send", "--to", "ada@example.org", "hello", "--sign-up", "--name", name] + options,
        as: "\(name)@example.org", password: "correct horse \(name)", home: data.appendingPathComponent("home-\(name)")
      ).status
    }
    let ada = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada").json()
    #expect(try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: ada).status == 201)
    let workspace = try server.command(["admin", "workspace", "--name", "Harbour", "--registration", "invitation"])
    #expect(workspace.output == "Harbour\tregistration: invitation\tclient events: on\n")
    #expect(try join("ben", []) == 1)
    let made = try server.command(["admin", "invitation", "create", "--url", "http://127.0.0.1:\(server.port)/"])
    let link = String(made.output.dropLast())
    #expect(link.hasPrefix("http://127.0.0.1:\(server.port)/#/join/"))
    #expect(try join("ben", ["--invitation", link]) == 0)
    #expect(try join("cleo", ["--invitation", link]) == 1)
    #expect(try server.command(["admin", "invitation", "create", "--uses", "0"]).status == 1)

    server.kill()
    let other = try server.command(["admin", "invitation", "create", "--uses", "3"])
    #expect(other.output.hasPrefix("http://127.0.0.1:8080/#/join/"))
    let listed = try server.command(["admin", "invitation", "list"]).output.split(separator: "\n")
    #expect(
      listed.map { $0.split(separator: "\t")[2...3].joined(separator: ", ") } == [
        "0 of 3 used, usable", "1 of 1 used, used",
      ])
    let id = String(listed[0].prefix { $0 != "\t" })
    #expect(try server.command(["admin", "invitation", "withdraw", id]).output == "Withdrew \(id).\n")
    #expect(try server.command(["admin", "invitation", "list"]).output.contains("withdrawn"))
    #expect(try server.command(["admin", "invitation", "withdraw", "x"]).status != 0)
  }

  @Test("restore says what it cannot know, keeps the former database, and everybody signs in again")
  func restore() async throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("restore-\(UUID().uuidString)")
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
    let http = TestHTTP(port: server.port)
    let signUp = SignUpRequest(email: "ada@example.org", password: "correct horse", name: "Ada", device: nil)
    let ada = try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: signUp.json()).body)
    #expect(try server.command(["backup", backup]).status == 0)
    #expect(try server.command(["restore", backup, "--force"]).status == 1, "the server is running")
    server.kill()
    #expect(try server.command(["restore", backup]).status == 1, "the folder is not empty")
    let restored = try server.command(["restore", backup, "--force"])
    #expect(restored.status == 0)
    for words in [".replaced.", "sign in again", "passwords that were changed", "accounts that were disabled"] {
      #expect(restored.output.contains(words))
    }
    try await server.start()
    let port = TestHTTP(port: server.port)
    #expect(try await port.send("GET", "/v1/me", token: ada.accessToken).status == 401)
    let refresh = RefreshRequest(refreshToken: ada.refreshToken)
    #expect(try await port.send("POST", "/v1/sessions/refresh", body: refresh.json()).status == 401)
    let signIn = SignInRequest(email: "ada@example.org", password: "correct horse", device: nil).json()
    #expect(try await port.send("POST", "/v1/sessions", body: signIn).status == 201)
  }
}
