import Domain
import MessageAIKit
import ShimHost
import TestSupport
import Testing

@testable import MessageAIApp

@Suite("The app from signing up to a task that is done", .timeLimit(.minutes(5)))
@MainActor
struct CriticalFlowTests {
  @Test("sign up, write, write offline, reconnect, see it read, summarise, follow a citation, complete a task")
  func wholeFlow() async throws {
    try await AppFixture.run { app in
      let host = app.host
      let (bob, bobsProfile) = try await app.person("Bob")
      try await app.signUp("Ada")

      // Create a conversation.
      try host.tap(id: "conversations.start")
      try await host.wait(id: "newConversation.empty")
      try host.search("bo")
      let person = try await host.wait(id: "newConversation.person.\(bobsProfile.id)")
      #expect(person.label.contains("Bob"))
      try host.tap(person)
      try host.tap(id: "newConversation.create")
      try await host.wait(id: "chat.text")
      let room = try require(app.container.router.openConversation)

      // Send; the marks go from clock to checks.
      try send("Hello Bob", host)
      try await waitForMark("Delivered", on: "Hello Bob", host)

      // Send while the server is away.
      try await app.stopServer()
      try await host.wait(id: "banner")
      try send("I'll send the report to Bob by Friday.", host)
      try await waitForMark("Sending", on: "I'll send", host)
      try await app.startServer()
      await app.container.currentSession?.repositories.connection.kick()
      await bob.connection.kick()
      try await waitForMark("Delivered", on: "I'll send", host)

      // The other person reads.
      try await first(in: bob.messages.observeTimeline(room), "both messages") { $0.items.count == 2 }
      try await bob.messages.markRead(room, upTo: 2)
      try await waitForMark("Read", on: "I'll send", host)
      _ = try await bob.messages.send("Thanks! We decided to launch on the first of June.", to: room, replyTo: nil)
      try await host.wait(text: "launch on the first of June")

      // Summarise, and follow a citation to its message.
      try host.tap(id: "chat.catchUp")
      try await host.wait(id: "catchUp.part")
      try host.choose("Last 100", id: "summary.range")
      try await host.wait(id: "citation.1")
      let cited = try host.node(id: "citation.1").label
      try host.tap(id: "citation.1")
      try await host.wait(for: "the cited message scrolled to") { host in
        guard let id = host.scrolls.last(where: { "\($0)".contains("message") }) else { return false }
        return host.visible.contains { node in
          node.id == id && node.texts.contains { !$0.isEmpty && cited.contains($0.prefix(20)) }
        }
      }
      #expect(host.find(id: "catchUp.part") == nil, "the sheet is still open")

      // Complete the task that was found in what was promised.
      try host.tap(id: "chat.catchUp")
      try await host.wait(id: "catchUp.part")
      try host.choose("To do", id: "catchUp.part")
      try await host.wait(for: "the action item") { try tick($0) != nil }
      try host.tap(require(try tick(host)))
      try await host.wait(for: "the task being closed") { $0.find(id: "actions.undo") != nil }
      try await host.wait(for: "no open task") { try tick($0) == nil }
    }
  }

  /// The box of the first open task.
  private func tick(_ host: ViewHost) throws -> Node? {
    host.visible.first { node in
      node.identifier?.hasPrefix("insight.") == true && node.identifier?.hasSuffix(".done") == true
        && !node.traits.contains("isSelected")
    }
  }

  private func send(_ text: String, _ host: ViewHost) throws {
    try host.type(text, id: "chat.text")
    try host.tap(id: "chat.send")
  }

  private func waitForMark(_ mark: String, on text: String, _ host: ViewHost) async throws {
    try await host.wait(for: "“\(mark)” on “\(text)”", seconds: 20) { host in
      host.visible.contains { node in
        node.identifier?.hasPrefix("chat.message.") == true && node.texts.contains { $0.hasPrefix(text) }
          && node.visible.contains { $0.explicitLabel == mark }
      }
    }
  }
}
