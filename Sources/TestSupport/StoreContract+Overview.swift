import Domain
import ServerCore
import WireProtocol

extension StoreContract {
  static var overviewCases: [Case] {
    [
      Case("groups are listed with what is counted of them, direct conversations are only counted") { fixture in
        let store = try require(fixture.store as? any OverviewStore, "overview store")
        let (ada, ben, cleo) = (try fixture.user(), try fixture.user(), try fixture.user())
        let groups = [
          try fixture.group(ada, [ben, cleo]), try fixture.group(ben, [cleo]), try fixture.group(cleo, [ada]),
        ]
        let direct = try fixture.direct(ada, ben)
        try fixture.post("one", by: ada, in: groups[0])
        let last = try fixture.post("two", by: ben, in: groups[0])
        try fixture.post("three", by: ben, in: direct)
        try fixture.perform(
          .intelligence(.insight(.setIntelligence(asker: ben, conversation: groups[1], isOn: false))))
        try fixture.perform(.account(.setDisabled(user: cleo, true)))
        let all = try store.conversationOverviews(after: nil, limit: 10)
        try expectEqual(all.map(\.id), groups)
        try expectEqual(all.map(\.members), [3, 2, 2])
        try expectEqual(all.map(\.messages), [2, 0, 0])
        try expectEqual(all.map(\.lastMessageAt), [last.createdAt, nil, nil])
        try expectEqual(all.map(\.isIntelligenceOn), [true, false, true])
        try expectEqual(try store.conversationOverviews(after: groups[0], limit: 1).map(\.id), [groups[1]])
        let totals = try store.totals()
        try expectEqual([totals.people, totals.disabled, totals.groups, totals.directConversations], [2, 1, 3, 1])
        try expectEqual(totals.messages, 3)
        try expectEqual(totals.fileBytes, 0)
      },
      Case("ledgers are added up by feature and model, and ratings by kind and model") { fixture in
        let store = try require(fixture.store as? any OverviewStore, "overview store")
        let (ada, ben) = (try fixture.user(), try fixture.user())
        func note(_ id: String, of user: UserID, _ model: String, cost: Int?, isCached: Bool = false, second: Int64)
          throws
        {
          let at = StoreFixture.start.adding(seconds: second)
          let entry = LedgerEntry(
            at: at, feature: "ask", model: model, place: "p", conversations: [], messagesSent: 4, inputTokens: 10,
            outputTokens: 2, cost: cost, isCached: isCached)
          let body = String(decoding: entry.json(), as: UTF8.self)
          try fixture.keep(model == "vectors" ? .indexing : .ledger, of: user, id: id, body: body, at: at)
        }
        try note("1", of: ada, "m", cost: 5, second: 1)
        try note("2", of: ben, "m", cost: 7, isCached: true, second: 2)
        try note("3", of: ben, "other", cost: 7, second: 2)
        try note("4", of: ben, "other", cost: nil, second: 3)
        try note("5", of: ben, "other", cost: nil, second: 3)
        try note("6", of: ben, "vectors", cost: 1, second: 3)
        let uses = try store.modelUses(since: StoreFixture.start)
        try expectEqual(uses.map(\.model), ["vectors", "other", "m"])
        try expectEqual(uses.map(\.requests), [4, 3, 2])
        try expectEqual(uses.map(\.cached), [0, 0, 1])
        try expectEqual(uses.map(\.inputTokens), [10, 30, 20])
        try expectEqual(uses.map(\.outputTokens), [2, 6, 4])
        try expectEqual(uses.map(\.cost), [1, nil, 12])
        let later = try store.modelUses(since: StoreFixture.start.adding(seconds: 2))
        try expectEqual(later.map(\.requests), [4, 3, 1])

        for (index, feedback) in [AIOutput.Feedback.helpful, .helpful, .unhelpful, nil].enumerated() {
          let output = AIOutput(
            id: fixture.id(), kind: .summary, conversation: nil, title: "", text: "", points: [],
            confidence: 1, reason: "", receipt: AIReceipt(model: "m", place: "p"), createdAt: StoreFixture.start,
            expiresAt: StoreFixture.start, feedback: feedback)
          try fixture.keep(
            of: index == 0 ? ada : ben, id: "\(index)", body: String(decoding: output.json(), as: UTF8.self),
            at: StoreFixture.start)
        }
        let rating = AIRating(kind: "summary", model: "m", helpful: 2, unhelpful: 1)
        try expectEqual(try store.ratings(since: StoreFixture.start), [rating])
        try expectEqual(try store.ratings(since: StoreFixture.start.adding(seconds: 1)), [])
      },
    ]
  }
}
