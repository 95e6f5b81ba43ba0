import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai ai")
struct IntelligenceCommandTests {
  @Test("finds, answers, lists, changes and sums up from the command line, and says why not")
  func commands() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ai-\(UUID().uuidString)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    for name in ["Ada", "Ben"] {
      let body = SignUpRequest(email: "\(name)@example.org", password: "correct horse", name: name, device: nil)
      let answer = try await TestHTTP(port: server.port).send("POST", "/v1/accounts", body: body.json())
      #expect(answer.status == 201)
    }
    func run(_ arguments: [String], as name: String = "Ada") throws -> (status: Int32, output: String) {
      try server.client(
        arguments, as: "\(name)@example.org", password: "correct horse", home: folder.appendingPathComponent(name))
    }
    func ai(_ arguments: String...) throws -> (status: Int32, output: String) { try run(["ai"] + arguments) }

    #expect(
      try run(["send", "--to", "ben@example.org", "Ben, can you send the permit list to the harbour?"]).status == 0)
    #expect(try run(["send", "--to", "ada@example.org", "Yes, by Friday."], as: "Ben").status == 0)
    let last = try run(["send", "--to", "ben@example.org", "We decided to use Northmap for the tiles."])
    let message = String(last.output.prefix { $0 != " " })

    // The server works on messages soon after they are there.
    var actions = try ai("actions")
    let deadline = ContinuousClock.now + .seconds(30)
    while !actions.output.contains("due 20"), ContinuousClock.now < deadline { actions = try ai("actions") }
    #expect(actions.status == 0 && actions.output.contains("[ ] Send the permit list to the harbour (Ben, due "))
    let id = try #require(actions.output.split(separator: "id: ").last?.prefix(36)).description
    #expect(try ai("change", id, "--status", "done", "--text", "Send it").output.hasPrefix("[x] Send it (Ben"))
    #expect(try ai("actions").output == "There are none.\n")
    #expect(try ai("actions", "--all", "--in", "Ben").output.contains("[x] Send it"))
    #expect(try ai("change", "nothing").status == 1)
    #expect(try ai("decisions", "Northmap").output.contains("Northmap"))
    #expect(
      try ai("mark", "--in", "Ben", "--message", message, "Tell", "the", "others").output.hasPrefix(
        "[ ] Tell the others"))

    #expect(try ai("search", "permit list").output.contains("Ben, can you send the permit list"))
    let asked = try ai("ask", "Who", "sends", "the", "permit", "list?")
    // The request, and the answer to it.
    for cited in ["] Ada in Ben", "] Ben in Ben"] {
      #expect(asked.status == 0 && asked.output.contains(cited), "\(asked.output)")
    }
    #expect(try ai("ask", "Who won the chess tournament?").status == 3)
    #expect(try ai("summary", "--in", "Ben", "--last", "10").output.contains(" on your server."))
    #expect(try ai("digest").status == 0)
    let outputs = try ai("outputs")
    let output = try #require(outputs.output.split(separator: "id: ").last?.prefix(36)).description
    #expect(try ai("output", output, "--helpful").status == 0)
    #expect(try ai("meetings").status == 0)
    #expect(try ai("priorities", "--all").status == 0)
    let meeting = try ai("meet", "--in", "Ben", "--minutes", "30", "--slot", "1")
    #expect(meeting.output.hasPrefix("BEGIN:VCALENDAR"), "\(meeting)")
    let talk = try ai("talk", "What", "are", "my", "action", "items?")
    #expect(talk.output.hasPrefix("Assistant: "), "\(talk)")
    #expect(try ai("history").output.hasPrefix("You: "))
    #expect(try ai("memory").status == 0)
    #expect(try ai("preferences", "--tone", "brief", "--language", "sv").output.contains("Tone: brief\nLanguage: sv"))
    let ledger = try JSONDecoder().decode([LedgerEntry].self, from: Data(try ai("ledger", "--json").output.utf8))
    #expect(ledger.contains { $0.feature == "summarizeThread" && $0.cost == 0 })
    #expect(try ai("switch", "--in", "Ben", "off").status == 0)
    #expect(try ai("summary", "--in", "Ben").status == 1)
    #expect(try ai("status").output.contains("on this server"))
  }
}
