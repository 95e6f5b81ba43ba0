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
      Case("search finds a message by the names and descriptions of its files, and says that it was they") { fixture in
        let (ada, ben, eve) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Eve"))
        let team = try fixture.group(ada, [ben])
        for seen in [true, false] {
          let sheet = try fixture.file("Budget_2026-Q3.final.xlsx", by: ada)
          let photo = try fixture.file("IMG_0001.jpg", by: ada)
          let message = try fixture.post(
            "for tomorrow", by: ada, in: team,
            attachments: [.init(id: sheet.id), .init(id: photo.id, alt: "A red kite")])
          if seen {
            for words in ["budget", "q3", "xlsx", "2026", "tomorrow budget", "kite", "img 0001", "budget kite"] {
              try expectEqual(try fixture.search(words, ben), [message.id], words)
              try expectEqual(try fixture.search(words, eve), [], "\(words) for an outsider")
            }
            try expectEqual(try fixture.search("udget", ben), [], "the middle of a word")
            let phrases = [("for tomorrow", 1), ("red kite", 1), ("tomorrow Budget", 0), ("final.xlsx", 1)]
            for (phrase, count) in phrases {
              let found = try fixture.store.search(SearchQuery(phrases: [phrase]), for: ben, limit: 9, before: nil)
              try expectEqual(found.results.count, count, phrase)
            }
            func found(_ words: String...) throws -> SearchResult {
              try fixture.store.search(SearchQuery(words: words), for: ben, limit: 1, before: nil).results[0]
            }
            let byName = try found("q3")
            try expectEqual(byName.snippet, "Budget_2026-\u{2}Q3\u{3}.final.xlsx")
            try expectEqual(byName.file, "Budget_2026-Q3.final.xlsx")
            let byDescription = try found("kite")
            try expectEqual(byDescription.snippet, "IMG_0001.jpg\nA red \u{2}kite\u{3}")
            try expectEqual(byDescription.file, "IMG_0001.jpg")
            let byBoth = try found("budget", "tomorrow")
            try expectEqual(byBoth.snippet, "for \u{2}tomorrow\u{3}")
            try expectEqual(byBoth.file, nil)
            let ranked = try fixture.intelligence().keywordMatches(SearchQuery(words: ["kite"]), for: ben, limit: 9)
            try expectEqual(ranked.map(\.message.id), [message.id])
            try expectEqual(ranked.map(\.snippet), ["IMG_0001.jpg\nA red \u{2}kite\u{3}"])
            try expectEqual(ranked.map(\.file), ["IMG_0001.jpg"])
          }
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: message.id, editID: fixture.id(), text: "later")))
          try expectEqual(try fixture.search("tomorrow", ben), [])
          try expectEqual(try fixture.search("later kite", ben), [message.id], "after an edit")
          try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
          for words in ["later", "budget", "kite", "q3"] {
            try expectEqual(try fixture.search(words, ben), [], "\(words) after the deletion")
          }
        }
      },
      Case("search finds a message by what stands in its files, until it is deleted") { fixture in
        let (ada, ben, eve) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Eve"))
        let team = try fixture.group(ada, [ben])
        for seen in [true, false] {
          let notes = try fixture.file("notes.txt", by: ada, kind: .file, text: "the canary sings at noon")
          let other = try fixture.file("list.txt", by: ada, kind: .file, text: "an owl")
          try expectEqual(try fixture.search("canary", ada), [], "before it is sent")
          let message = try fixture.post(
            "see", by: ada, in: team, attachments: [.init(id: other.id), .init(id: notes.id, alt: "Birds")])
          if seen { try expectEqual(try fixture.search("see", ben), [message.id]) }
          for words in ["canary", "sings canary", "notes canary", "birds noon", "owl"] {
            try expectEqual(try fixture.search(words, ben), [message.id], words)
          }
          // All words stand in one place: in the message with its files' names, or in one of them.
          for words in ["see canary", "owl canary", "anary"] {
            try expectEqual(try fixture.search(words, ben), [], words)
          }
          try expectEqual(try fixture.search("canary", eve), [], "an outsider")
          func found(_ query: SearchQuery) throws -> [SearchResult] {
            try fixture.store.search(query, for: ben, limit: 9, before: nil).results
          }
          let results = try found(SearchQuery(words: ["sings"]))
          try expectEqual(results.map(\.message), [message])
          try expectEqual(results.map(\.snippet), ["notes.txt\nBirds\nthe canary \u{2}sings\u{3} at noon"])
          try expectEqual(results.map(\.file), ["notes.txt"])
          try expectEqual(try found(SearchQuery(phrases: ["canary sings"])).map(\.file), ["notes.txt"])
          try expectEqual(try found(SearchQuery(phrases: ["sings canary"])).count, 0)
          try expectEqual(try found(SearchQuery(words: ["canary"], kinds: [.file])).count, 1)
          try expectEqual(try found(SearchQuery(words: ["canary"], kinds: [.image])).count, 0)
          let ranked = try fixture.intelligence().keywordMatches(
            SearchQuery(words: ["canary", "song"]), for: ben, limit: 9)
          try expectEqual(ranked.map(\.message.id), [message.id])
          try expectEqual(ranked.map(\.file), ["notes.txt"])
          try expectEqual(ranked.map(\.snippet), ["notes.txt\nBirds\nthe \u{2}canary\u{3} sings at noon"])
          let passage = FilePassage(file: "notes.txt", text: "notes.txt\nBirds\nthe canary sings at noon")
          try expectEqual(ranked.map(\.passage), [passage])
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: message.id, editID: fixture.id(), text: "look")))
          try expectEqual(try fixture.search("canary", ben), [message.id], "after an edit")
          try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
          for words in ["canary", "owl"] { try expectEqual(try fixture.search(words, ben), [], "after the deletion") }
        }
      },
      Case("of several files the passage is of the one that says most of what is looked for") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let texts = ["red once and nothing else", "the red kite, red as the kite of May", "a kite"]
        let files = try texts.map { try fixture.file("f.txt", by: ada, kind: .file, text: $0) }
        try fixture.post("red kite", by: ada, in: team, attachments: files.map { .init(id: $0.id) })
        try fixture.post("nothing here", by: ada, in: team)
        let ranked = try fixture.intelligence().keywordMatches(
          SearchQuery(words: ["red", "kite"]), for: ada, limit: 9)
        try expectEqual(ranked.map(\.passage?.text), ["f.txt\nthe red kite, red as the kite of May"])
        try expectEqual(ranked.map(\.file), [nil], "its own text has the words")
      },
      Case("what stands in files is found page by page with what messages say, newest first") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let names = (1...3).map { "n\($0).txt" }
        var expected: [MessageID] = []
        for number in 0..<12 {
          let files =
            try number % 3 == 0
            ? []
            : names.map {
              try fixture.file($0, by: ada, kind: .file, text: "all about kites")
            }
          let text = number % 2 == 0 ? "kites fly" : "look"
          let message = try fixture.post(text, by: ada, in: team, attachments: files.map { .init(id: $0.id) })
          if number % 2 == 0 || !files.isEmpty { expected.insert(message.id, at: 0) }
        }
        var found: [MessageID] = []
        var next: String?
        repeat {
          let page = try fixture.store.search(SearchQuery(words: ["kites"]), for: ben, limit: 2, before: next)
          try expectEqual(page.results.count <= 2, true)
          found += page.results.map(\.message.id)
          next = page.next
        } while next != nil
        try expectEqual(found, expected)
        let ranked = try fixture.intelligence().keywordMatches(SearchQuery(words: ["kites"]), for: ben, limit: 99)
        try expectEqual(Set(ranked.map(\.message.id)), Set(expected))
        try expectEqual(ranked.count, expected.count, "each once")
      },
      Case("search finds messages by the kinds of their files, alone and with words") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        func post(_ text: String, _ kinds: [Attachment.Kind]) throws -> MessageID {
          let files = try kinds.map { try fixture.file("\($0).x", by: ada, kind: $0) }
          return try fixture.post(text, by: ada, in: team, attachments: files.map { .init(id: $0.id) }).id
        }
        let image = try post("launch", [.image])
        try fixture.post("launch without", by: ada, in: team)
        let both = try post("", [.file, .image, .image])
        let voice = try post("launch", [.voice])
        let gone = try post("launch", [.image])
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: gone)))
        let cases: [(SearchQuery, [MessageID])] = [
          (SearchQuery(kinds: [.image]), [both, image]), (SearchQuery(kinds: [.file]), [both]),
          (SearchQuery(kinds: [.voice]), [voice]), (SearchQuery(kinds: [.image, .file]), [both]),
          (SearchQuery(words: ["launch"], kinds: [.image]), [image]),
          (SearchQuery(words: ["launch"], kinds: [.file]), []),
          (SearchQuery(from: ["nobody"], kinds: [.image]), []),
        ]
        for (query, expected) in cases {
          let found = try fixture.store.search(query, for: ada, limit: 9, before: nil).results
          try expectEqual(found.map(\.message.id), expected, "\(query)")
          try expectEqual(
            try fixture.intelligence().keywordMatches(query, for: ada, limit: 9).map(\.message.id), expected,
            "\(query) ranked")
        }
        let first = try fixture.store.search(SearchQuery(kinds: [.image]), for: ada, limit: 1, before: nil)
        let next = try fixture.store.search(SearchQuery(kinds: [.image]), for: ada, limit: 1, before: first.next)
        try expectEqual((first.results + next.results).map(\.message.id), [both, image])
        try expectEqual(next.next, nil)
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
