import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai chat", .timeLimit(.minutes(5)))
struct TerminalChatTests {
  private static let password = "correct horse"

  /// A server with Ada and Ben, and a terminal in which Ada starts the chat.
  private func inTerminal(
    _ body: (ServerChild, PseudoTerminal, _ ben: @Sendable (_ arguments: [String]) throws -> String) async throws ->
      Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("terminal-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    for name in ["ada", "ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: Self.password, name: name, device: nil)
      #expect(try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json()).status == 201)
    }
    @Sendable func ben(_ arguments: [String]) throws -> String {
      let home = folder.appendingPathComponent("ben")
      let done = try server.client(arguments, as: "ben@example.org", password: Self.password, home: home)
      #expect(done.status == 0)
      return done.output
    }
    let terminal = try PseudoTerminal(
      ["chat", "--server", "http://127.0.0.1:\(server.port)"],
      environment: ["MESSAGEAI_HOME": folder.appendingPathComponent("ada").path, "TERM": "xterm-256color"],
      folder: folder)
    defer { terminal.close() }
    try await body(server, terminal, ben)
  }

  private func signIn(_ terminal: PseudoTerminal) async throws {
    try await terminal.wait(for: "Sign in")
    try terminal.type("ada@example.org\t\(Self.password)\r")
  }

  @Test("somebody signs in, sees a message, answers it, and gets the terminal back")
  func conversation() async throws {
    try await inTerminal { _, terminal, ben in
      _ = try ben(["send", "--to", "ada@example.org", "tea at four?"])
      try await signIn(terminal)
      #expect(!terminal.text.contains(Self.password))
      try await terminal.wait(for: "tea at four?")
      terminal.forget()
      try terminal.type("\r")
      try await terminal.wait(for: "tea at four?")
      try terminal.type("gladly 🚀\r")
      try await eventually("the answer arrives") {
        try ben(["export", "--conversation", "ada"]).contains("\"text\":\"gladly 🚀\"")
      }
      try terminal.type("\u{11}")
      #expect(try await terminal.waitForEnd() == 0)
      #expect(terminal.text.contains("\u{1B}[?1049l"), "the screen of before is back")
    }
  }

  @Test("a wish to meet has its card; a time is saved, and seen before it is posted; then the card is gone")
  func meeting() async throws {
    try await inTerminal { server, terminal, ben in
      _ = try ben(["send", "--to", "ada@example.org", "Can we meet on Tuesday at 10 to talk about the lamp?"])
      try await signIn(terminal)
      try await terminal.wait(for: "Tuesday")
      try terminal.type("\r")
      try await terminal.wait(for: "find a time")
      terminal.forget()
      try terminal.type("\u{1B}[A")
      try await terminal.wait(for: "reply")
      try terminal.type("m")
      try await terminal.wait(for: "propose in the chat")
      try terminal.type("c")
      try await terminal.wait(for: "Saved meeting.ics")
      let file = server.data.deletingLastPathComponent().appendingPathComponent("meeting.ics")
      #expect(try String(contentsOf: file, encoding: .utf8).contains("BEGIN:VEVENT"))
      @Sendable func lines() throws -> Int {
        try ben(["export", "--conversation", "ada"]).split(separator: "\n").count
      }
      let before = try lines()
      try terminal.type("\r")
      try await terminal.wait(for: "Post this in the chat?")
      #expect(try lines() == before)
      terminal.forget()
      try terminal.type("y")
      try await eventually("the proposal arrives") { try lines() == before + 1 }
      try await terminal.wait(for: "proposed in the chat")
      try terminal.type("\u{1B}")
      try await eventually("the card is gone for everybody") {
        try ben(["ai", "meetings"]).contains("There are none.")
      }
      try terminal.type("\u{11}")
      #expect(try await terminal.waitForEnd() == 0)
    }
  }

  @Test("a wish to meet is put away for good")
  func noMeeting() async throws {
    try await inTerminal { _, terminal, ben in
      _ = try ben(["send", "--to", "ada@example.org", "Shall we meet on Thursday at 3pm to look at the boat?"])
      try await signIn(terminal)
      try await terminal.wait(for: "Thursday")
      try terminal.type("\r")
      try await terminal.wait(for: "find a time")
      try terminal.type("\u{1B}[A")
      try await terminal.wait(for: "reply")
      try terminal.type("n")
      try await terminal.wait(for: "Nobody here is asked")
      #expect(try ben(["ai", "meetings"]).contains("There are none."))
      try terminal.type("\u{11}")
      #expect(try await terminal.waitForEnd() == 0)
    }
  }

  @Test("a wrong password is said, and nobody is let in")
  func wrongPassword() async throws {
    try await inTerminal { _, terminal, _ in
      try await terminal.wait(for: "Sign in")
      try terminal.type("ada@example.org\twrong password\r")
      try await terminal.wait(for: "wrong")
      #expect(!terminal.text.contains("ctrl-n new"))
      try terminal.type("\u{3}")
      #expect(try await terminal.waitForEnd() == 0)
    }
  }

  @Test("an administrator makes a group, renames it, adds and takes out people; a profile is changed")
  func groups() async throws {
    try await inTerminal { server, terminal, ben in
      for name in ["cleo", "dora"] {
        let body = SignUpRequest(email: "\(name)@example.org", password: Self.password, name: name, device: nil)
        #expect(try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json()).status == 201)
      }
      try await signIn(terminal)
      try await terminal.wait(for: "No conversations yet")
      try terminal.type("\u{E}ben")
      try await terminal.wait(for: "ben@example.org")
      try terminal.type("\t")
      try await terminal.wait(for: "With ben")
      terminal.forget()
      try terminal.type("\u{15}cleo")
      try await terminal.wait(for: "cleo@example.org")
      try terminal.type("\t\r")
      try await terminal.wait(for: "Name of the group")
      try terminal.type("Kitchen")
      try await terminal.wait(for: "Kitchen")
      terminal.forget()
      try terminal.type("\r")
      try await terminal.wait(for: "Write the first one")

      try terminal.type("\u{7}")
      try await terminal.wait(for: "l leave")
      try terminal.type("n")
      try await terminal.wait(for: "enter rename")
      terminal.forget()
      try terminal.type("\u{15}Garden\r")
      try await terminal.wait(for: "Garden")
      try terminal.type("+")
      try await terminal.wait(for: "Add people")
      try terminal.type("dora")
      try await terminal.wait(for: "dora@example.org")
      try terminal.type("\r")
      try await eventually("she is in it") {
        try ben(["export", "--conversation", "Garden"]).contains("\"name\":\"dora\"")
      }
      // Administrators stand first, then names: ada, ben, cleo, dora.
      try terminal.type("\u{1B}[B\u{1B}[B")
      try terminal.type("x")
      try await terminal.wait(for: "Remove cleo")
      try terminal.type("y")
      try await eventually("she is out of it") {
        try ben(["export", "--conversation", "Garden"]).split(separator: "\n")
          .contains { $0.contains("\"name\":\"cleo\"") && $0.contains("leftAt") }
      }

      terminal.forget()
      try terminal.type("\u{1B}")
      try await eventually("the box is closed") { !terminal.text.isEmpty }
      try terminal.type("\u{10}")
      try await terminal.wait(for: "enter save")
      terminal.forget()
      try terminal.type("\u{15}Ada Lovelace\r")
      try await eventually("the name is changed") {
        try ben(["export", "--conversation", "Garden"]).contains("Ada Lovelace")
      }
      try terminal.type("\u{14}\u{14}")
      try await terminal.wait(for: "this one")
      try terminal.type("\u{11}")
      #expect(try await terminal.waitForEnd() == 0)
    }
  }
}
