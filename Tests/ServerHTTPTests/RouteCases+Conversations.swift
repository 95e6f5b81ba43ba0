import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let conversations = [
    RouteCase("createConversation") { world async throws in
      let direct = CreateConversationRequest(kind: .direct, members: [world.bob.id])
      let first = try await world.ada.send("POST", "/v1/conversations", direct)
      #expect(first.status == 201)
      let again = try await world.bob.send(
        "POST", "/v1/conversations", CreateConversationRequest(kind: .direct, members: [world.ada.id]))
      #expect(again.status == 200)
      let feeds = (try FeedDelta(json: first.body).feed, try FeedDelta(json: again.body).feed)
      #expect(feeds.0 == feeds.1)
      let id: ConversationID = TestUser.newID()
      let group = CreateConversationRequest(kind: .group, members: [world.eve.id], name: " Plans ", id: id)
      let window = try FeedDelta(json: await world.ada.ok("POST", "/v1/conversations", group))
      #expect(window.isReset)
      #expect(window.conversation?.id == id)
      #expect(window.conversation?.name == "Plans")
      #expect(window.members.first { $0.user == world.ada.id }?.role == .admin)
      #expect(window.members.first { $0.user == world.eve.id }?.role == .member)
      #expect(try await world.ada.send("POST", "/v1/conversations", group).status == 200, "a repeated id")
    },
    RouteCase("listConversations") { world async throws in
      let mine = try ConversationsResponse(json: await world.bob.ok("GET", "/v1/conversations")).conversations
      #expect(mine == [FeedRev(id: world.group, rev: 2)])
      #expect(try ConversationsResponse(json: await world.eve.ok("GET", "/v1/conversations")).conversations.isEmpty)
    },
    RouteCase("getConversation") { world async throws in
      let window = try await world.bob.window(world.group)
      let said = try FeedDelta(json: await world.bob.ok("GET", "/v1/conversations/\(world.group)")).history
      #expect(said == world.server.instance.context.store.history)
      #expect(window.isReset)
      #expect(window.toRev == 2)
      #expect(window.windowStart == 1)
      #expect(window.messages == [world.message])
      #expect(window.members.count == 2)
    },
    RouteCase("getDelta") { world async throws in
      let second = try await world.ada.post("second", in: world.group)
      let path = "/v1/conversations/\(world.group)/delta?fromRev=2"
      let delta = try FeedDelta(json: await world.bob.ok("GET", path))
      #expect(!delta.isReset)
      #expect(delta.fromRev == 2)
      #expect(delta.toRev == 3)
      #expect(delta.messages == [second])
    },
    RouteCase("updateConversation") { world async throws in
      let form = ConversationPatchRequest(name: " New name ", photo: .some("team.png"))
      let row = try Conversation(json: await world.ada.ok("PATCH", "/v1/conversations/\(world.group)", form))
      #expect(row.name == "New name")
      #expect(row.renamed?.by == world.ada.id)
      #expect(row.photo == "team.png")
      #expect(try await world.bob.window(world.group).conversation == row)
    },
    RouteCase("changeSettings") { world async throws in
      let path = "/v1/conversations/\(world.group)/settings"
      let first = ConversationSettingsChange(muted: true, pinned: true)
      _ = try await world.bob.ok("PUT", path, first)
      let second = ConversationSettingsChange(archived: true)
      let settings = try ConversationSettings(json: await world.bob.ok("PUT", path, second))
      #expect(settings.muted && settings.pinned && settings.archived, "absent keys stay")
      let since = try #require(settings.archivedAt)
      let third = ConversationSettingsChange(archived: true, pinned: false)
      #expect(try ConversationSettings(json: await world.bob.ok("PUT", path, third)).archivedAt == since)
      let last = ConversationSettingsChange(archived: false)
      #expect(try ConversationSettings(json: await world.bob.ok("PUT", path, last)).archivedAt == nil)
    },
    RouteCase("markRead") { world async throws in
      try await world.bob.post("second", in: world.group)
      let path = "/v1/conversations/\(world.group)/read"
      let readSeq = { () async throws -> Int64? in
        try await world.bob.window(world.group).members.first { $0.user == world.ada.id }?.readSeq
      }
      #expect(try await world.ada.send("PUT", path, ReadRequest(seq: 2)).status == 204)
      #expect(try await readSeq() == 2)
      #expect(try await world.ada.send("PUT", path, ReadRequest(seq: 1)).status == 204)
      #expect(try await readSeq() == 2, "only raises")
      #expect(try await world.ada.send("PUT", path, ReadRequest(seq: 1, markUnread: true)).status == 204)
      #expect(try await readSeq() == 1, "unless it says mark unread")
    },
  ]

  static let members = [
    RouteCase("addMembers") { world async throws in
      let form = AddMembersRequest(users: [world.eve.id, world.bob.id])
      #expect(
        try await world.ada.send("POST", "/v1/conversations/\(world.group)/members", form).status == 204)
      let member = try await world.eve.window(world.group).members.first { $0.user == world.eve.id }
      #expect(member?.joinSeq == 1)
    },
    RouteCase("setRole") { world async throws in
      let path = "/v1/conversations/\(world.group)/members/\(world.bob.id)"
      #expect(try await world.ada.send("PATCH", path, RoleRequest(role: .admin)).status == 204)
      #expect(try await world.bob.window(world.group).members.allSatisfy { $0.role == .admin })
    },
    RouteCase("removeMember") { world async throws in
      try await world.ada.add(world.eve, to: world.group)
      let path = "/v1/conversations/\(world.group)/members"
      #expect(try await world.ada.send("DELETE", "\(path)/\(world.eve.id)").status == 204)
      try expectProblem(await world.eve.send("GET", "/v1/conversations/\(world.group)"), .notFound)
      #expect(try await world.bob.send("DELETE", "\(path)/\(world.bob.id)").status == 204, "leaving")
      let window = try await world.ada.window(world.group)
      #expect(window.members.filter { !$0.isPresent }.count == 2, "tombstones")
    },
  ]

  static let messages = [
    RouteCase("getMessages") { world async throws in
      for number in 2...5 { try await world.ada.post("message \(number)", in: world.group) }
      let path = "/v1/conversations/\(world.group)/messages"
      let older = try MessagePage(json: await world.bob.ok("GET", "\(path)?before=5&limit=2"))
      #expect(older.messages.map(\.seq) == [3, 4])
      #expect(older.hasMore)
      #expect(older.history == world.server.instance.context.store.history)
      #expect(older.windowStart == 3)
      let newer = try MessagePage(json: await world.bob.ok("GET", "\(path)?after=3"))
      #expect(newer.messages.map(\.seq) == [4, 5])
      #expect(!newer.hasMore)
      let three = try #require(newer.messages.first?.id)
      let around = try MessagePage(json: await world.bob.ok("GET", "\(path)?around=\(three)&limit=3"))
      #expect(around.messages.map(\.seq) == [3, 4, 5])
      try expectProblem(await world.bob.send("GET", "\(path)?around=\(TestUser.newID() as MessageID)"), .notFound)
      try expectProblem(await world.eve.send("GET", "\(path)?around=\(three)"), .notFound)
    },
    RouteCase("postMessage") { world async throws in
      let form = PostMessageRequest(id: TestUser.newID(), text: "  hi\n", replyTo: world.message.id)
      let path = "/v1/conversations/\(world.group)/messages"
      let first = try await world.ada.send("POST", path, form)
      #expect(first.status == 201)
      let message = try Message(json: first.body)
      #expect(message.text == "hi")
      #expect(message.seq == 2)
      #expect(message.replyTo == world.message.id)
      let again = try await world.ada.send("POST", path, form)
      #expect(again.status == 200)
      #expect(again.body == first.body)
    },
    RouteCase("editMessage") { world async throws in
      let form = EditMessageRequest(editID: TestUser.newID(), text: "hello again")
      let path = "/v1/conversations/\(world.group)/messages/\(world.message.id)"
      let edited = try Message(json: await world.bob.ok("PATCH", path, form))
      #expect(edited.text == "hello again")
      #expect(edited.edits.map(\.text) == ["hello team"])
      let repeated = try Message(json: await world.bob.ok("PATCH", path, form))
      #expect(repeated == edited)
    },
    RouteCase("deleteMessage") { world async throws in
      let path = "/v1/conversations/\(world.group)/messages/\(world.message.id)"
      let deleted = try Message(json: await world.ada.ok("DELETE", path))
      #expect(deleted.isDeleted)
      #expect(deleted.text.isEmpty)
      #expect(deleted.deletedBy == world.ada.id)
      #expect(try Message(json: await world.bob.ok("DELETE", path)) == deleted, "again is the same")
      let edit = EditMessageRequest(editID: TestUser.newID(), text: "back")
      try expectProblem(await world.bob.send("PATCH", path, edit), .gone)
    },
  ]
}
