import Domain
import ServerCore

extension StoreContract {
  static var priorityCases: [Case] { pipelineMarkCases + endedMarkCases + reviewCases }

  private static var pipelineMarkCases: [Case] {
    [
      Case("a mark that the pipeline makes is a row of its reader's private feed alone, once") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("The site is down!", by: ben, in: team)
        let before = try require(fixture.me(ada).toRev, "rev")
        let outcome = try fixture.mark(message, in: team, for: [ada: "It is down."])
        guard case .delta(let delta, let audience)? = outcome.changes.first, outcome.changes.count == 1 else {
          throw ContractViolation(description: "not one change")
        }
        try expectEqual(audience, [ada])
        try expectEqual([delta.fromRev, delta.toRev], [before, before + 1])
        let row = try require(fixture.me(ada).priorities.first, "row")
        try expectEqual(delta.priorities, [row])
        try expectEqual([row.rev, row.seq], [before + 1, message.seq])
        try expectEqual(row.reason, "It is down.")
        try expectEqual(row.message, message.id)
        try expectEqual(row.conversation, team)
        try expectEqual(try fixture.me(ada, after: before).priorities, [row])
        try expect(try fixture.me(ada, after: row.rev).priorities.isEmpty, "again")
        try expect(try fixture.me(ben).priorities.isEmpty, "another's")
        try expectEqual(try fixture.intelligence().marks(of: ada), [row])
        let again = try fixture.mark(message, in: team, for: [ada: "It is down."])
        try expect(again.changes.isEmpty, "a repeat changes something")
        let other = try fixture.mark(message, in: team, for: [ada: "It is still down."])
        try expectEqual(other.changes.count, 1, "another reason")
        try expectEqual(try fixture.me(ada).priorities.map(\.reason), ["It is still down."])
      },
      Case("a message that is not urgent any more leaves a tombstone, which no window has") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("The site is down!", by: ben, in: team)
        try fixture.mark(message, in: team, for: [ada: "It is down."])
        let rev = try require(fixture.me(ada).toRev, "rev")
        try fixture.mark(message, in: team, for: [:])
        let tombstone = try require(fixture.me(ada, after: rev).priorities.first, "tombstone")
        try expect(tombstone.reason == nil, "no tombstone")
        try expect(try fixture.me(ada).priorities.isEmpty, "in a window")
        try expect(try fixture.intelligence().marks(of: ada).isEmpty, "among marks")
        let unlooked = fixture.work(message, in: team)
        try fixture.mark(message, in: team, for: [ada: "Again."])
        try fixture.record(unlooked)
        try expectEqual(try fixture.me(ada).priorities.map(\.reason), ["Again."], "nobody looked")
      },
      Case("a deleted message ends the reminder and the mark of it under one revision of their user's feed") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("The site is down!", by: ben, in: team)
        try fixture.mark(message, in: team, for: [ada: "It is down."])
        try fixture.perform(
          .intelligence(.reminder(.add(user: ada, fixture.reminder(.message(message.id, in: team))))))
        let before = try require(fixture.me(ada).toRev, "rev")
        let outcome = try fixture.commit(.message(.delete(asker: ben, conversation: team, id: message.id)))
        let own = outcome.changes.compactMap { change -> FeedDelta? in
          guard case .delta(let delta, _) = change, delta.feed == .me else { return nil }
          return delta
        }
        try expectEqual(own.map { [$0.fromRev, $0.toRev] }, [[before, before + 1]])
        try expectEqual(own.flatMap(\.reminders).map(\.state), [.over])
        try expectEqual(own.flatMap(\.priorities).map(\.reason), [nil])
        let after = try fixture.me(ada, after: before)
        try expectEqual([after.reminders.count, after.priorities.count], [1, 1])
      },
      Case("nobody is marked who is not there, has come later, or of a message that has changed") { fixture in
        let (ada, ben, cleo) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Cleo"))
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("The site is down!", by: ben, in: team)
        try fixture.mark(message, in: team, for: [cleo: "x"])
        try expect(try fixture.me(cleo).priorities.isEmpty, "a stranger")
        try fixture.perform(.member(.add(asker: ada, conversation: team, users: [cleo])))
        try fixture.mark(message, in: team, for: [cleo: "x"])
        try expect(try fixture.me(cleo).priorities.isEmpty, "who came later")
        let edit = MessageCommand.edit(
          asker: ben, conversation: team, id: message.id, editID: fixture.id(), text: "All is well.")
        try fixture.perform(.message(edit))
        try fixture.mark(message, in: team, for: [ada: "x"])
        try expect(try fixture.me(ada).priorities.isEmpty, "of the former text")
      },
      Case("only the newest marks are kept, and what is over is forgotten without a word") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let most = Rules.Priorities.mostMarks
        for index in 0...most {
          let message = try fixture.post("\(index)", by: ben, in: team)
          try fixture.mark(message, in: team, for: [ada: "\(index)"], seconds: Int64(10 + index))
        }
        let kept = try fixture.me(ada).priorities
        try expectEqual(kept.count, most)
        try expect(!kept.contains { $0.reason == "0" }, "the oldest stays")
        let late = try fixture.post("late", by: ben, in: team)
        let after = StoreFixture.start.adding(seconds: 1_000)
        let before = try require(fixture.me(ada).toRev, "rev")
        try fixture.mark(late, in: team, for: [ada: "late"], seconds: 2_000, at: after)
        try expectEqual(try fixture.me(ada).priorities.map(\.reason), ["late"])
        try expectEqual(
          try fixture.me(ada, after: before).priorities.map(\.reason), ["late"], "nothing is told")
      },
    ]
  }

  private static var endedMarkCases: [Case] {
    [
      Case("a mark goes with its words, its reader's place, the intelligence there, and its account") { fixture in
        let users = try ["Ada", "Ben", "Cleo"].map { try fixture.user($0) }
        let (ada, ben, cleo) = (users[0], users[1], users[2])
        let team = try fixture.group(ada, [ben, cleo])
        let messages = try ["one", "two", "three"].map { try fixture.post($0, by: ada, in: team) }
        for message in messages { try fixture.mark(message, in: team, for: [ben: "b", cleo: "c"]) }
        func seqs(_ user: UserID) throws -> [Int64] {
          try fixture.me(user).priorities.map(\.seq).sorted()
        }
        let rev = try require(fixture.me(cleo).toRev, "rev")
        let edit = MessageCommand.edit(
          asker: ada, conversation: team, id: messages[0].id, editID: fixture.id(), text: "four")
        let outcome = try fixture.commit(.message(edit))
        let told = outcome.changes.compactMap { change -> UserID? in
          guard case .delta(let delta, let audience) = change, delta.feed == .me else { return nil }
          return audience.first
        }
        try expectEqual(Set(told), [ben, cleo])
        try expectEqual(try seqs(cleo), [2, 3])
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[1].id)))
        try expectEqual(try seqs(cleo), [3])
        let tombstones = try fixture.me(cleo, after: rev).priorities
        try expectEqual(tombstones.map(\.seq), [1, 2])
        try expect(tombstones.allSatisfy { $0.reason == nil }, "a word is left")
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try expectEqual(try seqs(ben), [], "who has left")
        try expectEqual(try seqs(cleo), [3], "who stays")
        try fixture.insightSwitch(off: team, by: ada)
        try expectEqual(try seqs(cleo), [], "switched off")
        let other = try fixture.group(ada, [cleo])
        let last = try fixture.post("last", by: ada, in: other)
        try fixture.mark(last, in: other, for: [cleo: "c"])
        try fixture.perform(.account(.delete(user: cleo)))
        try expect(try fixture.intelligence().marks(of: cleo).isEmpty, "of an account that is gone")
      },
      Case("a mark in a model's words goes when what the model has said goes, and no other") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let messages = try ["one", "two", "three"].map { try fixture.post($0, by: ben, in: team) }
        try fixture.keep(
          .verdicts, of: ada, id: messages[1].id.description, conversations: [team],
          sources: [messages[0], messages[1]])
        try fixture.mark(messages[1], in: team, for: [ada: "model"], isByModel: true)
        try fixture.mark(messages[2], in: team, for: [ada: "own"])
        let edit = MessageCommand.edit(
          asker: ben, conversation: team, id: messages[0].id, editID: fixture.id(), text: "four")
        try fixture.perform(.message(edit))
        try expectEqual(try fixture.me(ada).priorities.map(\.reason), ["own"])
      },
    ]
  }

  private static var reviewCases: [Case] {
    [
      Case("a review is due when a wish, a word, a task, or time asks for it, and ends with what it found") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        try fixture.endReviews()
        let message = try fixture.post("The site is down!", by: ben, in: team)
        try fixture.keep(.outputs, of: ada)
        try expectEqual(try fixture.dueReaders(), [], "an output asks for none")
        for collection in PrivateRecord.Collection.allCases where collection.isOfPriority {
          try fixture.keep(collection, of: ada, id: "preferences", body: "{}")
          try expectEqual(try fixture.dueReaders(), [ada], collection.rawValue)
          try fixture.endReviews()
        }
        try fixture.perform(.account(.updateProfile(user: ben, ProfileChange(name: "Benedict"))))
        try expectEqual(try fixture.dueReaders(), [ben], "another name")
        try fixture.endReviews()
        try fixture.record(fixture.work(message, in: team, finds: [fixture.found("Mend it", in: message)]))
        try expectEqual(try fixture.dueReaders(), [ben], "the owner of a task")
        try fixture.endReviews()
        let later = StoreFixture.start.adding(seconds: 60)
        try fixture.mark(message, in: team, for: [ada: "It is down."], reviewAt: later)
        try expectEqual(try fixture.dueReaders(), [], "before its time")
        try expectEqual(try fixture.dueReaders(at: later), [ada])
        try expect(try fixture.intelligence().dueReviews(at: later, limit: 0).isEmpty, "beyond the limit")
        let review = try require(fixture.intelligence().dueReviews(at: later, limit: 9).first, "review")
        let next = later.adding(seconds: 60)
        let finding = fixture.finding(message, in: team, for: ada, nil, reviewAt: next)
        try fixture.perform(.intelligence(.priority(.review(review, [finding]))), at: later)
        try expect(try fixture.me(ada).priorities.isEmpty, "what the review found")
        try expectEqual(try fixture.dueReaders(at: later), [])
        try expectEqual(try fixture.dueReaders(at: next), [ada])
      },
      Case("a review that was overtaken keeps what it found, and is due once more; nobody is reviewed for another") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        try fixture.endReviews()
        let message = try fixture.post("The site is down!", by: ben, in: team)
        try fixture.keep(.preferences, of: ada, id: "preferences", body: "{}")
        let review = try require(fixture.intelligence().dueReviews(at: StoreFixture.start, limit: 9).first, "review")
        try fixture.keep(.preferences, of: ada, id: "preferences", body: "{}")
        let findings = [
          fixture.finding(message, in: team, for: ada, "It is down."),
          fixture.finding(message, in: team, for: ben, "It is down."),
        ]
        try fixture.perform(.intelligence(.priority(.review(review, findings))))
        try expectEqual(try fixture.me(ada).priorities.map(\.reason), ["It is down."])
        try expect(try fixture.me(ben).priorities.isEmpty, "somebody else's finding")
        try expectEqual(try fixture.dueReaders(), [ada], "overtaken")
        try fixture.perform(.account(.setDisabled(user: ben, true)))
        try fixture.keep(.preferences, of: ben, id: "preferences", body: "{}")
        try expectEqual(try fixture.dueReaders(), [ada], "of a disabled account")
      },
    ]
  }
}

