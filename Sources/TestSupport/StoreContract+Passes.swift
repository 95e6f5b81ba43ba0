import Domain
import ServerCore

extension StoreContract {
  private static let minute: Int64 = 60

  static var passCases: [Case] {
    [
      Case("a conversation waits for a reading when it is quiet or much waits, once the pipeline is done with it") {
        fixture in
        let ada = try fixture.user()
        let (team, other) = (try fixture.group(ada, []), try fixture.group(ada, []))
        let now = StoreFixture.start.adding(seconds: minute)
        func waiting(at time: Timestamp, many: Int64 = 3, limit: Int = 9) throws -> [ConversationID] {
          let rule = PassRule(quietSince: time.adding(seconds: -minute), many: many)
          return try fixture.intelligence().waitingPasses(rule, at: time, limit: limit).map(\.conversation)
        }
        try expectEqual(try waiting(at: now), [], "nothing was said")
        let one = try fixture.post("one", by: ada, in: team)
        try expectEqual(try waiting(at: now), [], "the pipeline has not read it")
        try fixture.record(fixture.work(one, in: team))
        try expectEqual(try waiting(at: now), [team])
        try expectEqual(try waiting(at: now.adding(milliseconds: -1)), [], "not quiet")
        try expectEqual(try waiting(at: StoreFixture.start, many: 1), [team], "much waits")
        try fixture.record(fixture.work(try fixture.post("two", by: ada, in: other), in: other))
        try expectEqual(try waiting(at: now), [team, other])
        try expectEqual(try waiting(at: now, limit: 1), [team])
        let two = try fixture.delta(
          .message(.edit(asker: ada, conversation: team, id: one.id, editID: fixture.id(), text: "uno"))
        ).messages[0]
        try expectEqual(try waiting(at: now), [other], "an edit is worked on first")
        try fixture.perform(
          .intelligence(.pipeline(.postpone(one.id, conversation: team, reason: "broken", retryAt: nil))))
        try expectEqual(try waiting(at: now), [team, other], "the dead are waited for no longer")
        try fixture.record(fixture.work(two, in: team))
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: false))))
        try expectEqual(try waiting(at: now), [other])
        try fixture.expectNotFound("no conversation") {
          _ = try fixture.intelligence().passState(of: fixture.id())
        }
      },
      Case("a turn holds a conversation until it ends or its time is over, and is remembered with how far was read") {
        fixture in
        let ada = try fixture.user()
        let (team, other) = (try fixture.group(ada, []), try fixture.group(ada, []))
        for room in [team, other] {
          try fixture.record(fixture.work(try fixture.post("one", by: ada, in: room), in: room))
        }
        let now = StoreFixture.start.adding(seconds: minute)
        let end = now.adding(seconds: minute)
        func waiting(at time: Timestamp) throws -> [WaitingPass] {
          try fixture.intelligence().waitingPasses(PassRule(quietSince: time, many: 99), at: time, limit: 9)
        }
        func perform(_ command: PassCommand, at time: Timestamp = now) throws {
          try fixture.perform(.intelligence(.pass(command)), at: time)
        }
        let (mine, theirs) = (fixture.id() as PassLease, fixture.id() as PassLease)
        try perform(.begin(team, mine, until: end))
        try expectEqual(try waiting(at: now).map(\.conversation), [other])
        try fixture.expectRefusal(.conflict, .intelligence(.pass(.begin(team, theirs, until: end))), at: now)
        try perform(.skip(team, theirs, to: 1))
        try expectEqual(try fixture.intelligence().passState(of: team).lease, mine, "another's turn")
        try expectEqual(try waiting(at: end).map(\.conversation), [other, team], "whose turn was longest ago is first")
        try perform(.begin(team, theirs, until: end.adding(seconds: minute)), at: end)
        try perform(.fail(team, mine, wanting: 1, isCounted: true), at: end)
        try perform(.fail(team, theirs, wanting: 1, isCounted: true), at: end)
        let failed = try fixture.intelligence().passState(of: team)
        try expectEqual(failed.failures, 1)
        try expectEqual(failed.lease, nil)
        try expectEqual(try waiting(at: end).map(\.conversation), [other], "it waits before it tries again")
        try fixture.expectRefusal(.conflict, .intelligence(.pass(.begin(team, mine, until: end))), at: end)
        let again = failed.notBefore
        try expectEqual(try waiting(at: again).first { $0.conversation == team }?.state, failed)
        try perform(.begin(team, mine, until: again.adding(seconds: minute)), at: again)
        try perform(.skip(team, mine, to: 1), at: again)
        try expectEqual(try waiting(at: again).map(\.conversation), [other])
        let read = try fixture.intelligence().passState(of: team)
        try expectEqual(read.seq, 1)
        try expectEqual(read.failures, 0)
        try fixture.record(fixture.work(try fixture.post("two", by: ada, in: team), in: team))
        try expectEqual(try waiting(at: again).first { $0.conversation == team }?.lastSeq, 2)
        try fixture.expectRefusal(.notFound, .intelligence(.pass(.begin(fixture.id(), mine, until: end))), at: now)
      },
      Case("what a model made of messages is kept with how far it has read, in one go, and told to members") {
        fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let messages = try (1...3).map { try fixture.post("\($0)", by: ada, in: team) }
        for message in messages { try fixture.record(fixture.work(message, in: team)) }
        let (weak, none) = (fixture.found("weak", in: messages[0]), fixture.found("none", in: messages[1]))
        try fixture.record(fixture.work(messages[0], in: team, finds: [weak]))
        try fixture.record(fixture.work(messages[1], in: team, finds: [none]))
        let new = fixture.found("new", in: messages[2], kind: .decision, also: [messages[0]])
        let known = try fixture.window(team, ben)
        let lease = try fixture.beginPass(team)
        let work = fixture.passWork(
          lease, on: messages, in: team, seen: [weak, none],
          [
            .refined(weak.id, fixture.found("better", in: messages[0])), .denied(none.id, reason: "none"), .new(new),
          ], for: [ben, eve])
        let rows = try fixture.insights(of: fixture.commit(.intelligence(.pass(.keep(work)))))
        try expectEqual(Set(rows.map(\.rev)), [try require(known.toRev) + 1], "one revision")
        let window = try fixture.window(team, ben)
        let byID = Dictionary(window.insights.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        try expectEqual(byID[weak.id]?.text, "better")
        try expectEqual(byID[none.id]?.status, .dismissed)
        try expectEqual(byID[new.id]?.citations, [messages[2].id, messages[0].id])
        try expectEqual(try fixture.intelligence().passState(of: team).seq, 3)
        try expectEqual(try fixture.recordIDs(.verdicts, of: ben).count, 1)
        try expectEqual(try fixture.recordIDs(.verdicts, of: eve).count, 0, "not in the conversation")
        let again = try fixture.commit(.intelligence(.pass(.keep(work))))
        try expect(again.changes.isEmpty, "the turn has ended")
        try expectEqual(try fixture.window(team, ben), window)
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[0].id)))
        try expectEqual(try fixture.recordIDs(.verdicts, of: ben).count, 0, "it goes with its message")
        try expectEqual(
          try fixture.window(team, ben).insights.filter { $0.status != .withdrawn }.map(\.id), [none.id])
      },
      Case("when a message that a model was shown has changed, nothing of what it made is kept") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let messages = try (1...2).map { try fixture.post("\($0)", by: ada, in: team) }
        for message in messages { try fixture.record(fixture.work(message, in: team)) }
        for isDeleted in [false, true] {
          let now = try fixture.window(team, ada).messages
          let lease = try fixture.beginPass(team, at: StoreFixture.start.adding(seconds: isDeleted ? 999_999 : 0))
          let work = fixture.passWork(
            lease, on: now, in: team, seen: [], [.new(fixture.found("new", in: now[1]))], for: [ada])
          try fixture.perform(
            .message(
              isDeleted
                ? .delete(asker: ada, conversation: team, id: now[0].id)
                : .edit(asker: ada, conversation: team, id: now[0].id, editID: fixture.id(), text: "uno")))
          let outcome = try fixture.commit(.intelligence(.pass(.keep(work))))
          try expect(outcome.changes.isEmpty, "kept")
          let state = try fixture.intelligence().passState(of: team)
          try expectEqual(state.seq, 0, "it is read again")
          try expectEqual(state.lease, nil)
          try expectEqual(try fixture.recordIDs(.verdicts, of: ada).count, 0)
        }
      },
      Case("nothing is kept of a conversation whose AI was switched off meanwhile") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let message = try fixture.post("one", by: ada, in: team)
        try fixture.record(fixture.work(message, in: team))
        let lease = try fixture.beginPass(team)
        let work = fixture.passWork(
          lease, on: [message], in: team, seen: [], [.new(fixture.found("new", in: message))], for: [ada])
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: false))))
        let outcome = try fixture.commit(.intelligence(.pass(.keep(work))))
        try expect(outcome.changes.isEmpty, "kept")
        try expectEqual(try fixture.recordIDs(.verdicts, of: ada).count, 0)
        try expectEqual(try fixture.intelligence().passState(of: team).lease, nil)
      },
    ]
  }
}

extension StoreFixture {
  /// Begins a turn of ten minutes.
  fileprivate func beginPass(_ conversation: ConversationID, at time: Timestamp = StoreFixture.start) throws
    -> PassLease
  {
    let lease: PassLease = id()
    try perform(.intelligence(.pass(.begin(conversation, lease, until: time.adding(seconds: 600)))), at: time)
    return lease
  }

  /// What a model made of these messages, with something about the first one for each of `readers`.
  fileprivate func passWork(
    _ lease: PassLease, on messages: [Message], in conversation: ConversationID, seen: [Insight],
    _ findings: [PassWork.Finding], for readers: [UserID]
  ) -> PassWork {
    PassWork(
      conversation: conversation, lease: lease,
      shown: messages.map { MessageWork.Other(message: $0.id, rev: $0.rev) }, seen: Set(seen.map(\.id)),
      findings: findings,
      records: readers.map { reader in
        PrivateRecord(
          user: reader, collection: .verdicts, id: messages[0].id.description, body: [1], conversations: [conversation],
          sources: [messages[0].id], createdAt: StoreFixture.start)
      }, seq: messages.map(\.seq).max() ?? 0, model: "model-1")
  }
}
