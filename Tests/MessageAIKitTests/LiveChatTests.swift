import Domain
import MessageAIKit
import TestSupport
import Testing

@Suite("The SDK against the server: chatting")
struct LiveChatTests {
  @Test("two people chat both ways; reading turns the marks to read")
  func bothWays() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      let hello = try await ada.send("hello", to: room)
      try await bob.timeline(room, "hello") { $0.texts == ["hello"] && $0.unread == 1 }
      try await ada.timeline(room, "delivered") { $0.item(hello)?.status == .delivered }
      try await bob.messages.markRead(room, upTo: 1)
      try await ada.timeline(room, "read") { $0.item(hello)?.status == .read }
      let answer = try await bob.send("hi", to: room, replyTo: hello)
      let seen = try await ada.timeline(room, "the answer") { $0.texts == ["hello", "hi"] }
      #expect(seen.item(answer)?.replyTo == hello)
      #expect(seen.item(answer)?.isMine == false)
    }
  }

  @Test("a search for a question brings what was found first, and then with its answer")
  func searching() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (_, bobsProfile) = try await fixture.signedUp("bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      _ = try await ada.send("The launch is on Friday at noon.", to: room)
      try await ada.timeline(room, "sent") { $0.isSettled && $0.items.count == 1 }
      let question = "When is the launch?"
      let found = try await ada.intelligence.find(question, limit: 5, asks: true).reduce(into: []) { $0.append($1) }
      #expect(found.map { $0.hits.map(\.citation.seq) } == [[1], [1]])
      #expect(found.map { $0.answer != nil } == [false, true])
      let only = try await ada.intelligence.find(question, limit: 5, asks: false).reduce(into: []) { $0.append($1) }
      #expect(only.map { $0.answer == nil } == [true])
    }
  }

  @Test("an edit and a deletion reach the other side")
  func changes() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      let message = try await ada.send("helo", to: room)
      try await ada.timeline(room, "sent") { $0.isSettled }
      try await ada.messages.edit(message, in: room, text: "hello")
      let edited = try await bob.timeline(room, "the edit") { $0.item(message)?.text == "hello" }
      #expect(edited.item(message)?.edits.map(\.text) == ["helo"])
      try await ada.messages.delete(message, in: room)
      try await bob.timeline(room, "the deletion") { $0.item(message)?.isDeleted == true }
    }
  }

  @Test("what is written while the server is away goes out in order when it is back")
  func offline() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      try await bob.untilHeld(room)
      try await fixture.stopServer()
      try await ada.untilOffline()
      let texts = (1...20).map { "message \($0)" }
      for text in texts { _ = try await ada.send(text, to: room) }
      let waiting = try await ada.timeline(room, "all pending") { $0.items.count == 20 }
      #expect(waiting.items.allSatisfy { $0.status == .sending })
      try await fixture.startServer()
      await ada.connection.kick()
      await bob.connection.kick()
      try await bob.timeline(room, "all in order") { $0.texts == texts }
      let settled = try await ada.timeline(room, "all sent") { $0.isSettled && $0.items.count == 20 }
      #expect(settled.texts == texts)
    }
  }

  @Test("a client started again on its folder, without a server, has everything and sends what waited")
  func restart() async throws {
    try await LiveFixture.run { fixture in
      let (ada, adasProfile) = try await fixture.signedUp("ada", folder: "ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      _ = try await ada.send("first", to: room)
      try await ada.timeline(room, "sent") { $0.isSettled && $0.items.count == 1 }
      try await ada.conversations.saveDraft("half a", in: room)
      try await fixture.stopServer()
      _ = try await ada.send("second", to: room)
      try await fixture.close(ada)
      let again = try fixture.client("ada")
      let profile = try await first(in: again.auth.observeProfile(), "the profile") { $0 != nil }
      #expect(profile?.id == adasProfile.id)
      #expect(try await again.conversations.draft(in: room) == "half a")
      try await again.timeline(room, "both") { $0.texts == ["first", "second"] && $0.items[1].status == .sending }
      try await fixture.startServer()
      await again.connection.kick()
      await bob.connection.kick()
      try await bob.timeline(room, "both") { $0.texts == ["first", "second"] }
    }
  }

  @Test("typing and presence are seen by the other side, and end")
  func typingAndPresence() async throws {
    try await LiveFixture.run { fixture in
      let (ada, adasProfile) = try await fixture.signedUp("ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob")
      let room = try await ada.conversations.openDirect(with: bobsProfile.id)
      try await bob.untilHeld(room)
      await ada.presence.setTyping(true, in: room)
      try await first(in: bob.presence.observeTyping(room), "typing") { $0 == [adasProfile.id] }
      await ada.presence.setTyping(false, in: room)
      try await first(in: bob.presence.observeTyping(room), "no typing") { $0.isEmpty }
      await ada.presence.setPresence(.away)
      try await first(in: bob.presence.observePresence(), "away") { $0[adasProfile.id]?.state == .away }
      try await fixture.close(ada)
      try await first(in: bob.presence.observePresence(), "offline") { $0[adasProfile.id]?.state == .offline }
    }
  }

  @Test("a group is named, joined, ruled and left")
  func group() async throws {
    try await LiveFixture.run { fixture in
      let (ada, adasProfile) = try await fixture.signedUp("ada")
      let (bob, bobsProfile) = try await fixture.signedUp("bob")
      let (eve, evesProfile) = try await fixture.signedUp("eve")
      let found = try await ada.users.searchUsers("bo")
      #expect(found.map(\.id) == [bobsProfile.id])
      let room = try await ada.conversations.createGroup(name: "Team", members: [bobsProfile.id])
      try await ada.conversations.rename(room, to: "Crew")
      try await bob.timeline(room, "the name, and the one before") { timeline in
        let renamed = timeline.conversation.renamed
        return timeline.conversation.name == "Crew" && renamed?.from == "Team" && renamed?.by == adasProfile.id
      }
      await #expect(throws: Refusal.self) { try await bob.conversations.rename(room, to: "Mine") }
      try await ada.conversations.addMembers([evesProfile.id], to: room)
      try await eve.timeline(room, "three members") { $0.members.count == 3 }
      try await ada.conversations.setRole(.admin, of: bobsProfile.id, in: room)
      try await bob.timeline(room, "the role") { timeline in
        timeline.members.contains { $0.user == bobsProfile.id && $0.role == .admin }
      }
      try await bob.conversations.removeMember(evesProfile.id, from: room)
      try await first(in: eve.conversations.observeConversations(), "the group gone") { $0.isEmpty }
      try await ada.conversations.leave(room)
      try await first(in: ada.conversations.observeConversations(), "the group left") { $0.isEmpty }
      try await bob.timeline(room, "alone") { timeline in
        timeline.members.contains { $0.user == adasProfile.id && $0.leftAt != nil }
      }
      try await bob.conversations.change(ConversationSettingsChange(pinned: true), in: room)
      try await first(in: bob.conversations.observeConversations(), "the pin") { $0.first?.settings.pinned == true }
    }
  }

  @Test("a message far back is fetched with all that lies between; one that is not there is told")
  func farBack() async throws {
    try await LiveFixture.run { fixture in
      let author = try await fixture.server.user("ada")
      let reader = try await fixture.server.user("bob")
      let room = try await author.group("Team", reader)
      for number in 1...260 { try await author.post("message \(number)", in: room) }
      let bob = try fixture.client()
      _ = try await bob.signIn("bob")
      try await bob.timeline(room, "the window") { $0.items.count == 50 && $0.hasOlder }
      #expect(try await !bob.messages.loadBack(room, to: TestUser.newID()))
      let found = try await bob.messages.search("\"message 5\"", before: nil).results
      let target = try #require(found.first?.message.id)
      #expect(try await bob.messages.loadBack(room, to: target))
      let all = try await bob.timeline(room, "all") { $0.items.count == 260 }
      #expect(all.texts == (1...260).map { "message \($0)" })
      #expect(all.unread == 260)
    }
  }

  @Test("older pages load until there is nothing older, in order and whole; search finds what they hold")
  func olderPages() async throws {
    try await LiveFixture.run { fixture in
      let author = try await fixture.server.user("ada")
      let reader = try await fixture.server.user("bob")
      let room = try await author.group("Team", reader)
      for number in 1...125 { try await author.post("message \(number)", in: room) }
      let bob = try fixture.client()
      _ = try await bob.signIn("bob")
      try await bob.timeline(room, "the window") { $0.items.count == 50 && $0.hasOlder && $0.unread == 125 }
      #expect(try await bob.messages.loadOlder(room))
      #expect(try await !bob.messages.loadOlder(room))
      #expect(try await !bob.messages.loadOlder(room))
      let all = try await bob.timeline(room, "all") { $0.items.count == 125 }
      #expect(all.texts == (1...125).map { "message \($0)" })
      #expect(!all.hasOlder)
      #expect(all.unread == 125)
      let found = try await bob.messages.search("\"message 7\"", before: nil)
      #expect(found.results.map(\.message.text) == ["message 7"])
    }
  }
}