extension StoreFixture {
  fileprivate func finding(
    _ message: Message, in conversation: ConversationID, for reader: UserID, _ reason: String?,
    isByModel: Bool = false, seconds: Int64 = 1_000, reviewAt: Timestamp? = nil
  ) -> PriorityFinding {
    let mark = PriorityMark(
      message: message.id, conversation: conversation, seq: message.seq, reason: reason, isByModel: isByModel,
      until: Self.start.adding(seconds: seconds))
    return PriorityFinding(reader: reader, messageRev: message.rev, mark: mark, reviewAt: reviewAt)
  }

  /// The pipeline has found the message urgent for these readers, and for nobody else.
  @discardableResult
  fileprivate func mark(
    _ message: Message, in conversation: ConversationID, for reasons: [UserID: String], isByModel: Bool = false,
    seconds: Int64 = 1_000, reviewAt: Timestamp? = nil, at time: Timestamp = StoreFixture.start
  ) throws -> CommitOutcome {
    let findings = reasons.map { reader, reason in
      finding(
        message, in: conversation, for: reader, reason, isByModel: isByModel, seconds: seconds, reviewAt: reviewAt)
    }
    let work = MessageWork(
      conversation: conversation, message: message.id, rev: message.rev, embedding: nil, embedder: nil,
      signals: Self.signals, insights: [], priorities: findings)
    return try commit(.intelligence(.pipeline(.record([work]))), at: time)
  }

  fileprivate func insightSwitch(off conversation: ConversationID, by asker: UserID) throws {
    try perform(
      .intelligence(.insight(.setIntelligence(asker: asker, conversation: conversation, isOn: false))))
  }

  fileprivate func dueReaders(at time: Timestamp = StoreFixture.start) throws -> [UserID] {
    drain()
    return try intelligence().dueReviews(at: time, limit: 9).map(\.reader)
  }

  fileprivate func endReviews() throws {
    drain()
    for review in try intelligence().dueReviews(at: Self.start, limit: 99) {
      try perform(.intelligence(.priority(.review(review, []))))
    }
  }
}
