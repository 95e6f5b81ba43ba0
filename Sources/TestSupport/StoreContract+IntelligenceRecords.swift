import Domain
import ServerCore
import WireProtocol

extension StoreContract {
  static var recordCases: [Case] {
    [
      Case("private records are their user's only: kept, replaced, listed newest first, counted, erased") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let one = try fixture.post("one", by: ada, in: team)
        for index in 0..<3 {
          try fixture.keep(of: ada, id: "\(index)", at: StoreFixture.start.adding(seconds: Int64(index)))
        }
        try fixture.keep(of: ben, id: "1")
        try fixture.keep(.memory, of: ada, id: "1")
        try expectEqual(try fixture.recordIDs(of: ada), ["2", "1", "0"])
        try fixture.keep(
          of: ada, id: "1", body: "new", conversations: [team], sources: [one],
          at: StoreFixture.start.adding(seconds: 1))
        let stored = try require(try fixture.intelligence().record(.outputs, id: "1", of: ada))
        try expectEqual(String(decoding: stored.body, as: UTF8.self), "new")
        try expectEqual(stored.conversations, [team])
        try expectEqual(stored.sources, [one.id])
        try expectEqual(stored.createdAt, StoreFixture.start.adding(seconds: 1))
        try expect(try fixture.intelligence().record(.outputs, id: "2", of: ben) == nil, "another's record")
        let since = StoreFixture.start.adding(seconds: 1)
        try expectEqual(
          try fixture.intelligence().records(.outputs, of: ada, at: since, limit: 2).map(\.id), ["2", "1"])
        try fixture.perform(.intelligence(.record(.erase(user: ada, collection: .outputs, id: "1"))))
        try expectEqual(try fixture.recordIDs(of: ada), ["2", "0"])
        try fixture.perform(.intelligence(.record(.eraseAll(user: ada, collection: .outputs))))
        try expectEqual(try fixture.recordIDs(of: ada), [])
        try expectEqual(try fixture.recordIDs(.memory, of: ada), ["1"])
        try expectEqual(try fixture.recordIDs(of: ben), ["1"])
      },
      Case("what has expired is not listed, and is erased by the next cleaning") { fixture in
        let ada = try fixture.user()
        let end = StoreFixture.start.adding(seconds: 60)
        try fixture.keep(of: ada, id: "short", expiresAt: end)
        try fixture.keep(of: ada, id: "long")
        try expectEqual(Set(try fixture.recordIDs(of: ada, at: end.adding(milliseconds: -1))), ["short", "long"])
        try expectEqual(try fixture.recordIDs(of: ada, at: end), ["long"])
        try fixture.perform(.intelligence(.record(.eraseExpired)), at: end.adding(milliseconds: -1))
        try expect(try fixture.intelligence().record(.outputs, id: "short", of: ada) != nil, "erased too early")
        try fixture.perform(.intelligence(.record(.eraseExpired)), at: end)
        try expect(try fixture.intelligence().record(.outputs, id: "short", of: ada) == nil, "still there")
      },
      Case("ledgers are summed over all users, and for each; what came from the cache is no request") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        for (index, user) in [ada, ben, ada].enumerated() {
          let at = StoreFixture.start.adding(seconds: Int64(index))
          let entry = LedgerEntry(
            at: at, feature: "x", model: "m", place: "p", conversations: [], messagesSent: 1,
            inputTokens: 100 * (index + 1), outputTokens: 7, cost: 1, isCached: index == 2)
          try fixture.keep(
            .ledger, of: user, id: "\(index)", body: String(decoding: entry.json(), as: UTF8.self), at: at)
        }
        try expectEqual(try fixture.intelligence().tokensUsed(since: StoreFixture.start), 621)
        try expectEqual(try fixture.intelligence().tokensUsed(by: ada, since: StoreFixture.start), 414)
        try expectEqual(
          try fixture.intelligence().tokensUsed(by: ada, since: StoreFixture.start.adding(milliseconds: 1)), 307)
        try expectEqual(
          try fixture.intelligence().requestTimes(of: ada, since: StoreFixture.start, limit: 5), [StoreFixture.start])
        let later = StoreFixture.start.adding(seconds: 1)
        try expectEqual(try fixture.intelligence().requestTimes(of: ada, since: later, limit: 5), [])
        try expectEqual(try fixture.intelligence().requestTimes(of: ben, since: StoreFixture.start, limit: 5), [later])
        try expectEqual(try fixture.intelligence().requestTimes(of: ben, since: StoreFixture.start, limit: 0), [])
        try expectEqual(try fixture.intelligence().tokensUsed(since: StoreFixture.start.adding(seconds: 1)), 514)
        try fixture.expectRefusal(
          .invalid,
          .intelligence(
            .record(
              .put(
                PrivateRecord(user: ada, collection: .ledger, id: "x", body: [1], createdAt: StoreFixture.start)))))
      },
      Case("a record falls with any message that it cites, edited or deleted, and with no other") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let messages = try (0..<3).map { try fixture.post("\($0)", by: ada, in: team) }
        for user in [ada, ben] {
          try fixture.keep(of: user, id: "first two", sources: Array(messages[0...1]))
          try fixture.keep(.cache, of: user, id: "second", sources: [messages[1]])
          try fixture.keep(of: user, id: "third", sources: [messages[2]])
        }
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: messages[0].id, editID: fixture.id(), text: "new")))
        for user in [ada, ben] {
          try expectEqual(try fixture.recordIDs(of: user), ["third"])
          try expectEqual(try fixture.recordIDs(.cache, of: user), ["second"])
        }
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[1].id)))
        for user in [ada, ben] {
          try expectEqual(try fixture.recordIDs(of: user), ["third"])
          try expectEqual(try fixture.recordIDs(.cache, of: user), [])
        }
      },
      Case("who loses a conversation loses their records of it, whether they leave, are removed or delete the account")
      {
        fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben, eve]), try fixture.group(ada, [ben, eve]))
        let one = try fixture.post("one", by: ada, in: team)
        for user in [ada, ben, eve] {
          try fixture.keep(of: user, id: "named", conversations: [team, other])
          try fixture.keep(of: user, id: "cited", sources: [one])
          try fixture.keep(of: user, id: "other", conversations: [other])
          try fixture.keep(.preferences, of: user, id: "preferences", body: "{}")
        }
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try expectEqual(try fixture.recordIDs(of: ben), ["other"])
        try expectEqual(Set(try fixture.recordIDs(of: ada)), ["named", "cited", "other"])
        try fixture.perform(.member(.remove(asker: eve, conversation: team, user: eve)))
        try expectEqual(try fixture.recordIDs(of: eve), ["other"])
        try fixture.perform(.account(.delete(user: ben)))
        try expectEqual(try fixture.recordIDs(of: ben), [])
        try expectEqual(try fixture.recordIDs(.preferences, of: ben), [])
        try expectEqual(try fixture.recordIDs(.preferences, of: eve), ["preferences"])
      },
      Case("what would outlive its sources is not kept") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, left) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        let messages = try (0..<3).map { try fixture.post("\($0)", by: ada, in: team) }
        let far = try fixture.post("far", by: ada, in: left)
        try fixture.perform(.member(.remove(asker: ada, conversation: left, user: ben)))
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[0].id)))
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: messages[1].id, editID: fixture.id(), text: "new")),
          at: StoreFixture.start.adding(seconds: 1))
        func refused(_ user: UserID, _ conversations: [ConversationID], _ sources: [MessageID]) throws {
          let record = PrivateRecord(
            user: user, collection: .outputs, id: "late", body: [1], conversations: conversations, sources: sources,
            createdAt: StoreFixture.start)
          try fixture.expectRefusal(.notFound, .intelligence(.record(.put(record))))
        }
        try refused(ben, [team], [messages[0].id])
        try refused(ben, [team], [messages[1].id])
        try refused(ben, [], [far.id])
        try refused(ben, [left], [])
        try refused(ben, [fixture.id()], [])
        try refused(ben, [], [fixture.id()])
        try refused(fixture.id(), [], [])
        try fixture.keep(of: ben, id: "good", conversations: [team], sources: [messages[2]])
        try fixture.keep(
          of: ben, id: "later", sources: [messages[1]], at: StoreFixture.start.adding(seconds: 1))
        try expectEqual(Set(try fixture.recordIDs(of: ben)), ["good", "later"])
      },
    ]
  }
}
