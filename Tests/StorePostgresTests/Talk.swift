import Domain
import ServerCore
import TestSupport

/// A small workspace with something of each kind, and what clients and the server's own work see of
/// it.
struct Talk {
  private let ada: UserID
  private let ben: UserID
  private let team: ConversationID
  private let sessions: [SessionID]

  init(_ fixture: StoreFixture) throws {
    (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
    let eve = try fixture.user("Eve")
    team = try fixture.group(ada, [ben, eve])
    sessions = try [ada, ben].enumerated().map { try fixture.session(of: $1, token: [UInt8($0 + 1)]) }
    try fixture.subscribe(ben, sessions[1], "phone")
    let first = try fixture.post("the canary sings", by: ada, in: team)
    try fixture.post("Grüße e\u{301} 👩‍💻", by: ben, in: team, replyTo: first.id)
    try fixture.workOff()
    let edited = try fixture.post("tomorow", by: ada, in: team)
    try fixture.delta(
      .message(.edit(asker: ada, conversation: team, id: edited.id, editID: fixture.id(), text: "tomorrow")))
    let deleted = try fixture.post("never mind", by: ben, in: team)
    try fixture.delta(.message(.delete(asker: ben, conversation: team, id: deleted.id)))
    let file = try fixture.file("plan.txt", by: ada, kind: .file, text: "nightingale in the garden")
    try fixture.post("see the plan", by: ada, in: team, attachments: [.init(id: file.id, alt: "starling")])
    let image = try fixture.file("harbour.png", by: ada, digest: "d")
    try fixture.post("", by: ada, in: team, attachments: [.init(id: image.id, alt: "heron")])
    _ = try fixture.file("later.txt", by: ben, digest: "e", kind: .file, text: "wren")
    let promise = try fixture.post("I'll send the report", by: ben, in: try fixture.direct(ada, ben))
    try fixture.record(
      fixture.work(promise, in: fixture.direct(ada, ben), finds: [fixture.found("send the report", in: promise)]))
    for number in 0..<130 { try fixture.post("line \(number)", by: ben, in: team) }
    try fixture.perform(.member(.remove(asker: ada, conversation: team, user: eve)))
    try fixture.perform(.account(.setDisabled(user: eve, true)), by: AuditActor(.account(ada)))
    try fixture.perform(.session(.rotateRefresh(presented: [1], successor: [9])))
  }

  struct Snapshot: Equatable {
    var feeds: [UserID: [FeedID: [FeedDelta]]] = [:]
    var found: [[MessageID]] = []
    var due: [MessageID] = []
    var pushes: [String] = []
    var sessions: Set<SessionID> = []
    var audit: [AuditEntry] = []
  }

  func snapshot(of store: any ServerStore) throws -> Snapshot {
    let fixture = StoreFixture(StoreUnderTest(store: store) {})
    var snapshot = Snapshot()
    for account in try store.accounts() {
      let revs = try store.feedRevs(of: account.id)
      // Whole, and of a client that has all but what came last.
      snapshot.feeds[account.id] = try revs.reduce(into: [:]) { feeds, feed in
        feeds[feed.key] = try [0, max(0, feed.value - 1)].map {
          var delta = try store.delta(of: feed.key, for: account.id, fromRev: $0)
          // In no order that anybody promises.
          delta.members.sort { $0.user < $1.user }
          return delta
        }
      }
    }
    for words in [
      "canary", "grüße", "tomorrow", "tomorow", "never", "nightingale", "plan", "starling", "heron", "wren", "line",
    ] {
      snapshot.found.append(try fixture.search(words, ben))
    }
    snapshot.due = try fixture.dueMessages().map(\.message.id)
    let push = try fixture.push()
    snapshot.pushes = try push.pushCandidates(after: push.pushMark(), limit: 1_000).candidates.map {
      "\($0.ordinal) \($0.device) \($0.text)"
    }
    snapshot.sessions = try store.activeSessions(among: sessions)
    let audit = try require(store as? any AuditStore)
    // A move adds an entry of its own.
    snapshot.audit = try audit.auditEntries(AuditFilter(), before: nil, limit: 100)
      .filter { $0.kind != AuditAct.Kind.workspaceMoved.rawValue }
    // Throws when it is not sound.
    try audit.readAuditLog { checkpoint, next in
      var chain = AuditChain(after: checkpoint)
      while let entry = try next() { try chain.take(entry) }
      try chain.finish()
    }
    return snapshot
  }

  /// Things of every kind that has a number of its own are made, behind those that are there.
  func goesOn(_ fixture: StoreFixture, rounds: UInt64) throws {
    let before = try fixture.window(team, ada)
    let message = try fixture.delta(
      .message(.post(sender: ben, conversation: team, id: MessageID(high: 9, low: rounds), text: "robin", replyTo: nil))
    )
    try expectEqual(message.fromRev, before.toRev)
    try expectEqual(message.messages.map(\.seq), [(before.messages.last?.seq ?? 0) + 1])
    try expectEqual(try fixture.search("robin", ada).first, MessageID(high: 9, low: rounds))
    let mark = try fixture.push().pushMark()
    let candidates = try fixture.push().pushCandidates(after: mark, limit: 1_000).candidates
    try expect(candidates.allSatisfy { $0.user != ben || $0.sender != ben }, "nobody is told of their own")

    let cyd = UserID(high: 9, low: rounds)
    try fixture.perform(
      .account(
        .create(
          NewAccount(
            AccountRecord(
              id: cyd, email: "cyd\(rounds)@example.org", name: "Cyd", passwordHash: "hash", workspaceRole: .member,
              isDisabled: false, createdAt: StoreFixture.start)))))
    let room = ConversationID(high: 9, low: rounds)
    try fixture.perform(.conversation(.create(creator: cyd, id: room, kind: .group, name: "Room", members: [ada])))
    let draft = Attachment(
      id: AttachmentID(high: 9, low: rounds), kind: .file, name: "new", type: Attachment.unknownType, bytes: 3)
    try fixture.perform(.file(.begin(asker: cyd, draft: draft)))
    try fixture.perform(.account(.setDisabled(user: cyd, true)), by: AuditActor(.account(ada)))
    try fixture.perform(
      .session(.rotateRefresh(presented: [UInt8(8 + rounds)], successor: [UInt8(9 + rounds)])))
  }
}
