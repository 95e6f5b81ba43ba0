import Domain
import MessageAIKit
import TestSupport
import Testing

@Suite("The SDK against the server: without a connection")
struct LiveOfflineTests {
  /// Two people with a conversation, and a message in it.
  private func stage(
    _ fixture: LiveFixture
  ) async throws -> (ada: MessageAIClient, bob: MessageAIClient, room: ConversationID, message: MessageID) {
    let (ada, _) = try await fixture.signedUp("ada", folder: "ada")
    let (bob, bobsProfile) = try await fixture.signedUp("bob")
    let room = try await ada.conversations.openDirect(with: bobsProfile.id)
    try await bob.untilHeld(room)
    let message = try await ada.send("Please send the offer by Friday.", to: room)
    try await ada.timeline(room, "sent") { $0.isSettled && $0.items.count == 1 }
    return (ada, bob, room, message)
  }

  private func away(_ fixture: LiveFixture, _ client: MessageAIClient) async throws {
    try await fixture.stopServer()
    try await client.untilOffline()
  }

  private func back(_ fixture: LiveFixture, _ clients: MessageAIClient...) async throws {
    try await fixture.startServer()
    for client in clients { await client.connection.kick() }
    for client in clients { try await first(in: client.offline.observeRequests(), "nothing waits") { $0.isEmpty } }
  }

  private func insights(
    _ client: MessageAIClient, _ what: String, where isWanted: @escaping @Sendable ([PlacedInsight]) -> Bool
  ) async throws {
    try await first(in: client.intelligence.observeInsights(InsightFilter()), what, where: isWanted)
  }

  @Test("a mark and its change are made offline, show at once, and reach the others when the server is back")
  func insights() async throws {
    try await LiveFixture.run { fixture in
      let (ada, bob, room, message) = try await stage(fixture)
      try await away(fixture, ada)
      let mark = try await ada.intelligence.mark(.decision, message: message, in: room, text: "The offer goes out.")
      let change = try await ada.intelligence.change(InsightChange(tags: ["offer"]), of: mark.id, in: room)
      #expect(change.text == "The offer goes out." && change.tags == ["offer"])
      #expect(await ada.offline.observeRequests().first { _ in true }?.count == 2)
      try await back(fixture, ada)
      await bob.connection.kick()
      for client in [ada, bob] {
        try await insights(client, "the mark") { list in
          list.contains { $0.id == mark.id && $0.insight.tags == ["offer"] && $0.insight.rev > 0 }
        }
      }
    }
  }

