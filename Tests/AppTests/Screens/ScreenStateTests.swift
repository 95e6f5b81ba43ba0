import Domain
import ShimHost
import TestSupport
import Testing

@testable import MessageAIApp

@Suite("Screens over the real store and a real server", .timeLimit(.minutes(5)))
@MainActor
struct ScreenStateTests {
  @Test("the list is empty, fills by itself, is searched, and keeps its rows without a server")
  func conversations() async throws {
    try await AppFixture.run { app in
      let host = app.host
      let (bob, _) = try await app.person("Bob")
      try await app.signUp("Ada")
      #expect(host.find(id: "conversations.start") != nil)
      let ada = try require(app.container.currentSession).me
      let room = try await bob.conversations.openDirect(with: ada)
      _ = try await bob.messages.send("The cake is in the kitchen", to: room, replyTo: nil)
      let row = try await host.wait(id: "conversations.row.\(room)")
      try await host.wait(text: "The cake is in the kitchen")
      #expect(try host.node(id: "conversations.row.\(room)").label.contains("Bob"))
      try host.tap(hidden: "Pin", of: row)
      try await first(
        in: require(app.container.currentSession).repositories.conversations.observeConversations(), "pin"
      ) {
        $0.first?.settings.pinned == true
      }
      try host.search("nobody says this")
      try await host.waitGone(id: "conversations.row.\(room)")
      try host.search("")
      try await host.wait(id: "conversations.row.\(room)")
      try await app.stopServer()
      try await host.wait(id: "banner")
      #expect(host.find(id: "conversations.row.\(room)") != nil)
      try host.tap(id: "conversations.row.\(room)")
      try await host.wait(text: "The cake is in the kitchen")
    }
  }

  @Test("what only the server knows fails with a way to try again, which works once the server is back")
  func failed() async throws {
    try await AppFixture.run { app in
      let host = app.host
      try await app.signUp("Ada")
      try await app.stopServer()
      try await host.wait(id: "banner")
      app.container.router.tab = .settings
      app.container.router.push(.sessions)
      try await host.wait(id: "sessions.retry", seconds: 20)
      try await app.startServer()
      try host.tap(id: "sessions.retry")
      try await host.wait(text: "phone")
    }
  }

  @Test("a wrong password is told at the form, and nothing is lost of what was typed")
  func refused() async throws {
    try await AppFixture.run { app in
      let host = app.host
      try await host.wait(id: "signIn.email")
      #expect(try host.node(id: "signIn.submit").isEnabled == false)
      try host.type("nobody@example.org", id: "signIn.email")
      try host.type("not the password", id: "signIn.password")
      try host.submit(id: "signIn.password")
      try await host.wait(id: "signIn.problem")
      #expect(try host.node(id: "signIn.email").text == "nobody@example.org")
    }
  }
}
