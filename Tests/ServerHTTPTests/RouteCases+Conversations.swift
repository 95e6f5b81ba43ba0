import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let conversations = [
    RouteCase("createConversation") { workspace async throws in
      let direct = CreateConversationRequest(kind: .direct, members: [workspace.bob.id])
      let first = try await workspace.ada.send("POST", "/v1/conversations", direct)
      #expect(first.status == 201)
      let again = try await workspace.bob.send(
        "POST", "/v1/conversations", CreateConversationRequest(kind: .direct, members: [workspace.ada.id]))
      #expect(again.status == 200)
      let feeds = (try FeedDelta(json: first.body).feed, try FeedDelta(json: again.body).feed)
      #expect(feeds.0 == feeds.1)
      let id: ConversationID = TestUser.newID()
      let group = CreateConversationRequest(kind: .group, members: [workspace.eve.id], name: " Plans ", id: id)
      let window = try FeedDelta(json: await workspace.ada.ok("POST", "/v1/conversations", group))
      #expect(window.isReset)
      #expect(window.conversation?.id == id)
      #expect(window.conversation?.name == "Plans")
      #expect(window.members.first { $0.user == workspace.ada.id }?.role == .admin)
      #expect(window.members.first { $0.user == workspace.eve.id }?.role == .member)
      #expect(try await workspace.ada.send("POST", "/v1/conversations", group).status == 200, "a repeated id")
    },
    RouteCase("listConversations") { workspace async throws in
      let mine = try ConversationsResponse(json: await workspace.bob.ok("GET", "/v1/conversations")).conversations
      #expect(mine == [FeedRev(id: workspace.group, rev: 2)])
      #expect(try ConversationsResponse(json: await workspace.eve.ok("GET", "/v1/conversations")).conversations.isEmpty)
    },
    RouteCase("getConversation") { workspace async throws in
      let window = try await workspace.bob.window(workspace.group)
      let said = try FeedDelta(json: await workspace.bob.ok("GET", "/v1/conversations/\(workspace.group)")).history
      #expect(said == workspace.server.instance.context.store.history)
      #expect(window.isReset)
      #expect(window.toRev == 2)
      #expect(window.windowStart == 1)
      #expect(window.messages == [workspace.message])
      #expect(window.members.count == 2)
    },
    RouteCase("getDelta") { workspace async throws in
      let second = try await workspace.ada.post("second", in: workspace.group)
      let path = "/v1/conversations/\(workspace.group)/delta?fromRev=2"
      let delta = try FeedDelta(json: await workspace.bob.ok("GET", path))
      #expect(!delta.isReset)
      #expect(delta.fromRev == 2)
      #expect(delta.toRev == 3)
      #expect(delta.messages == [second])
    },
    RouteCase("updateConversation") { workspace async throws in
      let photo = try await workspace.ada.upload(TestFiles.picture, name: "team.png").id
      let form = ConversationPatchRequest(name: " New name ", photo: .some(photo.description))
      let row = try Conversation(json: await workspace.ada.ok("PATCH", "/v1/conversations/\(workspace.group)", form))
      #expect(row.name == "New name")
      #expect(row.renamed?.by == workspace.ada.id)
      #expect(row.photo == photo.description)
      #expect(try await workspace.bob.window(workspace.group).conversation == row)
    },
    RouteCase("changeSettings") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/settings"
      let first = ConversationSettingsChange(muted: true, pinned: true)
      _ = try await workspace.bob.ok("PUT", path, first)
      let second = ConversationSettingsChange(archived: true)
      let settings = try ConversationSettings(json: await workspace.bob.ok("PUT", path, second))
      #expect(settings.muted && settings.pinned && settings.archived, "absent keys stay")
      let since = try #require(settings.archivedAt)
      let third = ConversationSettingsChange(archived: true, pinned: false)
      #expect(try ConversationSettings(json: await workspace.bob.ok("PUT", path, third)).archivedAt == since)
      let last = ConversationSettingsChange(archived: false)
      #expect(try ConversationSettings(json: await workspace.bob.ok("PUT", path, last)).archivedAt == nil)
    },
    RouteCase("markRead") { workspace async throws in
      try await workspace.bob.post("second", in: workspace.group)
      let path = "/v1/conversations/\(workspace.group)/read"
      let readSeq = { () async throws -> Int64? in
        try await workspace.bob.window(workspace.group).members.first { $0.user == workspace.ada.id }?.readSeq
      }
      #expect(try await workspace.ada.send("PUT", path, ReadRequest(seq: 2)).status == 204)
      #expect(try await readSeq() == 2)
      #expect(try await workspace.ada.send("PUT", path, ReadRequest(seq: 1)).status == 204)
      #expect(try await readSeq() == 2, "only raises")
      #expect(try await workspace.ada.send("PUT", path, ReadRequest(seq: 1, markUnread: true)).status == 204)
      #expect(try await readSeq() == 1, "unless it says mark unread")
    },
  ]

  static let members = [
    RouteCase("addMembers") { workspace async throws in
      let form = AddMembersRequest(users: [workspace.eve.id, workspace.bob.id])
      #expect(
        try await workspace.ada.send("POST", "/v1/conversations/\(workspace.group)/members", form).status == 204)
      let member = try await workspace.eve.window(workspace.group).members.first { $0.user == workspace.eve.id }
      #expect(member?.joinSeq == 1)
    },
    RouteCase("setRole") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/members/\(workspace.bob.id)"
      #expect(try await workspace.ada.send("PATCH", path, RoleRequest(role: .admin)).status == 204)
      #expect(try await workspace.bob.window(workspace.group).members.allSatisfy { $0.role == .admin })
    },
    RouteCase("removeMember") { workspace async throws in
      try await workspace.ada.add(workspace.eve, to: workspace.group)
      let path = "/v1/conversations/\(workspace.group)/members"
      #expect(try await workspace.ada.send("DELETE", "\(path)/\(workspace.eve.id)").status == 204)
      try expectProblem(await workspace.eve.send("GET", "/v1/conversations/\(workspace.group)"), .notFound)
      #expect(try await workspace.bob.send("DELETE", "\(path)/\(workspace.bob.id)").status == 204, "leaving")
      let window = try await workspace.ada.window(workspace.group)
      #expect(window.members.filter { !$0.isPresent }.count == 2, "tombstones")
    },
  ]

  static let messages = [
    RouteCase("getMessages") { workspace async throws in
      for number in 2...5 { try await workspace.ada.post("message \(number)", in: workspace.group) }
      let path = "/v1/conversations/\(workspace.group)/messages"
      let older = try MessagePage(json: await workspace.bob.ok("GET", "\(path)?before=5&limit=2"))
      #expect(older.messages.map(\.seq) == [3, 4])
      #expect(older.hasMore)
      #expect(older.history == workspace.server.instance.context.store.history)
      #expect(older.windowStart == 3)
      let newer = try MessagePage(json: await workspace.bob.ok("GET", "\(path)?after=3"))
      #expect(newer.messages.map(\.seq) == [4, 5])
      #expect(!newer.hasMore)
      let three = try #require(newer.messages.first?.id)
      let around = try MessagePage(json: await workspace.bob.ok("GET", "\(path)?around=\(three)&limit=3"))
      #expect(around.messages.map(\.seq) == [3, 4, 5])
      try expectProblem(await workspace.bob.send("GET", "\(path)?around=\(TestUser.newID() as MessageID)"), .notFound)
      try expectProblem(await workspace.eve.send("GET", "\(path)?around=\(three)"), .notFound)
    },
    RouteCase("postMessage") { workspace async throws in
      let form = PostMessageRequest(id: TestUser.newID(), text: "  hi\n", replyTo: workspace.message.id)
      let path = "/v1/conversations/\(workspace.group)/messages"
      let first = try await workspace.ada.send("POST", path, form)
      #expect(first.status == 201)
      let message = try Message(json: first.body)
      #expect(message.text == "hi")
      #expect(message.seq == 2)
      #expect(message.replyTo == workspace.message.id)
      let again = try await workspace.ada.send("POST", path, form)
      #expect(again.status == 200)
      #expect(again.body == first.body)
    },
    RouteCase("editMessage") { workspace async throws in
      let form = EditMessageRequest(editID: TestUser.newID(), text: "hello again")
      let path = "/v1/conversations/\(workspace.group)/messages/\(workspace.message.id)"
      let edited = try Message(json: await workspace.bob.ok("PATCH", path, form))
      #expect(edited.text == "hello again")
      #expect(edited.edits.map(\.text) == ["hello team"])
      let repeated = try Message(json: await workspace.bob.ok("PATCH", path, form))
      #expect(repeated == edited)
    },
    RouteCase("deleteMessage") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/messages/\(workspace.message.id)"
      let deleted = try Message(json: await workspace.ada.ok("DELETE", path))
      #expect(deleted.isDeleted)
      #expect(deleted.text.isEmpty)
      #expect(deleted.deletedBy == workspace.ada.id)
      #expect(try Message(json: await workspace.bob.ok("DELETE", path)) == deleted, "again is the same")
      let edit = EditMessageRequest(editID: TestUser.newID(), text: "back")
      try expectProblem(await workspace.bob.send("PATCH", path, edit), .gone)
    },
  ]
}
