import Domain
import ServerCore

extension StoreContract {
  static var searchCases: [Case] {
    [
      Case("search finds what was just committed, newest first, and follows edits and deletions") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let first = try world.post("the café is open", by: ada, in: team)
        try expectEqual(try world.search("cafe", ada), [first.id])
        let second = try world.post("another Cafeteria", by: ada, in: team)
        try expectEqual(try world.search("cafe", ada), [second.id, first.id])
        try expectEqual(try world.search("cafe open", ada), [first.id])
        for seen in [true, false] {
          let message = try world.post("alpha \(seen)", by: ada, in: team)
          if seen { try expectEqual(try world.search("alpha", ada), [message.id]) }
          try world.perform(
            .message(.edit(asker: ada, conversation: team, id: message.id, editID: world.id(), text: "omega")))
          try expectEqual(try world.search("alpha", ada), [])
          try expectEqual(try world.search("omega", ada), [message.id])
          try world.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
          try expectEqual(try world.search("omega", ada), [])
        }
        let unseen = try world.post("gamma", by: ada, in: team)
        try world.perform(.message(.delete(asker: ada, conversation: team, id: unseen.id)))
        try expectEqual(try world.search("gamma", ada), [])
      },
      Case("search matches whole words, phrases, senders, conversations and times") { world in
        let (ada, ben) = (try world.user("Ada Byron"), try world.user("Ben"))
        let (team, pair) = (try world.group(ada, [ben], name: "Engines"), try world.direct(ada, ben))
        let first = try world.post("deploy the server now", by: ada, in: team)
        let second = try world.delta(
          .message(.post(sender: ben, conversation: pair, id: world.id(), text: "server the deploy", replyTo: nil)),
          at: StoreWorld.start.adding(seconds: 60)
        ).messages[0]
        let cases: [(SearchQuery, [MessageID])] = [
          (SearchQuery(words: ["server", "deploy"]), [second.id, first.id]),
          (SearchQuery(words: ["serv", "deploy"]), []),
          (SearchQuery(phrases: ["the server"]), [first.id]),
          (SearchQuery(words: ["server"], from: ["byron"]), [first.id]),
          (SearchQuery(from: ["ben"]), [second.id]),
          (SearchQuery(conversations: ["engine"]), [first.id]),
          (SearchQuery(words: ["server"], conversations: ["ben"]), [second.id]),
          (SearchQuery(words: ["server"], before: StoreWorld.start.adding(seconds: 1)), [first.id]),
          (SearchQuery(words: ["server"], after: StoreWorld.start.adding(seconds: 1)), [second.id]),
          (SearchQuery(), []), (SearchQuery(words: ["\"", "*"]), []), (SearchQuery(words: ["NEAR(", "OR"]), []),
        ]
        for (query, expected) in cases {
          let found = try world.store.search(query, for: ada, limit: 9, before: nil).results
          try expectEqual(found.map(\.message.id), expected, "\(query)")
        }
        let snippet = try world.store.search(SearchQuery(words: ["now"]), for: ada, limit: 1, before: nil).results[0]
        try expectEqual(snippet.snippet, "deploy the server \u{2}now\u{3}")
        try expectEqual(snippet.conversation, team)
      },
      Case("pages of a search neither repeat nor miss a message") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        for index in 1...23 { try world.post("word \(index)", by: ada, in: team) }
        var found: [Int64] = []
        var cursor: String?
        repeat {
          let page = try world.store.search(SearchQuery(words: ["word"]), for: ada, limit: 5, before: cursor)
          found += page.results.map(\.message.seq)
          cursor = page.next
        } while cursor != nil
        try expectEqual(found, (1...23).reversed().map { Int64($0) })
      },
    ]
  }

  static var accessCases: [Case] {
    [
      Case("outsiders and former members get not found from every read, and find nothing") { world in
        let (ada, ben, eve) = (try world.user(), try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        try world.post("canary", by: ada, in: team)
        try expectEqual(try world.search("canary", ben).count, 1)
        try world.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        for asker in [ben, eve, world.id()] {
          try world.expectNotFound("delta") {
            _ = try world.store.delta(of: .conversation(team), for: asker, fromRev: 1)
          }
          try world.expectNotFound("window") { _ = try world.window(team, asker) }
          try world.expectNotFound("page") {
            _ = try world.store.page(of: team, for: asker, before: 9, after: nil, limit: 9)
          }
          try world.expectNotFound("conversation") { _ = try world.store.conversation(team, for: asker) }
          try world.expectNotFound("members") { _ = try world.store.memberIDs(of: team, for: asker) }
          try expectEqual(try world.search("canary", asker), [])
          let filtered = SearchQuery(conversations: ["Team"])
          try expect(
            try world.store.search(filtered, for: asker, limit: 9, before: nil).results.isEmpty, "filter leaks")
          try expect(try world.store.contacts(of: asker, limit: 9).isEmpty, "contacts leak")
        }
        try world.expectNotFound("absent") { _ = try world.window(world.id(), ada) }
        try world.expectNotFound("private feed of nobody") {
          _ = try world.store.delta(of: .me, for: world.id(), fromRev: 0)
        }
      },
      Case("every role meets the access policy in every action") { world in try Self.checkRoles(world) },
    ]
  }

  private static func checkRoles(_ world: StoreWorld) throws {
    let (admin, member, former, outsider) = (try world.user(), try world.user(), try world.user(), try world.user())
    for asker in [admin, member, former, outsider] {
      for action in ConversationAction.allCases {
        let other = try world.user()
        let group = try world.group(admin, [member, former, other])
        try world.perform(.member(.setRole(asker: admin, conversation: group, user: other, role: .admin)))
        try world.perform(.member(.remove(asker: admin, conversation: group, user: former)))
        let message = try world.post("x", by: other, in: group)
        guard let body = body(of: action, asker, group, other: other, message: message.id, world) else { continue }
        let role: Member.Role? = asker == admin ? .admin : asker == member ? .member : nil
        let decision = AccessPolicy.decide(action, Standing(kind: .group, role: role))
        switch (decision, try world.commit(body).result) {
        case (.allowed, .success): break
        case (.forbidden, .failure(let refusal)): try expectEqual(refusal.code, .forbidden, "\(action)")
        case (.hidden, .failure(let refusal)): try expectEqual(refusal, .notFound, "\(action)")
        case (_, let result): throw ContractViolation(description: "\(action) as \(role as Any): \(result)")
        }
      }
    }
  }

  /// The command of an action on a group and another's message; `nil` for actions that are not commands of one asker.
  private static func body(
    of action: ConversationAction, _ asker: UserID, _ group: ConversationID, other: UserID, message: MessageID,
    _ world: StoreWorld
  ) -> WriteCommand.Body? {
    switch action {
    case .read, .search, .type, .advanceWatermark, .askIntelligence: nil
    case .post: .message(.post(sender: asker, conversation: group, id: world.id(), text: "y", replyTo: nil))
    case .editMessage: .message(.edit(asker: asker, conversation: group, id: message, editID: world.id(), text: "y"))
    case .deleteMessage: .message(.delete(asker: asker, conversation: group, id: message))
    case .changeSettings:
      .member(.changeSettings(asker: asker, conversation: group, ConversationSettingsChange(pinned: true)))
    case .rename: .conversation(.update(asker: asker, conversation: group, name: "y", photo: nil))
    case .addMember: .member(.add(asker: asker, conversation: group, users: [other]))
    case .removeMember: .member(.remove(asker: asker, conversation: group, user: other))
    case .changeRole: .member(.setRole(asker: asker, conversation: group, user: other, role: .member))
    case .leave: .member(.remove(asker: asker, conversation: group, user: asker))
    case .changeInsight: marking(world.id(), by: asker, citing: [message], in: group)
    case .switchIntelligence: .intelligence(.insight(.setIntelligence(asker: asker, conversation: group, isOn: false)))
    }
  }
}
