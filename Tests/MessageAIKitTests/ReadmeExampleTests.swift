import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing

@Suite("The README's example")
struct ReadmeExampleTests {
  @Test("signs in, sends and follows the chat", .timeLimit(.minutes(5)))
  func tenLines() async throws {
    try await TestServer.run { server in
      let user = try await server.user("ada")
      _ = try await user.group("Team")
      let address = "http://127.0.0.1:\(server.http.port)"
      var statuses: [MessageStatus] = []

      let client = try MessageAIClient(configuration: .init(server: URL(string: address)!))
      _ = try await client.auth.signIn(email: "ada@example.org", password: "correct horse ada")
      for await conversations in client.conversations.observeConversations() where !conversations.isEmpty {
        let id = conversations[0].id
        _ = try await client.messages.send("Hello from Swift", to: id, replyTo: nil)
        for await timeline in client.messages.observeTimeline(id) {
          #expect(timeline.items.last?.text == "Hello from Swift")
          statuses.append(timeline.items.last?.status ?? .sent)
          if statuses.last == .sent { break }
        }
        break
      }
      #expect(statuses.last == .sent)
      try await client.close()
    }
  }
}
