import Domain
import ServerCore

extension StoreContract {
  static var intelligenceReadCases: [Case] {
    [
      Case("outlines are the asker's present conversations, and their version changes when somebody comes or goes") {
        fixture in
        let (ada, ben, eve) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Eve"))
        let (team, pair) = (try fixture.group(ada, [ben]), try fixture.direct(ada, ben))
        try fixture.post("one", by: ben, in: team)
        try fixture.perform(
          .member(.changeSettings(asker: ada, conversation: team, ConversationSettingsChange(pinned: true))))
        let outlines = try fixture.intelligence().outlines(for: ada)
        try expectEqual(Set(outlines.map(\.conversation.id)), [team, pair])
        let outline = try fixture.intelligence().outline(of: team, for: ada)
        let window = try fixture.window(team, ada)
        try expectEqual(outline.conversation, window.conversation)
        try expectEqual(outline.members, window.members)
        try expectEqual(outline.mine.user, ada)
        try expectEqual(outline.settings?.pinned, true)
        try expectEqual(try fixture.intelligence().outline(of: team, for: ben).settings, nil)
        try expectEqual([outline.rev, outline.lastSeq], [try require(window.toRev), 1])
        try expect(outline.isIntelligenceOn, "off")
        func version() throws -> Int64 { try fixture.intelligence().outline(of: team, for: ada).membershipVersion }
        var seen = [try version()]
        try fixture.post("two", by: ada, in: team)
        try fixture.perform(.member(.setRole(asker: ada, conversation: team, user: ben, role: .admin)))
        try expectEqual(try version(), seen[0])
        try fixture.perform(.member(.add(asker: ada, conversation: team, users: [eve])))
        seen.append(try version())
        try fixture.perform(.member(.remove(asker: ben, conversation: team, user: ben)))
        seen.append(try version())
        try fixture.perform(.account(.delete(user: eve)))
        seen.append(try version())
        try expectEqual(Set(seen).count, 4)
        try expectEqual(try fixture.intelligence().outlines(for: ben).map(\.conversation.id), [pair])
        try expectEqual(try fixture.intelligence().outline(of: team, for: ada).members.map(\.user), [ada])
      },
      Case("a transcript is the newest of a range, oldest first, without tombstones and not before a time") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        var messages: [Message] = []
        for index in 1...10 {
          let body = WriteCommand.Body.message(
            .post(
              sender: ada, conversation: team, id: fixture.id(), text: "\(index)", replyTo: nil))
          messages.append(try fixture.delta(body, at: StoreFixture.start.adding(seconds: Int64(index))).messages[0])
        }
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[4].id)))
        func seqs(_ from: Int64, _ to: Int64, _ since: Int64? = nil, limit: Int = 100) throws -> [Int64] {
          try fixture.intelligence().transcript(
            of: team, for: ada, from: from, to: to, since: since.map { StoreFixture.start.adding(seconds: $0) },
            limit: limit
          ).map(\.message.seq)
        }
        try expectEqual(try seqs(1, 100), [1, 2, 3, 4, 6, 7, 8, 9, 10])
        try expectEqual(try seqs(4, 7), [4, 6, 7])
        try expectEqual(try seqs(1, 10, 8), [8, 9, 10])
        try expectEqual(try seqs(1, 10, limit: 2), [9, 10])
        let places = [(team, Int64(3)), (team, 5), (team, 11), (team, 0), (fixture.id(), 1)]
        let read = try fixture.intelligence().messages(at: places.map { (conversation: $0.0, seq: $0.1) }, for: ada)
        try expectEqual(read.map(\.message), [messages[2]])
        try expectEqual(read.map(\.conversation), [team])
      },
      Case("keywords match any word and all phrases, best first; without words the newest that pass the filters") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let (team, other) = (try fixture.group(ada, [ben], name: "Launch"), try fixture.group(ada, [], name: "Private"))
        let both = try fixture.post("budget and rocket", by: ada, in: team)
        let one = try fixture.post("the rocket is on the pad, which is far away from here", by: ben, in: team)
        try fixture.post("nothing of this", by: ben, in: team)
        let hidden = try fixture.post("rocket budget", by: ada, in: other)
        func ids(_ query: SearchQuery, _ asker: UserID) throws -> [MessageID] {
          try fixture.intelligence().keywordMatches(query, for: asker, limit: 10).map(\.message.id)
        }
        try expectEqual(try ids(SearchQuery(words: ["budget", "rocket"]), ben), [both.id, one.id])
        let matches = try fixture.intelligence().keywordMatches(
          SearchQuery(words: ["budget", "rocket"]), for: ben, limit: 10)
        try expect(matches[0].keywordScore > matches[1].keywordScore, "scores")
        try expect(matches[1].snippet?.contains("\u{2}rocket\u{3}") ?? false, "snippet")
        try expectEqual(try ids(SearchQuery(words: ["budget"], phrases: ["the rocket"]), ben), [])
        try expectEqual(try ids(SearchQuery(words: ["pad"], phrases: ["the rocket"]), ben), [one.id])
        try expectEqual(try ids(SearchQuery(words: ["rocket"], from: ["ben"]), ada), [one.id])
        try expectEqual(try ids(SearchQuery(words: ["rocket"], conversations: ["priv"]), ada), [hidden.id])
        try expectEqual(try ids(SearchQuery(words: ["rocket"], conversations: ["priv"]), ben), [])
        try expectEqual(try ids(SearchQuery(from: ["ada"]), ada), [hidden.id, both.id])
        try expectEqual(try ids(SearchQuery(words: ["?!"]), ada), [])
        let found = try fixture.intelligence().conversations(matching: SearchQuery(conversations: ["laun"]), for: ada)
        try expectEqual(found, [team])
        try expectEqual(
          Set(try fixture.intelligence().conversations(matching: SearchQuery(), for: ada)), [team, other])
        try expectEqual(
          try fixture.intelligence().conversations(matching: SearchQuery(conversations: ["priv"]), for: ben), [])
      },
      Case("a rare word is found among messages that all have the common ones, and common ones alone find the newest") {
        fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let rare = try fixture.post("the launch of the zeppelin", by: ada, in: team)
        for index in 1...2_100 {
          fixture.submit(
            .message(
              .post(sender: ada, conversation: team, id: fixture.id(), text: "the launch \(index)", replyTo: nil)))
        }
        fixture.drain()
        let query = SearchQuery(words: ["the", "launch", "zeppelin"])
        let found = try fixture.intelligence().keywordMatches(query, for: ada, limit: 5)
        try expectEqual(found.first?.message.id, rare.id)
        let common = try fixture.intelligence().keywordMatches(
          SearchQuery(words: ["the", "launch"]), for: ada, limit: 5)
        try expectEqual(common.count, 5)
      },
      Case("incoming messages are others' readable ones, newest first, as a naive recount says") { fixture in
        var random = SeededGenerator(seed: 5)
        let users = try (0..<3).map { _ in try fixture.user() }
        let rooms = [
          try fixture.group(users[0], [users[1]]), try fixture.group(users[1], [users[0], users[2]]),
          try fixture.direct(users[0], users[2]), try fixture.group(users[1], [users[2]]),
        ]
        for step in 0..<60 {
          let room = rooms[Int.random(in: 0..<4, using: &random)]
          let body = WriteCommand.Body.message(
            .post(
              sender: users[Int.random(in: 0..<3, using: &random)], conversation: room, id: fixture.id(),
              text: "\(step)", replyTo: nil))
          _ = try fixture.commit(body, at: StoreFixture.start.adding(seconds: Int64(step)))
        }
        try fixture.perform(
          .member(.advanceWatermarks(conversation: rooms[0], [WatermarkChange(user: users[0], read: 5)])))
        try fixture.perform(
          .intelligence(.insight(.setIntelligence(asker: users[0], conversation: rooms[2], isOn: false))))
        for (unreadOnly, since, limit) in [(false, 0, 100), (true, 0, 100), (false, 30, 100), (true, 20, 7)] {
          let time = StoreFixture.start.adding(seconds: Int64(since))
          let read = try fixture.intelligence().incoming(
            for: users[0], unreadOnly: unreadOnly, since: time, limit: limit)
          let expected = try Self.naiveIncoming(fixture, users[0], Array(rooms[0...1]), unreadOnly, time)
          try expectEqual(read.map(\.message), Array(expected.prefix(limit)))
        }
      },
      Case("insights are filtered by kind, status, owner, place, words and time, newest first") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, []))
        var rows: [Insight] = []
        for (index, room) in [team, team, other].enumerated() {
          let at = StoreFixture.start.adding(seconds: Int64(index))
          let body = WriteCommand.Body.message(
            .post(
              sender: ada, conversation: room, id: fixture.id(), text: "\(index)", replyTo: nil))
          let message = try fixture.delta(body, at: at).messages[0]
          let insight = fixture.found("Café \(index)", in: message, kind: index == 1 ? .decision : .actionItem)
          rows += try fixture.record(fixture.work(message, in: room, finds: [insight]), at: at)
        }
        try fixture.perform(
          .intelligence(
            .insight(.change(asker: ada, conversation: team, id: rows[0].id, InsightChange(status: .done, owner: ben))))
        )
        func indexes(_ filter: InsightFilter, _ asker: UserID) throws -> [Int?] {
          let found = try fixture.intelligence().insights(filter, for: asker)
          try expect(found.allSatisfy { $0.conversation == team || $0.conversation == other }, "place")
          return found.map { item in rows.firstIndex { $0.id == item.id } }
        }
        try expectEqual(try indexes(InsightFilter(), ada), [2, 1, 0])
        try expectEqual(try indexes(InsightFilter(), ben), [1, 0])
        try expectEqual(try indexes(InsightFilter(kind: .actionItem), ada), [2, 0])
        try expectEqual(try indexes(InsightFilter(statuses: [.done]), ada), [0])
        try expectEqual(try indexes(InsightFilter(statuses: []), ada), [])
        try expectEqual(try indexes(InsightFilter(conversation: team), ada), [1, 0])
        try expectEqual(try indexes(InsightFilter(owner: ben), ada), [0])
        try expectEqual(try indexes(InsightFilter(query: "cafe launch"), ada), [2, 1, 0])
        try expectEqual(try indexes(InsightFilter(query: "cafe 2"), ada), [2])
        try expectEqual(try indexes(InsightFilter(after: StoreFixture.start.adding(seconds: 1)), ada), [2, 1])
        try expectEqual(try indexes(InsightFilter(before: StoreFixture.start.adding(seconds: 1)), ada), [0])
        try expectEqual(try indexes(InsightFilter(limit: 2), ada), [2, 1])
        try fixture.expectNotFound("another's conversation") {
          _ = try fixture.intelligence().insights(InsightFilter(conversation: other), for: ben)
        }
      },
      Case("no read shows anything of a conversation to outsiders and former members") { fixture in
        let (ada, ben, eve) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Eve"))
        let team = try fixture.group(ada, [ben])
        let one = try fixture.post("rocket", by: ada, in: team)
        let row = try require(
          try fixture.record(fixture.work(one, in: team, finds: [fixture.found("task", in: one)])).first)
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        let store = try fixture.intelligence()
        for asker in [ben, eve, fixture.id()] {
          try expectEqual(try store.outlines(for: asker).count, 0)
          try fixture.expectNotFound("outline") { _ = try store.outline(of: team, for: asker) }
          try fixture.expectNotFound("transcript") {
            _ = try store.transcript(of: team, for: asker, from: 1, to: 9, since: nil, limit: 9)
          }
          try expectEqual(try store.messages(at: [(conversation: team, seq: 1)], for: asker).count, 0)
          try expectEqual(try store.messages([one.id], for: asker).count, 0)
          for query in [SearchQuery(words: ["rocket"]), SearchQuery(from: ["ada"]), SearchQuery()] {
            try expectEqual(try store.keywordMatches(query, for: asker, limit: 9).count, 0)
            try expectEqual(try store.conversations(matching: query, for: asker).count, 0)
          }
          try expectEqual(
            try store.incoming(for: asker, unreadOnly: false, since: StoreFixture.start, limit: 9).count, 0)
          try expectEqual(try store.insights(InsightFilter(), for: asker).count, 0)
          try fixture.expectNotFound("insights") {
            _ = try store.insights(InsightFilter(conversation: team), for: asker)
          }
          try fixture.expectNotFound("insight") { _ = try store.insight(row.id, in: team, for: asker) }
        }
        try expectEqual(try store.messages([one.id], for: ada).count, 1)
      },
    ]
  }

  private static func naiveIncoming(
    _ fixture: StoreFixture, _ asker: UserID, _ rooms: [ConversationID], _ unreadOnly: Bool, _ since: Timestamp
  ) throws -> [Message] {
    var all: [Message] = []
    for room in rooms {
      let window = try fixture.window(room, asker)
      guard let me = window.members.first(where: { $0.user == asker }) else { continue }
      all += window.messages.filter {
        $0.sender != asker && $0.createdAt >= since && (!unreadOnly || $0.seq > max(me.readSeq, me.joinSeq))
      }
    }
    return all.sorted { $0.createdAt > $1.createdAt }
  }
}
