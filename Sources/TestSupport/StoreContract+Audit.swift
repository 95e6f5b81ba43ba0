import Domain
import ServerCore

extension StoreContract {
  static var auditCases: [Case] {
    [
      Case("an act and its entry are committed together, and what changes nothing has none") { fixture in
        let store = try require(fixture.store as? any AuditStore, "audit store")
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let admin = AuditActor(.account(ada), address: AuditAddress("192.0.2.7", salt: [1, 2]))
        try fixture.perform(.account(.setDisabled(user: ben, true)), by: admin)
        let newest = try store.auditEntries(AuditFilter(), before: nil, limit: 1)
        try expectEqual(newest.map(\.kind), ["accountDisabled"])
        try expectEqual(newest.map(\.actor), ["account:\(ada)"])
        try expectEqual(newest.map(\.subject), ["account:\(ben)"])
        try expectEqual(newest.map(\.address), [admin.address])
        try expectEqual(newest.map(\.outcome), [AuditEntry.done])
        _ = try fixture.group(ada, [])
        try expectEqual(try store.auditEntries(AuditFilter(), before: nil, limit: 1), newest, "no act of an admin")
        try expectEqual(try chain(store), nil)
      },
      Case("what an admin is refused is told of, with the reason; what changes of it is nothing") { fixture in
        let store = try require(fixture.store as? any AuditStore, "audit store")
        let ada = try fixture.user("Ada")
        let body = WriteCommand.Body.account(.setWorkspaceRole(user: ada, .member))
        let outcome = try fixture.commit(body, by: AuditActor(.account(ada)))
        guard case .failure(let refusal) = outcome.result, refusal.code == .conflict else {
          throw ContractViolation(description: "the last admin")
        }
        try expectEqual(try store.auditEntries(AuditFilter(), before: nil, limit: 1).map(\.outcome), ["conflict"])
        try expectEqual(try fixture.store.account(ada)?.workspaceRole, .admin)
        try fixture.expectRefusal(.conflict, body)
        try expectEqual(
          try store.auditEntries(AuditFilter(kind: .roleChanged), before: nil, limit: 9).count, 1, "without an actor")
      },
      Case("entries are found by kind, by person and by time, newest first, a page at a time") { fixture in
        let store = try require(fixture.store as? any AuditStore, "audit store")
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let later = StoreFixture.start.adding(seconds: 60)
        try fixture.perform(.session(.endAll(user: ben)), by: AuditActor(.account(ada)))
        try fixture.perform(.account(.setDisabled(user: ben, true)), at: later, by: .commandLine)
        func kinds(_ filter: AuditFilter, before: Int64? = nil, limit: Int = 9) throws -> [String] {
          try store.auditEntries(filter, before: before, limit: limit).map(\.kind)
        }
        try expectEqual(try kinds(AuditFilter()), ["accountDisabled", "sessionsEnded", "accountMade", "accountMade"])
        try expectEqual(try kinds(AuditFilter(person: ada)), ["sessionsEnded", "accountMade"])
        try expectEqual(try kinds(AuditFilter(person: ben)), ["accountDisabled", "sessionsEnded", "accountMade"])
        try expectEqual(try kinds(AuditFilter(kind: .accountMade, person: ben)), ["accountMade"])
        try expectEqual(try kinds(AuditFilter(since: later)), ["accountDisabled"])
        try expectEqual(try kinds(AuditFilter(), before: 4, limit: 2), ["sessionsEnded", "accountMade"])
      },
      Case("old entries go, all but the newest, and the chain begins behind them") { fixture in
        let store = try require(fixture.store as? any AuditStore, "audit store")
        _ = try (0..<3).map { try fixture.user("Number \($0)") }
        let later = StoreFixture.start.adding(seconds: 60)
        try fixture.perform(.audit(.append(.backedUp)), at: later, by: .commandLine)
        try fixture.perform(.audit(.forget(before: StoreFixture.start)))
        try expectEqual(try store.auditEntries(AuditFilter(), before: nil, limit: 9).count, 4, "nothing is old")
        try fixture.perform(.audit(.forget(before: later)), at: later)
        try expectEqual(
          try store.auditEntries(AuditFilter(), before: nil, limit: 9).map(\.kind), ["entriesForgotten", "backedUp"])
        try expectEqual(try chain(store), nil)
        try fixture.perform(.audit(.forget(before: later.adding(seconds: 1))), at: later)
        let left = try store.auditEntries(AuditFilter(), before: nil, limit: 9)
        try expectEqual(left.map(\.kind), ["entriesForgotten", "entriesForgotten"])
        try expectEqual(left.map(\.number), [6, 5])
        try expectEqual(try chain(store), nil)
      },
      Case("whoever deletes their account leaves no address, and the chain fits still") { fixture in
        let store = try require(fixture.store as? any AuditStore, "audit store")
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        func from(_ identity: AuditActor.Identity, _ address: String) -> AuditActor {
          AuditActor(identity, address: AuditAddress(address, salt: [3]))
        }
        try fixture.perform(.session(.endAll(user: ada)), by: from(.account(ada), "192.0.2.1"))
        try fixture.perform(.audit(.append(.signInFailed(ben))), by: from(.nobody, "192.0.2.2"))
        try fixture.perform(.account(.delete(user: ben)), by: from(.account(ben), "192.0.2.3"))
        let entries = try store.auditEntries(AuditFilter(), before: nil, limit: 9)
        try expectEqual(entries.compactMap(\.address?.text), ["192.0.2.1"])
        try expectEqual(entries.compactMap(\.addressHash).count, 3)
        try expectEqual(entries.first?.kind, "accountDeleted")
        try expectEqual(try chain(store), nil)
      },
    ]
  }

  /// What is wrong with the log.
  private static func chain(_ store: any AuditStore) throws -> AuditBreak? {
    do {
      try store.readAuditLog { checkpoint, next in
        var chain = AuditChain(after: checkpoint)
        while let entry = try next() { try chain.take(entry) }
        try chain.finish()
      }
      return nil
    } catch let finding as AuditBreak {
      return finding
    }
  }
}
