import Domain
import ServerCore

extension StoreContract {
  static var messageCases: [Case] {
    [
      Case("a posted message is answered, announced to all present members and readable") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let id: MessageID = world.id()
        let outcome = try world.commit(
          .message(.post(sender: ada, conversation: team, id: id, text: "  héllo\n", replyTo: nil)))
        guard case .success(.message(let answer)) = outcome.result,
          case .delta(let change, let audience) = outcome.changes.first
        else { throw ContractViolation(description: "no delta") }
        try expectEqual(answer, change)
        try expectEqual(Set(audience), [ada, ben])
        try expectEqual(answer.fromRev, 1)
        try expectEqual(answer.toRev, 2)
        let expected = Message(id: id, seq: 1, rev: 2, sender: ada, text: "héllo", createdAt: StoreWorld.start)
        try expectEqual(answer.messages, [expected])
        try expectEqual(try world.window(team, ben).messages, [expected])
      },
      Case("seq runs without gaps, whatever is refused in between") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [])
        for index in 0..<60 {
          world.submit(
            .message(.post(sender: ada, conversation: team, id: world.id(), text: "m\(index)", replyTo: nil)))
          world.submit(.message(.post(sender: ben, conversation: team, id: world.id(), text: "outsider", replyTo: nil)))
          world.submit(.message(.post(sender: ada, conversation: team, id: world.id(), text: " ", replyTo: nil)))
        }
        world.drain()
        let codes = world.takeOutcomes().suffix(180).enumerated().filter { index, outcome in
          if case .failure = outcome.result { return index % 3 == 0 }
          return index % 3 != 0
        }
        try expect(codes.isEmpty, "outcomes are not in the order of submission")
        let page = try world.store.page(of: team, for: ada, before: nil, after: 0, limit: 200)
        try expectEqual(page.messages.map(\.seq), Array(1...60))
        try expectEqual(page.messages.map(\.text), (0..<60).map { "m\($0)" })
        try expectEqual(page.messages.map(\.rev), Array(2...61))
      },
      Case("a repeat answers with the row as it is, without a range and without an announcement") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let message = try world.post("first", by: ada, in: team)
        let body = WriteCommand.Body.message(
          .post(
            sender: ada, conversation: team, id: message.id, text: "other", replyTo: nil))
        let outcome = try world.commit(body)
        guard case .success(.message(let delta)) = outcome.result else {
          throw ContractViolation(description: "refused")
        }
        try expect(delta.fromRev == nil && outcome.changes.isEmpty, "a repeat claims a range")
        try expectEqual(delta.messages, [message])
        try expectEqual(try world.window(team, ada).messages, [message])
        let next = try world.post("second", by: ada, in: team)
        try expectEqual(next.seq, 2)
      },
      Case("two of the same at once are stored once") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let id: MessageID = world.id()
        for _ in 0..<2 {
          world.submit(.message(.post(sender: ada, conversation: team, id: id, text: "twice", replyTo: nil)))
        }
        world.drain()
        try expectEqual(try world.window(team, ada).messages.map(\.seq), [1])
      },
      Case("another's message id is a conflict") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let other = try world.group(ada, [])
        let message = try world.post("mine", by: ada, in: team)
        try world.expectRefusal(
          .conflict, .message(.post(sender: ben, conversation: team, id: message.id, text: "x", replyTo: nil)))
        try world.expectRefusal(
          .conflict, .message(.post(sender: ada, conversation: other, id: message.id, text: "x", replyTo: nil)))
      },
      Case("a reply names a message of the same conversation") { world in
        let ada = try world.user()
        let (team, other) = (try world.group(ada, []), try world.group(ada, []))
        let message = try world.post("question", by: ada, in: team)
        let reply = try world.post("answer", by: ada, in: team, replyTo: message.id)
        try expectEqual(reply.replyTo, message.id)
        try world.expectRefusal(
          .invalid,
          .message(.post(sender: ada, conversation: other, id: world.id(), text: "x", replyTo: message.id)))
        try world.expectRefusal(
          .invalid, .message(.post(sender: ada, conversation: team, id: world.id(), text: "x", replyTo: world.id())))
      },
      Case("outsiders, former members and strangers cannot post") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        try world.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        for sender in [ben, world.id()] {
          try world.expectRefusal(
            .notFound, .message(.post(sender: sender, conversation: team, id: world.id(), text: "x", replyTo: nil)))
        }
        try world.expectRefusal(
          .notFound, .message(.post(sender: ada, conversation: world.id(), id: world.id(), text: "x", replyTo: nil)))
      },
      Case("too long a text is refused, and the longest is kept") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let longest = String(repeating: "é", count: MessageText.maximumLength)
        try expectEqual(try world.post(longest, by: ada, in: team).text, longest)
        try world.expectRefusal(
          .tooLarge,
          .message(.post(sender: ada, conversation: team, id: world.id(), text: longest + "é", replyTo: nil)))
      },
    ]
  }

  static var editCases: [Case] {
    [
      Case("an edit keeps the former text; the same edit twice changes nothing") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let message = try world.post("one", by: ben, in: team)
        let edit: EditID = world.id()
        let body = WriteCommand.Body.message(
          .edit(
            asker: ben, conversation: team, id: message.id, editID: edit, text: "two"))
        let edited = try world.delta(body, at: StoreWorld.start.adding(seconds: 5))
        try expectEqual(
          edited.messages,
          [message.edited(to: "two", editID: edit, at: StoreWorld.start.adding(seconds: 5), rev: 3)])
        let repeated = try world.commit(body)
        guard case .success(.message(let delta)) = repeated.result else {
          throw ContractViolation(description: "refused")
        }
        try expect(delta.fromRev == nil && repeated.changes.isEmpty, "a repeat claims a range")
        try expectEqual(delta.messages, edited.messages)
        try expectEqual(try world.window(team, ada).messages, edited.messages)
      },
      Case("ten former texts are kept, edits are counted on, and an old edit is still recognised") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let message = try world.post("0", by: ada, in: team)
        let edits: [EditID] = (1...13).map { _ in world.id() }
        for (index, edit) in edits.enumerated() {
          try world.perform(
            .message(.edit(asker: ada, conversation: team, id: message.id, editID: edit, text: "\(index + 1)")))
        }
        try world.perform(
          .message(.edit(asker: ada, conversation: team, id: message.id, editID: edits[0], text: "again")))
        let stored = try world.window(team, ada).messages[0]
        try expectEqual(stored.text, "13")
        try expectEqual(stored.editCount, 13)
        try expectEqual(stored.edits.map(\.text), (3...12).map { "\($0)" })
        try expectEqual(stored.edits.map(\.id), Array(edits[3...]))
      },
      Case(
        "a deleted message is a tombstone for ever: text and edits gone, deleting again is a repeat, editing is gone"
      ) { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let message = try world.post("secret", by: ben, in: team)
        try world.perform(
          .message(.edit(asker: ben, conversation: team, id: message.id, editID: world.id(), text: "secrets")))
        let deleted = try world.delta(.message(.delete(asker: ada, conversation: team, id: message.id))).messages[0]
        try expect(deleted.isDeleted && deleted.text.isEmpty && deleted.edits.isEmpty, "content stays")
        try expectEqual(deleted.deletedBy, ada)
        let repeated = try world.commit(.message(.delete(asker: ben, conversation: team, id: message.id)))
        guard case .success(.message(let delta)) = repeated.result else {
          throw ContractViolation(description: "refused")
        }
        try expect(delta.fromRev == nil && repeated.changes.isEmpty, "a repeat claims a range")
        try expectEqual(delta.messages, [deleted])
        try expectEqual(try world.window(team, ada).messages, [deleted])
        try world.expectRefusal(
          .gone, .message(.edit(asker: ben, conversation: team, id: message.id, editID: world.id(), text: "x")))
        let again = try world.delta(
          .message(.post(sender: ben, conversation: team, id: message.id, text: "secret", replyTo: nil)))
        try expectEqual(again.messages, [deleted])
      },
      Case("only the author edits; the author or a group's admin deletes") { world in
        let (ada, ben, eve) = (try world.user(), try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let pair = try world.direct(ada, ben)
        for (conversation, author, other) in [(team, ada, ben), (pair, ada, ben), (pair, ben, ada)] {
          let message = try world.post("x", by: author, in: conversation)
          try world.expectRefusal(
            .forbidden,
            .message(.edit(asker: other, conversation: conversation, id: message.id, editID: world.id(), text: "y")))
          try world.expectRefusal(
            .forbidden, .message(.delete(asker: other, conversation: conversation, id: message.id)))
          try world.expectRefusal(.notFound, .message(.delete(asker: eve, conversation: conversation, id: message.id)))
          try world.expectRefusal(
            .notFound,
            .message(.edit(asker: eve, conversation: conversation, id: message.id, editID: world.id(), text: "y")))
        }
        let message = try world.post("x", by: ada, in: team)
        try world.expectRefusal(.notFound, .message(.delete(asker: ada, conversation: pair, id: message.id)))
      },
    ]
  }
}