  @Test("reminders, settings and preferences are changed offline, and the server has them when it is back")
  func settings() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _, room, message) = try await stage(fixture)
      var preferences = try await ada.intelligence.preferences()
      try await away(fixture, ada)
      let reminder = try await ada.reminders.remind(
        at: fixture.clock.now.adding(seconds: 3_600), text: nil, of: message, in: room)
      try await ada.conversations.change(ConversationSettingsChange(pinned: true), in: room)
      preferences.tone = .brief
      try await ada.intelligence.save(preferences)
      try await first(in: ada.conversations.observeConversations(), "pinned at once") { list in
        list.first?.settings.pinned == true
      }
      try await back(fixture, ada)
      try await first(in: ada.reminders.observeReminders(), "the server's row") { list in
        list.contains { $0.id == reminder.id && $0.rev > 0 }
      }
      try await first(in: ada.conversations.observeConversations(), "the server's settings") { list in
        list.first?.settings.pinned == true && list.first?.settings.rev ?? 0 > 0
      }
      #expect(try await ada.intelligence.preferences().tone == .brief)
    }
  }

  @Test("a group made offline takes messages, and all of it is there for the others, also after a restart")
  func group() async throws {
    try await LiveFixture.run { fixture in
      let (ada, bob, _, _) = try await stage(fixture)
      let others = try await ada.users.searchUsers("bo")
      try await away(fixture, ada)
      #expect(try await ada.users.searchUsers("bo").map(\.id) == others.map(\.id), "known people are found")
      let group = try await ada.conversations.createGroup(name: "Trip", members: others.map(\.id))
      for text in ["one", "two"] { _ = try await ada.send(text, to: group) }
      try await fixture.close(ada)
      try await fixture.startServer()
      let again = try fixture.client("ada")
      try await again.untilOnline()
      await bob.connection.kick()
      try await bob.timeline(group, "both messages") { $0.texts == ["one", "two"] }
      try await again.timeline(group, "sent") { $0.isSettled && $0.items.count == 2 }
    }
  }

  @Test("a direct conversation begun offline goes on under the server's id")
  func direct() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _, _, _) = try await stage(fixture)
      let (eve, evesProfile) = try await fixture.signedUp("eve")
      try await away(fixture, ada)
      let begun = try await ada.conversations.openDirect(with: evesProfile.id)
      _ = try await ada.send("hello", to: begun)
      try await back(fixture, ada)
      await eve.connection.kick()
      let list = try await first(in: eve.conversations.observeConversations(), "the conversation") { $0.count == 1 }
      let made = try #require(list.first?.id)
      #expect(made != begun)
      try await eve.timeline(made, "the message") { $0.texts == ["hello"] }
      try await first(in: ada.messages.observeTimeline(begun), "sent, also under the former id") { timeline in
        timeline.isSettled && timeline.texts == ["hello"] && timeline.conversation.id == made
      }
    }
  }

  @Test("the last summary, digest, lists and talk are there offline with their time, and gone after signing out")
  func kept() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _, room, message) = try await stage(fixture)
      let summary = try await ada.intelligence.summarize(room, .last(10), question: nil)
      let digest = try await ada.intelligence.digest()
      let verdicts = try await ada.intelligence.priorities(unreadOnly: false)
      for try await _ in ada.intelligence.talk("What did we decide?", about: nil) {}
      let talk = try await ada.intelligence.history()
      try await away(fixture, ada)
      #expect(try await ada.offline.keptSummary(of: room)?.value == summary)
      #expect(try await ada.offline.keptSummary(of: room)?.savedAt == fixture.clock.now)
      #expect(try await ada.offline.keptDigest()?.value == digest)
      #expect(try await ada.offline.keptPriorities(unreadOnly: false)?.value == verdicts)
      #expect(try await ada.offline.keptTalk()?.value == talk)
      #expect(summary.points.flatMap(\.citations).contains { $0.message == message })
      await #expect(throws: ClientError.offline) { try await ada.intelligence.digest() }
      try await ada.auth.signOut()
      #expect(try await ada.offline.keptSummary(of: room) == nil)
      #expect(try await ada.offline.keptTalk() == nil)
    }
  }

  @Test("what is asked of the AI offline is answered when the server is back, and can be taken back before")
  func questions() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _, room, _) = try await stage(fixture)
      try await away(fixture, ada)
      try await ada.offline.askLater(.summarize(room, .last(10), question: nil))
      try await ada.offline.askLater(.talk("What did we decide?", about: nil))
      try await ada.offline.askLater(.ask("When is the offer due?"))
      let waiting = try #require(await ada.offline.observeRequests().first { _ in true })
      #expect(waiting.count == 3)
      try await ada.offline.discard(try #require(waiting.last).id)
      try await back(fixture, ada)
      #expect(try await ada.offline.keptSummary(of: room)?.value.points.isEmpty == false)
      #expect(try await ada.offline.keptTalk()?.value.map(\.role) == [.user, .assistant])
      #expect(try await ada.offline.keptAnswer() == nil)
    }
  }

  @Test("the AI of a conversation is switched offline, shows so at once beside other settings, and for all later")
  func switching() async throws {
    try await LiveFixture.run { fixture in
      let (ada, bob, room, _) = try await stage(fixture)
      try await away(fixture, ada)
      try await ada.conversations.change(ConversationSettingsChange(pinned: true), in: room)
      try await ada.intelligence.setIntelligence(isOn: false, in: room)
      try await ada.conversations.change(ConversationSettingsChange(muted: true), in: room)
      try await first(in: ada.conversations.observeConversations(), "all of it at once") { list in
        list.first.map { !$0.isIntelligenceOn && $0.settings.pinned && $0.settings.muted } ?? false
      }
      try await back(fixture, ada)
      await bob.connection.kick()
      try await first(in: bob.conversations.observeConversations(), "it is off") { $0.first?.isIntelligenceOn == false }
    }
  }

  @Test("an output is previewed offline as the server would, waits to be shared, and is posted once")
  func sharing() async throws {
    try await LiveFixture.run { fixture in
      let (ada, bob, room, _) = try await stage(fixture)
      let summary = try await ada.intelligence.summarize(room, .last(10), question: nil)
      let preview = try await ada.intelligence.sharePreview(summary.id)
      try await away(fixture, ada)
      #expect(try await ada.intelligence.sharePreview(summary.id) == preview)
      try await ada.intelligence.share(summary.id, to: room)
      try await ada.intelligence.share(summary.id, to: room)
      #expect(await ada.offline.observeRequests().first { _ in true }?.count == 1)
      try await back(fixture, ada)
      await bob.connection.kick()
      try await bob.timeline(room, "the share") { $0.texts.filter { $0 == preview }.count == 1 }
      await #expect(throws: Refusal.self) { try await ada.intelligence.sharePreview(AIOutputID(high: 1, low: 1)) }
    }
  }

  @Test("words to the assistant whose answer was lost on its way stand in the talk once")
  func lostAnswer() async throws {
    try await LiveFixture.run { fixture in
      let gate = try await FaultGate.open(to: fixture.server.http.port)
      let ada = try fixture.client(port: gate.port)
      _ = try await ada.signUp("ada")
      try await ada.untilOnline()
      gate.hold(["GET /v1/ai/assistant"])
      try await ada.offline.askLater(.talk("What did we decide?", about: nil))
      try await eventually("the server has answered") { gate.asked.contains("GET /v1/ai/assistant") }
      gate.cut()
      try await ada.untilOffline()
      gate.pass()
      await ada.connection.kick()
      try await first(in: ada.offline.observeRequests(), "nothing waits") { $0.isEmpty }
      #expect(gate.asked.count { $0 == "POST /v1/ai/assistant" } == 2)
      #expect(try await ada.offline.keptTalk()?.value.map(\.role) == [.user, .assistant])
      try await fixture.close(ada)
      try await gate.close()
    }
  }

  @Test("what the server refuses of it stays with its reason")
  func refused() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _, _, _) = try await stage(fixture)
      try await away(fixture, ada)
      _ = try await ada.reminders.remind(at: fixture.clock.now.adding(seconds: 60), text: "Call", of: nil, in: nil)
      fixture.clock.advance(milliseconds: 3_600_000)
      try await fixture.startServer()
      await ada.connection.kick()
      let list = try await first(in: ada.offline.observeRequests(), "the refusal") { $0.first?.failure != nil }
      #expect(list.first?.failure?.code == .invalid)
    }
  }
}
