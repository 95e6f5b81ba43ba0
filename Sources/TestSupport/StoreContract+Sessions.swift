import Domain
import ServerCore

extension StoreContract {
  static var sessionCases: [Case] {
    [
      Case("refresh tokens work once, forgive a race for 30 s, and end the session when stolen") { fixture in
        let ada = try fixture.user()
        let session = try fixture.session(of: ada, token: [1])
        let start = StoreFixture.start
        try fixture.perform(.session(.rotateRefresh(presented: [1], successor: [2])), at: start)
        try fixture.perform(.session(.rotateRefresh(presented: [1], successor: [3])), at: start.adding(seconds: 30))
        try fixture.perform(.session(.rotateRefresh(presented: [3], successor: [4])), at: start.adding(seconds: 31))
        let stolen = try fixture.commit(
          .session(.rotateRefresh(presented: [1], successor: [5])), at: start.adding(seconds: 32))
        try fixture.expectRevoked(stolen, session)
        try expect(try fixture.store.activeSession(session) == nil, "still active")
        try fixture.expectRefusal(.sessionRevoked, .session(.rotateRefresh(presented: [4], successor: [6])))
        try fixture.expectRefusal(.unauthenticated, .session(.rotateRefresh(presented: [9], successor: [10])))
      },
      Case("a race of refreshes leaves one successor, which may come several times") { fixture in
        let session = try fixture.session(of: try fixture.user(), token: [1])
        let start = StoreFixture.start
        for seconds in [0, 1, 30] {
          try fixture.perform(
            .session(.rotateRefresh(presented: [1], successor: [2])), at: start.adding(seconds: Int64(seconds)))
        }
        try fixture.expectRefusal(
          .conflict, .session(.rotateRefresh(presented: [2], successor: [1])), at: start.adding(seconds: 40))
        try fixture.perform(.session(.rotateRefresh(presented: [2], successor: [3])), at: start.adding(seconds: 40))
        try fixture.perform(.session(.rotateRefresh(presented: [2], successor: [3])), at: start.adding(seconds: 41))
        let stolen = try fixture.commit(
          .session(.rotateRefresh(presented: [2], successor: [3])), at: start.adding(seconds: 71))
        try fixture.expectRevoked(stolen, session)
        try fixture.expectRefusal(.sessionRevoked, .session(.rotateRefresh(presented: [3], successor: [4])))
      },
      Case("feeds of several users and several sessions are read at once, as one by one") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let sessions = try [ada, ada, ben].enumerated().map { try fixture.session(of: $1, token: [UInt8($0)]) }
        let team = try fixture.group(ada, [ben])
        _ = try fixture.group(ada, [])
        try fixture.post("hi", by: ada, in: team)
        try fixture.perform(.session(.end(user: ada, session: sessions[1])))
        let revs = try fixture.store.feedRevs(of: [ben, ada, fixture.id()])
        try expectEqual(revs, [ada: try fixture.store.feedRevs(of: ada), ben: try fixture.store.feedRevs(of: ben)])
        try expectEqual(revs[ada]?.count, 3)
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try expectEqual(try fixture.store.feedRevs(of: [ben])[ben].map { Set($0.keys) }, [.me])
        try expect(try fixture.store.feedRevs(of: [UserID]()).isEmpty, "feeds of nobody")
        try expectEqual(
          try fixture.store.activeSessions(among: sessions + [fixture.id()]), [sessions[0], sessions[2]])
      },
      Case("a used token presented late, and an expired session, are revoked") { fixture in
        let ada = try fixture.user()
        let late = try fixture.session(of: ada, token: [1])
        try fixture.perform(.session(.rotateRefresh(presented: [1], successor: [2])))
        try fixture.expectRevoked(
          try fixture.commit(
            .session(.rotateRefresh(presented: [1], successor: [3])),
            at: StoreFixture.start.adding(milliseconds: 30_001)),
          late)
        let expired = try fixture.session(of: ada, token: [11])
        try fixture.expectRevoked(
          try fixture.commit(
            .session(.rotateRefresh(presented: [11], successor: [12])), at: StoreFixture.start.adding(seconds: 86_400)),
          expired)
      },
      Case("a session ends for its user only; a new password ends all others; disabling ends all") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let sessions = try (1...3).map { try fixture.session(of: ada, token: [UInt8($0)]) }
        try fixture.expectRefusal(.notFound, .session(.end(user: ben, session: sessions[0])))
        let ended = try fixture.commit(.session(.end(user: ada, session: sessions[0])))
        guard case .sessionsEnded([sessions[0]]) = ended.changes.first else {
          throw ContractViolation(description: "not announced")
        }
        try expectEqual(Set(try fixture.store.sessions(of: ada).map(\.id)), Set(sessions[1...]))
        let changed = try fixture.commit(.account(.setPassword(user: ada, hash: "new", keepSession: sessions[2])))
        guard case .sessionsEnded([sessions[1]]) = changed.changes.first else {
          throw ContractViolation(description: "not announced")
        }
        try expectEqual(try fixture.store.account(ada)?.passwordHash, "new")
        try expectEqual(try fixture.store.activeSession(sessions[2]), ada)
        let cleo = try fixture.user("Cleo")
        try fixture.expectRefusal(.conflict, .account(.setDisabled(user: ada, true)))
        try fixture.expectRefusal(.conflict, .account(.setWorkspaceRole(user: ada, .member)))
        try fixture.perform(.account(.setWorkspaceRole(user: cleo, .admin)))
        try fixture.perform(.account(.setDisabled(user: ada, true)))
        try fixture.expectRefusal(.conflict, .account(.setWorkspaceRole(user: cleo, .member)))
        try expect(try fixture.store.activeSession(sessions[2]) == nil, "still active")
        try expect(try fixture.store.sessions(of: ada).isEmpty, "sessions stay")
      },
    ]
  }
}

extension StoreFixture {
  package func session(of user: UserID, token: [UInt8]) throws -> SessionID {
    let session = DeviceSession(id: id(), device: "Test", createdAt: Self.start, lastSeenAt: Self.start)
    try perform(
      .session(
        .create(
          user: user, session: session, refreshHash: token, expiresAt: Self.start.adding(seconds: 86_400))))
    return session.id
  }

  fileprivate func expectRevoked(_ outcome: CommitOutcome, _ session: SessionID) throws {
    guard case .failure(let refusal) = outcome.result, refusal.code == .sessionRevoked,
      case .sessionsEnded([session]) = outcome.changes.first
    else { throw ContractViolation(description: "the session was not revoked: \(outcome)") }
  }
}
