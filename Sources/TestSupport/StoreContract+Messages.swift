import Domain
import ServerCore

extension StoreContract {
  static var messageCases: [Case] {
    [
      Case("a posted message is answered, announced to all present members and readable") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let id: MessageID = fixture.id()
        let outcome = try fixture.commit(
          .message(.post(sender: ada, conversation: team, id: id, text: "  héllo\n", replyTo: nil)))
        guard case .success(.message(let answer)) = outcome.result,
          case .delta(let change, let audience) = outcome.changes.first
        else { throw ContractViolation(description: "no delta") }
        try expectEqual(answer, change)
        try expectEqual(Set(audience), [ada, ben])
        try expectEqual(answer.fromRev, 1)
        try expectEqual(answer.toRev, 2)
        let expected = Message(id: id, seq: 1, rev: 2, sender: ada, text: "héllo", createdAt: StoreFixture.start)
        try expectEqual(answer.messages, [expected])
        try expectEqual(try fixture.window(team, ben).messages, [expected])
      },
      Case("seq runs without gaps, whatever is refused in between") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [])
        for index in 0..<60 {
          fixture.submit(
            .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "m\(index)", replyTo: nil)))
          fixture.submit(
            .message(.post(sender: ben, conversation: team, id: fixture.id(), text: "outsider", replyTo: nil)))
          fixture.submit(.message(.post(sender: ada, conversation: team, id: fixture.id(), text: " ", replyTo: nil)))
        }
        fixture.drain()
        let codes = fixture.takeOutcomes().suffix(180).enumerated().filter { index, outcome in
          if case .failure = outcome.result { return index % 3 == 0 }
          return index % 3 != 0
        }
        try expect(codes.isEmpty, "outcomes are not in the order of submission")
        let page = try fixture.store.page(of: team, for: ada, before: nil, after: 0, limit: 200)
        try expectEqual(page.messages.map(\.seq), Array(1...60))
        try expectEqual(page.messages.map(\.text), (0..<60).map { "m\($0)" })
        try expectEqual(page.messages.map(\.rev), Array(2...61))
      },
      Case("a repeat answers with the row as it is, without a range and without an announcement") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let message = try fixture.post("first", by: ada, in: team)
        let body = WriteCommand.Body.message(
          .post(
            sender: ada, conversation: team, id: message.id, text: "other", replyTo: nil))
        let outcome = try fixture.commit(body)
        guard case .success(.message(let delta)) = outcome.result else {
          throw ContractViolation(description: "refused")
        }
        try expect(delta.fromRev == nil && outcome.changes.isEmpty, "a repeat claims a range")
        try expectEqual(delta.messages, [message])
        try expectEqual(try fixture.window(team, ada).messages, [message])
        let next = try fixture.post("second", by: ada, in: team)
        try expectEqual(next.seq, 2)
      },
      Case("two of the same at once are stored once") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let id: MessageID = fixture.id()
        for _ in 0..<2 {
          fixture.submit(.message(.post(sender: ada, conversation: team, id: id, text: "twice", replyTo: nil)))
        }
        fixture.drain()
        try expectEqual(try fixture.window(team, ada).messages.map(\.seq), [1])
      },
      Case("another's message id is a conflict") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let other = try fixture.group(ada, [])
        let message = try fixture.post("mine", by: ada, in: team)
        try fixture.expectRefusal(
          .conflict, .message(.post(sender: ben, conversation: team, id: message.id, text: "x", replyTo: nil)))
        try fixture.expectRefusal(
          .conflict, .message(.post(sender: ada, conversation: other, id: message.id, text: "x", replyTo: nil)))
      },
      Case("a reply names a message of the same conversation") { fixture in
        let ada = try fixture.user()
        let (team, other) = (try fixture.group(ada, []), try fixture.group(ada, []))
        let message = try fixture.post("question", by: ada, in: team)
        let reply = try fixture.post("answer", by: ada, in: team, replyTo: message.id)
        try expectEqual(reply.replyTo, message.id)
        try fixture.expectRefusal(
          .invalid,
          .message(.post(sender: ada, conversation: other, id: fixture.id(), text: "x", replyTo: message.id)))
        try fixture.expectRefusal(
          .invalid, .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "x", replyTo: fixture.id()))
        )
      },
      Case("outsiders, former members and strangers cannot post") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        for sender in [ben, fixture.id()] {
          try fixture.expectRefusal(
            .notFound, .message(.post(sender: sender, conversation: team, id: fixture.id(), text: "x", replyTo: nil)))
        }
        try fixture.expectRefusal(
          .notFound, .message(.post(sender: ada, conversation: fixture.id(), id: fixture.id(), text: "x", replyTo: nil))
        )
      },
      Case("too long a text is refused, and the longest is kept") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let longest = String(repeating: "é", count: MessageText.maximumLength)
        try expectEqual(try fixture.post(longest, by: ada, in: team).text, longest)
        try fixture.expectRefusal(
          .tooLarge,
          .message(.post(sender: ada, conversation: team, id: fixture.id(), text: longest + "é", replyTo: nil)))
      },
    ]
  }

  static var editCases: [Case] {
    [
      Case("an edit keeps the former text; the same edit twice changes nothing") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("one", by: ben, in: team)
        let edit: EditID = fixture.id()
        let body = WriteCommand.Body.message(
          .edit(
            asker: ben, conversation: team, id: message.id, editID: edit, text: "two"))
        let edited = try fixture.delta(body, at: StoreFixture.start.adding(seconds: 5))
        try expectEqual(
          edited.messages,
          [message.edited(to: "two", editID: edit, at: StoreFixture.start.adding(seconds: 5), rev: 3)])
        let repeated = try fixture.commit(body)
        guard case .success(.message(let delta)) = repeated.result else {
          throw ContractViolation(description: "refused")
        }
        try expect(delta.fromRev == nil && repeated.changes.isEmpty, "a repeat claims a range")
        try expectEqual(delta.messages, edited.messages)
        try expectEqual(try fixture.window(team, ada).messages, edited.messages)
      },
      Case("ten former texts are kept, edits are counted on, and an old edit is still recognised") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let message = try fixture.post("0", by: ada, in: team)
        let edits: [EditID] = (1...13).map { _ in fixture.id() }
        for (index, edit) in edits.enumerated() {
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: message.id, editID: edit, text: "\(index + 1)")))
        }
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: message.id, editID: edits[0], text: "again")))
        let stored = try fixture.window(team, ada).messages[0]
        try expectEqual(stored.text, "13")
        try expectEqual(stored.editCount, 13)
        try expectEqual(stored.edits.map(\.text), (3...12).map { "\($0)" })
        try expectEqual(stored.edits.map(\.id), Array(edits[3...]))
      },
      Case(
        "a deleted message is a tombstone for ever: text and edits gone, deleting again is a repeat, editing is gone"
      ) { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("secret", by: ben, in: team)
        try fixture.perform(
          .message(.edit(asker: ben, conversation: team, id: message.id, editID: fixture.id(), text: "secrets")))
        let deleted = try fixture.delta(.message(.delete(asker: ada, conversation: team, id: message.id))).messages[0]
        try expect(deleted.isDeleted && deleted.text.isEmpty && deleted.edits.isEmpty, "content stays")
        try expectEqual(deleted.deletedBy, ada)
        let repeated = try fixture.commit(.message(.delete(asker: ben, conversation: team, id: message.id)))
        guard case .success(.message(let delta)) = repeated.result else {
          throw ContractViolation(description: "refused")
        }
        try expect(delta.fromRev == nil && repeated.changes.isEmpty, "a repeat claims a range")
        try expectEqual(delta.messages, [deleted])
        try expectEqual(try fixture.window(team, ada).messages, [deleted])
        try fixture.expectRefusal(
          .gone, .message(.edit(asker: ben, conversation: team, id: message.id, editID: fixture.id(), text: "x")))
        let again = try fixture.delta(
          .message(.post(sender: ben, conversation: team, id: message.id, text: "secret", replyTo: nil)))
        try expectEqual(again.messages, [deleted])
      },
      Case("only the author edits; the author or a group's admin deletes") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let pair = try fixture.direct(ada, ben)
        for (conversation, author, other) in [(team, ada, ben), (pair, ada, ben), (pair, ben, ada)] {
          let message = try fixture.post("x", by: author, in: conversation)
          try fixture.expectRefusal(
            .forbidden,
            .message(.edit(asker: other, conversation: conversation, id: message.id, editID: fixture.id(), text: "y")))
          try fixture.expectRefusal(
            .forbidden, .message(.delete(asker: other, conversation: conversation, id: message.id)))
          try fixture.expectRefusal(
            .notFound, .message(.delete(asker: eve, conversation: conversation, id: message.id)))
          try fixture.expectRefusal(
            .notFound,
            .message(.edit(asker: eve, conversation: conversation, id: message.id, editID: fixture.id(), text: "y")))
        }
        let message = try fixture.post("x", by: ada, in: team)
        try fixture.expectRefusal(.notFound, .message(.delete(asker: ada, conversation: pair, id: message.id)))
      },
    ]
  }
}
