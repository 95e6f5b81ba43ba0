import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing

@Suite("What a notification needs", .timeLimit(.minutes(5)))
struct NotificationClientTests {
  private func notificationClient(_ fixture: LiveFixture, _ vault: any SessionVault) throws -> NotificationClient {
    let address = try #require(URL(string: "http://127.0.0.1:\(fixture.server.http.port)"))
    return try NotificationClient(
      configuration: ClientConfiguration(server: address, clock: fixture.clock, vault: vault))
  }

  @Test("a notification's message is fetched by its ids, with sender and group, also when it is older than the window")
  func content() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let vault = MemorySessionVault()
      let bob = try fixture.client(vault: vault)
      let me = try await bob.signUp("bob")
      let team = try await ada.conversations.createGroup(name: "Team", members: [me.id])
      let first = try await ada.send("the first of all", to: team)
      for number in 2...60 { _ = try await ada.send("message \(number)", to: team) }
      let timeline = try await ada.timeline(team, "all are sent") { $0.items.count >= 60 && $0.isSettled }
      let newest = try #require(timeline.items.last)
      let client = try notificationClient(fixture, vault)
      let shown = try await client.content(
        of: NotificationReference(conversation: team, message: newest.id, seq: try #require(newest.seq)))
      #expect(shown?.title == "ada" && shown?.subtitle == "Team" && shown?.body == "message 60")
      let old = try await client.content(of: NotificationReference(conversation: team, message: first, seq: 1))
      #expect(old?.body == "the first of all")
      let strange = NotificationReference(conversation: team, message: first, seq: 2)
      #expect(try await client.content(of: strange) == nil)
      try await client.close()
    }
  }

  @Test("app and extension renew the tokens in turn without ending the session")
  func sharedSession() async throws {
    try await LiveFixture.run { fixture in
      let vault = MemorySessionVault()
      let ada = try fixture.client(vault: vault)
      _ = try await ada.signUp("ada")
      try await ada.untilOnline()
      let team = try await ada.conversations.createGroup(name: "Team", members: [])
      let nothing = NotificationReference(
        conversation: team, message: try #require(MessageID("00000000-0000-7000-8000-000000000001")), seq: 1)
      for _ in 0..<3 {
        // Longer than the server forgives a refresh token that is used again.
        fixture.clock.advance(milliseconds: 11 * 60_000)
        let client = try notificationClient(fixture, vault)
        #expect(try await client.content(of: nothing) == nil)
        try await client.close()
        fixture.clock.advance(milliseconds: 11 * 60_000)
        _ = try await ada.users.searchUsers("a")
      }
      #expect(vault.load() != nil)
    }
  }

  @Test("without a session there is nothing to fetch")
  func signedOut() async throws {
    try await LiveFixture.run { fixture in
      let client = try notificationClient(fixture, MemorySessionVault())
      let id = try #require(ConversationID("00000000-0000-7000-8000-000000000001"))
      let message = try #require(MessageID("00000000-0000-7000-8000-000000000002"))
      await #expect(throws: ClientError.signedOut) {
        try await client.content(of: NotificationReference(conversation: id, message: message, seq: 1))
      }
      try await client.close()
    }
  }

  @Test("a device that has told its address is sent what comes, and says that it has arrived")
  func registered() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let vault = MemorySessionVault()
      let bob = try fixture.client(vault: vault)
      let pushes = fixture.server.pushes
      let me = try await bob.signUp("bob")
      #expect(try await bob.features.features().notifications)
      try await bob.push.register(try PushToken([1, 0xAB], environment: .development))
      let sockets = fixture.server.instance.context.sockets
      try await bob.untilOnline()
      await bob.presence.setPresence(.away)
      try await eventually("the app is put away") { sockets.onlineSessions(of: me.id).isEmpty }
      let team = try await ada.conversations.createGroup(name: "Team", members: [me.id])
      let message = try await ada.send("The tide turns", to: team)
      try await eventually("it is sent") { pushes.pushes(to: "01ab").count == 1 }
      let push = try #require(pushes.pushes(to: "01ab").first)
      let reference = try #require(push.message)
      #expect(reference.message == message)
      let client = try notificationClient(fixture, vault)
      #expect(try await client.content(of: reference)?.body == "The tide turns")
      try await client.markDelivered(reference)
      _ = try await ada.timeline(team, "it has arrived") { $0.items.last?.status == .delivered }
      try await client.close()
    }
  }
}
