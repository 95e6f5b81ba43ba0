import Domain
import ServerCore

extension StoreContract {
  static var pushCases: [Case] {
    [
      Case("devices of members are candidates for what comes after the first of them, but not its sender's") {
        fixture in
        let (ada, ben, eve) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Eve"))
        let team = try fixture.group(ada, [ben])
        try fixture.post("before", by: ada, in: team)
        let (first, second) = (try fixture.session(of: ben, token: [1]), try fixture.session(of: ben, token: [2]))
        for (user, token) in [(ada, UInt8(3)), (eve, 4)] {
          try fixture.subscribe(user, try fixture.session(of: user, token: [token]), "of \(user)")
        }
        let push = try fixture.push()
        try expectEqual(try push.pushMark(), .after(1))
        try fixture.subscribe(ben, first, "one")
        try fixture.subscribe(ben, second, "two")
        let message = try fixture.post("after", by: ada, in: team)
        let found = try push.pushCandidates(after: push.pushMark(), limit: 10)
        try expectEqual(found.candidates.map(\.session), [first, second])
        try expect(found.candidates.allSatisfy { $0.user == ben && $0.sender == ada && $0.seq == message.seq }, "whose")
        try expectEqual(found.through, .after(2))
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
        let left = try push.pushCandidates(after: push.pushMark(), limit: 10)
        try expect(left.candidates.isEmpty && left.through == .after(2), "a deleted message has none")
      },
      Case("candidates come in pieces, none twice and none left out") { fixture in
        let ada = try fixture.user("Ada")
        let others = try (0..<3).map { try fixture.user("U\($0)") }
        let team = try fixture.group(ada, others)
        for (index, user) in others.enumerated() {
          try fixture.subscribe(user, try fixture.session(of: user, token: [UInt8(index + 1)]), "a\(index)")
        }
        for text in ["one", "two"] { try fixture.post(text, by: ada, in: team) }
        var mark = try fixture.push().pushMark()
        var seen: [String] = []
        while true {
          let found = try fixture.push().pushCandidates(after: mark, limit: 2)
          if found.through == mark { break }
          seen += found.candidates.map { "\($0.text) \($0.user)" }
          mark = found.through
        }
        try expectEqual(seen, ["one", "two"].flatMap { text in others.map { "\(text) \($0)" } })
      },
      Case("of one message and one device there is one attempt, urgent ones come first, and each has one outcome") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        try fixture.subscribe(ben, try fixture.session(of: ben, token: [1]), "one")
        for text in ["one", "two"] { try fixture.post(text, by: ada, in: team) }
        let push = try fixture.push()
        let found = try push.pushCandidates(after: push.pushMark(), limit: 10).candidates
        let ids: [PushAttemptID] = [fixture.id(), fixture.id(), fixture.id()]
        try fixture.perform(
          .push(
            .plan(
              [
                fixture.planned(ids[0], found[0]), fixture.planned(ids[1], found[1], isUrgent: true),
                fixture.planned(ids[2], found[0]),
              ], through: .after(2))))
        let start = StoreFixture.start
        try expectEqual(try push.duePushes(by: .web, at: start, limit: 10).map(\.id), [ids[1], ids[0]])
        try expect(try push.duePushes(by: .apns, at: start, limit: 10).isEmpty, "another service's")
        try expect(try push.duePushes(by: .web, at: start.adding(seconds: -1), limit: 10).isEmpty, "before its time")
        try fixture.perform(.push(.start([ids[0]])))
        try expectEqual(try push.duePushes(by: .web, at: start, limit: 10).map(\.id), [ids[1]])
        try fixture.settle(ids[0], .postponed(until: start.adding(seconds: 2)))
        let later = try push.duePushes(by: .web, at: start.adding(seconds: 2), limit: 10)
        try expectEqual(later.map(\.id), [ids[1], ids[0]])
        try expectEqual(later.map(\.failures), [0, 1])
        try fixture.settle(ids[0], .finished(.accepted))
        try fixture.settle(ids[0], .finished(.rejected))
        try expectEqual(
          try push.pushTallies(since: start),
          [
            PushTally(service: .web, outcome: nil, count: 1), PushTally(service: .web, outcome: .accepted, count: 1),
          ])
        try fixture.perform(.push(.forget(before: start.adding(seconds: 1))))
        try expect(try push.pushAttempt(ids[0]) == nil, "forgotten")
      },
      Case("what was being sent when the server stopped is interrupted, and nothing else is") { fixture in
        let (attempts, _) = try fixture.twoAttempts()
        try fixture.perform(.push(.start([attempts[0]])))
        try fixture.perform(.push(.interrupt))
        try expectEqual(
          try fixture.push().duePushes(by: .web, at: .init(milliseconds: .max), limit: 9).map(\.id), [attempts[1]])
        try expectEqual(
          try fixture.push().pushTallies(since: StoreFixture.start).compactMap(\.outcome), [.interrupted])
      },
      Case("a device goes with its session, with its user, when its service says so, and to who signs in there next") {
        fixture in
        let push = try fixture.push()
        let (attempts, session) = try fixture.twoAttempts()
        try fixture.settle(attempts[0], .finished(.gone))
        try expect(try push.pushService(of: session) == nil, "still there")
        try expectEqual(try push.pushTallies(since: StoreFixture.start).compactMap(\.outcome), [.gone, .signedOut])
        try expect(try push.pushAttempt(attempts[1])?.device == nil, "a device")

        let (dan, eve) = (try fixture.user("Dan"), try fixture.user("Eve"))
        let (one, other) = (try fixture.session(of: dan, token: [11]), try fixture.session(of: eve, token: [12]))
        try fixture.subscribe(dan, one, "shared")
        try fixture.subscribe(eve, other, "shared", .apns)
        try expect(try push.pushService(of: one) == nil, "the former's")
        try expectEqual(try push.pushService(of: other), .apns)
        try fixture.expectRefusal(
          .sessionRevoked, .push(.subscribe(user: dan, session: other, PushDevice(service: .web, address: "x"))))
        try fixture.perform(.push(.unsubscribe(session: other)))
        try expect(try !push.hasPushDevices(), "a device is left")
        try fixture.subscribe(dan, one, "again")
        try fixture.perform(.session(.end(user: dan, session: one)))
        try expect(try !push.hasPushDevices(), "of a session that has ended")
        try fixture.subscribe(eve, other, "again")
        try fixture.perform(.push(.forget(before: StoreFixture.start)), at: StoreFixture.start.adding(seconds: 86_401))
        try expect(try !push.hasPushDevices(), "of a session that has expired")
        try fixture.subscribe(eve, other, "again")
        try fixture.perform(.account(.delete(user: eve)))
        try expect(try !push.hasPushDevices(), "of a user who is gone")
      },
      Case("an attempt says how its reader stands to the message now; the badge leaves out what is muted") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let (team, quiet) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        try fixture.subscribe(ben, try fixture.session(of: ben, token: [1]), "one")
        let message = try fixture.post("hello", by: ada, in: team)
        try fixture.post("own", by: ben, in: team)
        try fixture.post("noise", by: ada, in: quiet)
        let push = try fixture.push()
        let found = try push.pushCandidates(after: push.pushMark(), limit: 10).candidates
        let id: PushAttemptID = fixture.id()
        try fixture.perform(.push(.plan([fixture.planned(id, found[0])], through: .after(3))))
        func standing() throws -> PushStanding? { try push.pushAttempt(id)?.standing }
        try expectEqual(
          try standing(), PushStanding(isMember: true, isDeleted: false, isRead: false, settings: nil), "at first")
        try expectEqual(try push.badge(of: ben, at: StoreFixture.start), 2)
        let until = StoreFixture.start.adding(seconds: 60)
        let change = ConversationSettingsChange(muted: true, mutedUntil: until)
        try fixture.perform(.member(.changeSettings(asker: ben, conversation: quiet, change)))
        try expectEqual(try push.badge(of: ben, at: StoreFixture.start), 1)
        try expectEqual(try push.badge(of: ben, at: until), 2)
        try fixture.perform(
          .member(.advanceWatermarks(conversation: team, [WatermarkChange(user: ben, read: message.seq)])))
        try expectEqual(try standing()?.isRead, true)
        try expectEqual(try push.badge(of: ben, at: StoreFixture.start), 0)
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
        try expectEqual(try standing()?.isDeleted, true)
        try fixture.perform(.member(.remove(asker: ben, conversation: team, user: ben)))
        try expectEqual(try standing()?.isMember, false)
      },
    ]
  }
}

