import Domain
import ServerCore
import WireProtocol

extension StoreContract {
  static var recordCases: [Case] {
    [
      Case("private records are their user's only: kept, replaced, listed newest first, counted, erased") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let one = try world.post("one", by: ada, in: team)
        for index in 0..<3 {
          try world.keep(of: ada, id: "\(index)", at: StoreWorld.start.adding(seconds: Int64(index)))
        }
        try world.keep(of: ben, id: "1")
        try world.keep(.memory, of: ada, id: "1")
        try expectEqual(try world.recordIDs(of: ada), ["2", "1", "0"])
        try world.keep(
          of: ada, id: "1", body: "new", conversations: [team], sources: [one],
          at: StoreWorld.start.adding(seconds: 1))
        let stored = try require(try world.intelligence().record(.outputs, id: "1", of: ada))
        try expectEqual(String(decoding: stored.body, as: UTF8.self), "new")
        try expectEqual(stored.conversations, [team])
        try expectEqual(stored.sources, [one.id])
        try expectEqual(stored.createdAt, StoreWorld.start.adding(seconds: 1))
        try expect(try world.intelligence().record(.outputs, id: "2", of: ben) == nil, "another's record")
        let since = StoreWorld.start.adding(seconds: 1)
        try expectEqual(try world.intelligence().records(.outputs, of: ada, at: since, limit: 2).map(\.id), ["2", "1"])
        try world.perform(.intelligence(.record(.erase(user: ada, collection: .outputs, id: "1"))))
        try expectEqual(try world.recordIDs(of: ada), ["2", "0"])
        try world.perform(.intelligence(.record(.eraseAll(user: ada, collection: .outputs))))
        try expectEqual(try world.recordIDs(of: ada), [])
        try expectEqual(try world.recordIDs(.memory, of: ada), ["1"])
        try expectEqual(try world.recordIDs(of: ben), ["1"])
      },
      Case("what has expired is not listed, and is erased by the next cleaning") { world in
        let ada = try world.user()
        let end = StoreWorld.start.adding(seconds: 60)
        try world.keep(of: ada, id: "short", expiresAt: end)
        try world.keep(of: ada, id: "long")
        try expectEqual(Set(try world.recordIDs(of: ada, at: end.adding(milliseconds: -1))), ["short", "long"])
        try expectEqual(try world.recordIDs(of: ada, at: end), ["long"])
        try world.perform(.intelligence(.record(.eraseExpired)), at: end.adding(milliseconds: -1))
        try expect(try world.intelligence().record(.outputs, id: "short", of: ada) != nil, "erased too early")
        try world.perform(.intelligence(.record(.eraseExpired)), at: end)
        try expect(try world.intelligence().record(.outputs, id: "short", of: ada) == nil, "still there")
      },
      Case("ledgers are summed over all users, and for each; what came from the cache is no request") { world in
        let (ada, ben) = (try world.user(), try world.user())
        for (index, user) in [ada, ben, ada].enumerated() {
          let at = StoreWorld.start.adding(seconds: Int64(index))
          let entry = LedgerEntry(
            at: at, feature: "x", model: "m", place: "p", conversations: [], messagesSent: 1,
            inputTokens: 100 * (index + 1), outputTokens: 7, cost: 1, isCached: index == 2)
          try world.keep(.ledger, of: user, id: "\(index)", body: String(decoding: entry.json(), as: UTF8.self), at: at)
        }
        try expectEqual(try world.intelligence().tokensUsed(since: StoreWorld.start), 621)
        try expectEqual(try world.intelligence().tokensUsed(by: ada, since: StoreWorld.start), 414)
        try expectEqual(
          try world.intelligence().tokensUsed(by: ada, since: StoreWorld.start.adding(milliseconds: 1)), 307)
        try expectEqual(
          try world.intelligence().requestTimes(of: ada, since: StoreWorld.start, limit: 5), [StoreWorld.start])
        let later = StoreWorld.start.adding(seconds: 1)
        try expectEqual(try world.intelligence().requestTimes(of: ada, since: later, limit: 5), [])
        try expectEqual(try world.intelligence().requestTimes(of: ben, since: StoreWorld.start, limit: 5), [later])
        try expectEqual(try world.intelligence().requestTimes(of: ben, since: StoreWorld.start, limit: 0), [])
        try expectEqual(try world.intelligence().tokensUsed(since: StoreWorld.start.adding(seconds: 1)), 514)
        try world.expectRefusal(
          .invalid,
          .intelligence(
            .record(
              .put(
                PrivateRecord(user: ada, collection: .ledger, id: "x", body: [1], createdAt: StoreWorld.start)))))
      },
      Case("a record falls with any message that it cites, edited or deleted, and with no other") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let messages = try (0..<3).map { try world.post("\($0)", by: ada, in: team) }
        for user in [ada, ben] {
          try world.keep(of: user, id: "first two", sources: Array(messages[0...1]))
          try world.keep(.cache, of: user, id: "second", sources: [messages[1]])
          try world.keep(of: user, id: "third", sources: [messages[2]])
        }
        try world.perform(
          .message(.edit(asker: ada, conversation: team, id: messages[0].id, editID: world.id(), text: "new")))
        for user in [ada, ben] {
          try expectEqual(try world.recordIDs(of: user), ["third"])
          try expectEqual(try world.recordIDs(.cache, of: user), ["second"])
        }
        try world.perform(.message(.delete(asker: ada, conversation: team, id: messages[1].id)))
        for user in [ada, ben] {
          try expectEqual(try world.recordIDs(of: user), ["third"])
          try expectEqual(try world.recordIDs(.cache, of: user), [])
        }
      },
      Case("who loses a conversation loses their records of it, whether they leave, are removed or delete the account")
      {
        world in
        let (ada, ben, eve) = (try world.user(), try world.user(), try world.user())
        let (team, other) = (try world.group(ada, [ben, eve]), try world.group(ada, [ben, eve]))
        let one = try world.post("one", by: ada, in: team)
        for user in [ada, ben, eve] {
          try world.keep(of: user, id: "named", conversations: [team, other])
          try world.keep(of: user, id: "cited", sources: [one])
          try world.keep(of: user, id: "other", conversations: [other])
          try world.keep(.preferences, of: user, id: "preferences")
        }
        try world.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try expectEqual(try world.recordIDs(of: ben), ["other"])
        try expectEqual(Set(try world.recordIDs(of: ada)), ["named", "cited", "other"])
        try world.perform(.member(.remove(asker: eve, conversation: team, user: eve)))
        try expectEqual(try world.recordIDs(of: eve), ["other"])
        try world.perform(.account(.delete(user: ben)))
        try expectEqual(try world.recordIDs(of: ben), [])
        try expectEqual(try world.recordIDs(.preferences, of: ben), [])
        try expectEqual(try world.recordIDs(.preferences, of: eve), ["preferences"])
      },
      Case("what would outlive its sources is not kept") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let (team, left) = (try world.group(ada, [ben]), try world.group(ada, [ben]))
        let messages = try (0..<3).map { try world.post("\($0)", by: ada, in: team) }
        let far = try world.post("far", by: ada, in: left)
        try world.perform(.member(.remove(asker: ada, conversation: left, user: ben)))
        try world.perform(.message(.delete(asker: ada, conversation: team, id: messages[0].id)))
        try world.perform(
          .message(.edit(asker: ada, conversation: team, id: messages[1].id, editID: world.id(), text: "new")),
          at: StoreWorld.start.adding(seconds: 1))
        func refused(_ user: UserID, _ conversations: [ConversationID], _ sources: [MessageID]) throws {
          let record = PrivateRecord(
            user: user, collection: .outputs, id: "late", body: [1], conversations: conversations, sources: sources,
            createdAt: StoreWorld.start)
          try world.expectRefusal(.notFound, .intelligence(.record(.put(record))))
        }
        try refused(ben, [team], [messages[0].id])
        try refused(ben, [team], [messages[1].id])
        try refused(ben, [], [far.id])
        try refused(ben, [left], [])
        try refused(ben, [world.id()], [])
        try refused(ben, [], [world.id()])
        try refused(world.id(), [], [])
        try world.keep(of: ben, id: "good", conversations: [team], sources: [messages[2]])
        try world.keep(
          of: ben, id: "later", sources: [messages[1]], at: StoreWorld.start.adding(seconds: 1))
        try expectEqual(Set(try world.recordIDs(of: ben)), ["good", "later"])
      },
    ]
  }
}
