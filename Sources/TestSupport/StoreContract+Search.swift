import Domain
import ServerCore

extension StoreContract {
  static var searchCases: [Case] {
    [
      Case("search finds what was just committed, newest first, and follows edits and deletions") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let first = try fixture.post("the café is open", by: ada, in: team)
        try expectEqual(try fixture.search("cafe", ada), [first.id])
        let second = try fixture.post("another Cafeteria", by: ada, in: team)
        try expectEqual(try fixture.search("cafe", ada), [second.id, first.id])
        try expectEqual(try fixture.search("cafe open", ada), [first.id])
        for seen in [true, false] {
          let message = try fixture.post("alpha \(seen)", by: ada, in: team)
          if seen { try expectEqual(try fixture.search("alpha", ada), [message.id]) }
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: message.id, editID: fixture.id(), text: "omega")))
          try expectEqual(try fixture.search("alpha", ada), [])
          try expectEqual(try fixture.search("omega", ada), [message.id])
          try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
          try expectEqual(try fixture.search("omega", ada), [])
        }
        let unseen = try fixture.post("gamma", by: ada, in: team)
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: unseen.id)))
        try expectEqual(try fixture.search("gamma", ada), [])
      },
      Case("search matches whole words, phrases, senders, conversations and times") { fixture in
        let (ada, ben) = (try fixture.user("Ada Byron"), try fixture.user("Ben"))
        let (team, pair) = (try fixture.group(ada, [ben], name: "Engines"), try fixture.direct(ada, ben))
        let first = try fixture.post("deploy the server now", by: ada, in: team)
        let second = try fixture.delta(
          .message(.post(sender: ben, conversation: pair, id: fixture.id(), text: "server the deploy", replyTo: nil)),
          at: StoreFixture.start.adding(seconds: 60)
        ).messages[0]
        let cases: [(SearchQuery, [MessageID])] = [
          (SearchQuery(words: ["server", "deploy"]), [second.id, first.id]),
          (SearchQuery(words: ["serv", "deploy"]), []),
          (SearchQuery(phrases: ["the server"]), [first.id]),
          (SearchQuery(words: ["server"], from: ["byron"]), [first.id]),
          (SearchQuery(from: ["ben"]), [second.id]),
          (SearchQuery(conversations: ["engine"]), [first.id]),
          (SearchQuery(words: ["server"], conversations: ["ben"]), [second.id]),
          (SearchQuery(words: ["server"], before: StoreFixture.start.adding(seconds: 1)), [first.id]),
          (SearchQuery(words: ["server"], after: StoreFixture.start.adding(seconds: 1)), [second.id]),
          (SearchQuery(), []), (SearchQuery(words: ["\"", "*"]), []), (SearchQuery(words: ["NEAR(", "OR"]), []),
        ]
        for (query, expected) in cases {
          let found = try fixture.store.search(query, for: ada, limit: 9, before: nil).results
          try expectEqual(found.map(\.message.id), expected, "\(query)")
        }
        let snippet = try fixture.store.search(SearchQuery(words: ["now"]), for: ada, limit: 1, before: nil).results[0]
        try expectEqual(snippet.snippet, "deploy the server \u{2}now\u{3}")
        try expectEqual(snippet.conversation, team)
      },
      Case("pages of a search neither repeat nor miss a message") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        for index in 1...23 { try fixture.post("word \(index)", by: ada, in: team) }
        var found: [Int64] = []
        var cursor: String?
        repeat {
          let page = try fixture.store.search(SearchQuery(words: ["word"]), for: ada, limit: 5, before: cursor)
          found += page.results.map(\.message.seq)
          cursor = page.next
        } while cursor != nil
        try expectEqual(found, (1...23).reversed().map { Int64($0) })
      },
    ]
  }

  static var accessCases: [Case] {
    [
      Case("outsiders and former members get not found from every read, and find nothing") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        try fixture.post("canary", by: ada, in: team)
        try expectEqual(try fixture.search("canary", ben).count, 1)
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        for asker in [ben, eve, fixture.id()] {
          try fixture.expectNotFound("delta") {
            _ = try fixture.store.delta(of: .conversation(team), for: asker, fromRev: 1)
          }
          try fixture.expectNotFound("window") { _ = try fixture.window(team, asker) }
          try fixture.expectNotFound("page") {
            _ = try fixture.store.page(of: team, for: asker, before: 9, after: nil, limit: 9)
          }
          try fixture.expectNotFound("conversation") { _ = try fixture.store.conversation(team, for: asker) }
          try fixture.expectNotFound("members") { _ = try fixture.store.memberIDs(of: team, for: asker) }
          try expectEqual(try fixture.search("canary", asker), [])
          let filtered = SearchQuery(conversations: ["Team"])
          try expect(
            try fixture.store.search(filtered, for: asker, limit: 9, before: nil).results.isEmpty, "filter leaks")
          try expect(try fixture.store.contacts(of: asker, limit: 9).isEmpty, "contacts leak")
        }
        try fixture.expectNotFound("absent") { _ = try fixture.window(fixture.id(), ada) }
        try fixture.expectNotFound("private feed of nobody") {
          _ = try fixture.store.delta(of: .me, for: fixture.id(), fromRev: 0)
        }
      },
      Case("every role meets the access policy in every action") { fixture in try Self.checkRoles(fixture) },
    ]
  }

  private static func checkRoles(_ fixture: StoreFixture) throws {
    let (admin, member, former, outsider) = (
      try fixture.user(), try fixture.user(), try fixture.user(), try fixture.user()
    )
    for asker in [admin, member, former, outsider] {
      for action in ConversationAction.allCases {
        let other = try fixture.user()
        let group = try fixture.group(admin, [member, former, other])
        try fixture.perform(.member(.setRole(asker: admin, conversation: group, user: other, role: .admin)))
        try fixture.perform(.member(.remove(asker: admin, conversation: group, user: former)))
        let message = try fixture.post("x", by: other, in: group)
        guard let body = body(of: action, asker, group, other: other, message: message.id, fixture) else { continue }
        let role: Member.Role? = asker == admin ? .admin : asker == member ? .member : nil
        let decision = AccessPolicy.decide(action, AccessContext(kind: .group, role: role))
        switch (decision, try fixture.commit(body).result) {
        case (.allowed, .success): break
        case (.forbidden, .failure(let refusal)): try expectEqual(refusal.code, .forbidden, "\(action)")
        case (.hidden, .failure(let refusal)): try expectEqual(refusal, .notFound, "\(action)")
        case (_, let result): throw ContractViolation(description: "\(action) as \(role as Any): \(result)")
        }
      }
    }
  }

  /// The command of an action on a group and another's message; `nil` for actions that are not
  /// commands of one asker.
  private static func body(
    of action: ConversationAction, _ asker: UserID, _ group: ConversationID, other: UserID, message: MessageID,
    _ fixture: StoreFixture
  ) -> WriteCommand.Body? {
    switch action {
    case .read, .search, .type, .advanceWatermark, .askIntelligence: nil
    case .post: .message(.post(sender: asker, conversation: group, id: fixture.id(), text: "y", replyTo: nil))
    case .editMessage: .message(.edit(asker: asker, conversation: group, id: message, editID: fixture.id(), text: "y"))
    case .deleteMessage: .message(.delete(asker: asker, conversation: group, id: message))
    case .changeSettings:
      .member(.changeSettings(asker: asker, conversation: group, ConversationSettingsChange(pinned: true)))
    case .rename: .conversation(.update(asker: asker, conversation: group, name: "y", photo: nil))
    case .addMember: .member(.add(asker: asker, conversation: group, users: [other]))
    case .removeMember: .member(.remove(asker: asker, conversation: group, user: other))
    case .changeRole: .member(.setRole(asker: asker, conversation: group, user: other, role: .member))
    case .leave: .member(.remove(asker: asker, conversation: group, user: asker))
    case .changeInsight: marking(fixture.id(), by: asker, citing: [message], in: group)
    case .switchIntelligence: .intelligence(.insight(.setIntelligence(asker: asker, conversation: group, isOn: false)))
    }
  }
}