extension StoreFixture {
  package func push() throws -> any PushStore { try require(store as? any PushStore, "push store") }

  package func subscribe(
    _ user: UserID, _ session: SessionID, _ address: String, _ service: PushService = .web
  ) throws {
    try perform(.push(.subscribe(user: user, session: session, PushDevice(service: service, address: address))))
  }

  func planned(_ id: PushAttemptID, _ candidate: PushCandidate, isUrgent: Bool = false) -> PlannedPush {
    PlannedPush(
      id: id, ordinal: candidate.ordinal, device: candidate.device, isUrgent: isUrgent, dueAt: StoreFixture.start)
  }

  func settle(_ id: PushAttemptID, _ end: PushSettlement.End) throws {
    try perform(.push(.settle([PushSettlement(id: id, end: end)])))
  }

  /// Of two messages, for one device.
  func twoAttempts() throws -> (attempts: [PushAttemptID], session: SessionID) {
    let (ada, ben) = (try user("Ada"), try user("Ben"))
    let team = try group(ada, [ben])
    let session = try session(of: ben, token: [77])
    try subscribe(ben, session, "of Ben")
    for text in ["one", "two"] { try post(text, by: ada, in: team) }
    let found = try push().pushCandidates(after: push().pushMark(), limit: 10).candidates
    let planned = found.map { self.planned(id(), $0) }
    try perform(.push(.plan(planned, through: .after(2))))
    return (planned.map(\.id), session)
  }
}
