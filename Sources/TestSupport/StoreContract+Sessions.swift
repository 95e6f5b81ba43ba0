import Domain
import ServerCore

extension StoreContract {
  static var sessionCases: [Case] {
    [
      Case("refresh tokens work once, forgive a race for 30 s, and end the session when stolen") { world in
        let ada = try world.user()
        let session = try world.session(of: ada, token: [1])
        let start = StoreWorld.start
        try world.perform(.session(.rotateRefresh(presented: [1], successor: [2])), at: start)
        try world.perform(.session(.rotateRefresh(presented: [1], successor: [3])), at: start.adding(seconds: 30))
        try world.perform(.session(.rotateRefresh(presented: [3], successor: [4])), at: start.adding(seconds: 31))
        let stolen = try world.commit(
          .session(.rotateRefresh(presented: [1], successor: [5])), at: start.adding(seconds: 32))
        try world.expectRevoked(stolen, session)
        try expect(try world.store.activeSession(session) == nil, "still active")
        try world.expectRefusal(.sessionRevoked, .session(.rotateRefresh(presented: [4], successor: [6])))
        try world.expectRefusal(.unauthenticated, .session(.rotateRefresh(presented: [9], successor: [10])))
      },
      Case("a used token presented late, and an expired session, are revoked") { world in
        let ada = try world.user()
        let late = try world.session(of: ada, token: [1])
        try world.perform(.session(.rotateRefresh(presented: [1], successor: [2])))
        try world.expectRevoked(
          try world.commit(
            .session(.rotateRefresh(presented: [1], successor: [3])), at: StoreWorld.start.adding(milliseconds: 30_001)),
          late)
        let expired = try world.session(of: ada, token: [11])
        try world.expectRevoked(
          try world.commit(
            .session(.rotateRefresh(presented: [11], successor: [12])), at: StoreWorld.start.adding(seconds: 86_400)),
          expired)
      },
      Case("a session ends for its user only; a new password ends all others; disabling ends all") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let sessions = try (1...3).map { try world.session(of: ada, token: [UInt8($0)]) }
        try world.expectRefusal(.notFound, .session(.end(user: ben, session: sessions[0])))
        let ended = try world.commit(.session(.end(user: ada, session: sessions[0])))
        guard case .sessionsEnded([sessions[0]]) = ended.changes.first else {
          throw ContractViolation(description: "not announced")
        }
        try expectEqual(Set(try world.store.sessions(of: ada).map(\.id)), Set(sessions[1...]))
        let changed = try world.commit(.account(.setPassword(user: ada, hash: "new", keepSession: sessions[2])))
        guard case .sessionsEnded([sessions[1]]) = changed.changes.first else {
          throw ContractViolation(description: "not announced")
        }
        try expectEqual(try world.store.account(ada)?.passwordHash, "new")
        try expectEqual(try world.store.activeSession(sessions[2]), ada)
        try world.perform(.account(.setDisabled(user: ada, true)))
        try expect(try world.store.activeSession(sessions[2]) == nil, "still active")
        try expect(try world.store.sessions(of: ada).isEmpty, "sessions stay")
      },
    ]
  }
}

extension StoreWorld {
  fileprivate func session(of user: UserID, token: [UInt8]) throws -> SessionID {
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
