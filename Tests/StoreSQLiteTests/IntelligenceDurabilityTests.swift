import Domain
import Foundation
import GRDBSQLite
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("The AI's durability")
struct IntelligenceDurabilityTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("data/store.db")
  }

  private func open() throws -> (SQLiteStore, StoreFixture) {
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    return (store, StoreFixture(StoreUnderTest(store: store) { store.drain() }))
  }

  /// The files as a killed process leaves them.
  private func crashedCopy(_ name: String) throws -> String {
    let target = folder.path(name)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: target + "/store.db" + suffix)
    }
    return target + "/store.db"
  }

  @Test("whenever the process is killed, what was recorded is there once and what was not is due once")
  func killed() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let messages = try (0..<12).map { try fixture.post("message \($0)", by: ada, in: team) }
    var expected: [String: Set<MessageID>] = ["crash-start": Set(messages.map(\.id))]
    var copies = [try crashedCopy("crash-start")]
    // Out of order, in batches, with one that is postponed.
    try fixture.perform(
      .intelligence(
        .pipeline(.postpone(messages[2].id, conversation: team, reason: "busy", retryAt: StoreFixture.start)))
    )
    var left = Set(messages.map(\.id))
    for (index, batch) in [[5, 1, 0], [11, 3], [4, 2, 10]].enumerated() {
      let works = batch.map { fixture.work(messages[$0], in: team, finds: [fixture.found("\($0)", in: messages[$0])]) }
      fixture.submit(.intelligence(.pipeline(.record(works))))
      let before = "crash-before-\(index)"
      copies.append(try crashedCopy(before))
      expected[before] = left
      fixture.drain()
      left.subtract(batch.map { messages[$0].id })
      let after = "crash-after-\(index)"
      copies.append(try crashedCopy(after))
      expected[after] = left
    }
    store.close()
    for copy in copies {
      let name = try #require(copy.split(separator: "/").dropLast().last.map(String.init))
      let reopened = try SQLiteStore(path: copy, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
      let other = StoreFixture(StoreUnderTest(store: reopened) { reopened.drain() })
      let due = try other.dueMessages()
      #expect(Set(due.map(\.message.id)) == expected[name], "\(name)")
      #expect(due.map(\.message.seq) == due.map(\.message.seq).sorted())
      let works = due.map { item in
        other.work(item.message, in: team, finds: [other.found("again", in: item.message)])
      }
      try other.perform(.intelligence(.pipeline(.record(works))))
      #expect(try other.dueMessages().isEmpty)
      let insights = try reopened.insights(InsightFilter(limit: 100), for: ada)
      #expect(insights.count == messages.count, "\(name)")
      #expect(try other.vectorSeqs(team) == Array(1...12))
      reopened.close()
    }
  }

  @Test("a file of version 1 is brought up to date: all its messages are due, and nothing else has changed")
  func upgrade() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let messages = try (0..<5).map { try fixture.post("message \($0)", by: ada, in: team) }
    let window = try fixture.window(team, ada)
    DurabilityTests.execute(Self.downgrade, store)
    store.close()
    let (again, other) = try open()
    #expect(DurabilityTests.pragma("user_version", again) == String(SQLiteStore.schemaVersion))
    #expect(try other.window(team, ada) == window)
    #expect(try other.dueMessages().map(\.message) == messages)
    #expect(try other.search("message", ada).count == 5)
    try other.workOff()
    #expect(try other.vectorSeqs(team) == [1, 2, 3, 4, 5])
    again.close()
  }

  @Test("a file whose conversations were switched off when that told no client gives their rows anew, and no others'")
  func switchedOffUpgrade() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let off = try fixture.group(ada, [])
    let on = try fixture.group(ada, [])
    try fixture.post("one", by: ada, in: off)
    DurabilityTests.execute(
      """
      UPDATE conversations SET isIntelligenceOff = 1 WHERE id = x'\(off.description.replacing("-", with: ""))';
      DROP TABLE history; ALTER TABLE searchProgress DROP COLUMN isLogStale;
      ALTER TABLE settings DROP COLUMN archivedAt;
      DELETE FROM grdb_migrations WHERE identifier IN ('6 switched off', '11 history'); PRAGMA user_version = 5;
      """, store)
    let known = try fixture.window(off, ada)
    let other = try fixture.window(on, ada)
    #expect(known.conversation?.isIntelligenceOn == false)
    store.close()
    let (again, later) = try open()
    let delta = try later.store.delta(of: .conversation(off), for: ada, fromRev: try #require(known.toRev))
    let rev = try #require(delta.toRev)
    #expect(rev - 1 == known.toRev)
    #expect(delta.conversation?.rev == rev)
    #expect(delta.conversation?.isIntelligenceOn == false)
    #expect(delta.messages.isEmpty && delta.members.isEmpty)
    #expect(try later.window(on, ada) == other)
    let next = try later.post("two", by: ada, in: off)
    #expect(next.rev == rev + 1)
    again.close()
  }

  @Test("nothing of deleted messages and erased records is left in the file or its log")
  func erased() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let secret = "UNMISTAKABLE-SECRET"
    let long = String(repeating: secret + " ", count: 1_000)
    let kept = try fixture.post("kept", by: ada, in: team)
    for round in 0..<3 {
      let message = try fixture.post("round \(round)", by: ada, in: team)
      var insight = fixture.found("\(secret) text", in: message)
      insight.context = secret
      insight.reason = secret
      insight.tags = [secret]
      try fixture.record(
        MessageWork(
          conversation: team, message: message.id, rev: message.rev, embedding: Array(repeating: 0xA7, count: 384),
          embedder: secret,
          signals: StoredSignals(
            action: 1, decision: 0, scheduling: 0, urgency: 0, isQuestion: false, urgentWords: [secret], model: "x"),
          insights: [insight]))
      try fixture.keep(of: ada, id: "long \(round)", body: long, sources: [message])
      try fixture.keep(of: ada, id: "short \(round)", body: secret, conversations: [team], sources: [kept])
      try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
      #expect(try fixture.recordIDs(of: ada) == ["short \(round)"])
      try fixture.keep(of: ada, id: "short \(round)", body: "harmless")
      try fixture.perform(.intelligence(.record(.eraseAll(user: ada, collection: .outputs))))
    }
    let vector = [UInt8](repeating: 0xA7, count: 384)
    // The store stays open: closing it would remove the log, and with it what this is about.
    #expect(try StoreFiles(path).holds(secret), "the log of a store that has not purged has it")
    while try !store.purge() {}
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try !StoreFiles(path).holds(secret))
    #expect(try !StoreFiles(path).holds(vector))
    store.close()
  }

  @Test("posting in conversations that are switched off does not make the pipeline's list long")
  func switchedOff() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let (quiet, loud) = (try fixture.group(ada, []), try fixture.group(ada, []))
    try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: loud, isOn: false))))
    for _ in 0..<20 { try fixture.post("loud", by: ada, in: loud) }
    // Whoever searches lets the store tidy up.
    _ = try fixture.search("loud", ada)
    #expect(Self.number("SELECT cursor FROM pipeline", store) == 20)
    let message = try fixture.post("quiet", by: ada, in: quiet)
    #expect(try fixture.dueMessages().map(\.message) == [message])
    try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: loud, isOn: true))))
    #expect(try fixture.dueMessages().count == 21)
    store.close()
  }

  @Test("posting writes nothing for the pipeline: the message and its conversation's counters, that is all")
  func hotPath() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    for count in [1, 5, 20] {
      let before = store.withWriterConnection(sqlite3_total_changes)
      for _ in 0..<count {
        fixture.submit(.message(.post(sender: ada, conversation: team, id: fixture.id(), text: "text", replyTo: nil)))
      }
      fixture.drain()
      #expect(store.withWriterConnection(sqlite3_total_changes) - before == Int32(count + 1))
    }
    #expect(try fixture.dueMessages().count == 26)
    store.close()
  }

  @Test("a long backlog, worked off from its newest on beside new messages, is kept as one range")
  func backlog() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let (team, off) = (try fixture.group(ada, []), try fixture.group(ada, []))
    try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: off, isOn: false))))
    for number in 0..<60 { try fixture.post("\(number)", by: ada, in: number % 3 == 0 ? off : team) }
    var worked: [Int64] = []
    while case let due = try fixture.dueMessages(limit: 4), !due.isEmpty {
      try fixture.perform(
        .intelligence(.pipeline(.record(due.map { fixture.work($0.message, in: $0.conversation) }))))
      worked += due.map(\.message.seq).reversed()
      #expect(Self.number("SELECT count(*) FROM finished", store) <= 1)
      if worked.count == 20 { try fixture.post("live", by: ada, in: team) }
    }
    #expect(worked == (21...40).reversed() + [41] + (18...20).reversed() + (1...17).reversed())
    #expect(Self.number("SELECT cursor FROM pipeline", store) == 61)
    #expect(Self.number("SELECT count(*) FROM finished", store) == 0)
    try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: off, isOn: true))))
    #expect(try fixture.dueMessages().count == 20)
    store.close()
  }

  @Test("what an older file notes message by message is taken over as ranges")
  func rangesUpgrade() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let messages = try (0..<8).map { try fixture.post("\($0)", by: ada, in: team) }
    try fixture.record(fixture.work(messages[0], in: team))
    DurabilityTests.execute(
      """
      DROP TABLE finished; DROP INDEX dueByChange; CREATE TABLE finished (ordinal INTEGER PRIMARY KEY);
      INSERT INTO finished VALUES (3), (4), (5), (7);
      DELETE FROM grdb_migrations WHERE identifier = '34 finished ranges'; PRAGMA user_version = 33;
      """, store)
    store.close()
    let (again, other) = try open()
    #expect(Self.number("SELECT count(*) FROM finished", again) == 2)
    #expect(try other.dueMessages().map(\.message.seq) == [2, 6, 8])
    try other.workOff()
    #expect(Self.number("SELECT cursor FROM pipeline", again) == 8)
    again.close()
  }

  @Test("finished messages above the cursor are forgotten once it passes them")
  func contiguous() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let messages = try (0..<9).map { try fixture.post("\($0)", by: ada, in: team) }
    for index in [8, 6, 4, 2, 7, 5, 3, 1] { try fixture.record(fixture.work(messages[index], in: team)) }
    #expect(Self.number("SELECT cursor FROM pipeline", store) == 0)
    #expect(Self.number("SELECT count(*) FROM finished", store) == 1)
    try fixture.record(fixture.work(messages[0], in: team))
    #expect(Self.number("SELECT cursor FROM pipeline", store) == 9)
    #expect(Self.number("SELECT count(*) FROM finished", store) == 0)
    #expect(Self.number("SELECT count(*) FROM due", store) == 0)
    store.close()
  }

  private static func number(_ sql: String, _ store: SQLiteStore) -> Int64 {
    store.withWriterConnection { handle in
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
        sqlite3_step(statement) == SQLITE_ROW
      else { return -1 }
      return sqlite3_column_int64(statement, 0)
    }
  }

  /// Makes a file of today one of version 1: what came later is only added to it.
  private static let downgrade = """
    DROP TABLE reminders; DROP TABLE opinions; DROP TABLE digestPlans; DROP INDEX insightsDue;
    DROP TABLE priorityMarks; DROP TABLE priorityReviews;
    DROP TABLE modelConnection; DROP TABLE passes; DROP TABLE clientEvents; ALTER TABLE users DROP COLUMN sendsEvents;
    DROP TABLE emailChanges; ALTER TABLE users DROP COLUMN emailVerifiedAt;
    DROP TABLE retentions; DROP TABLE holds; DROP TABLE identities; DROP TABLE crashPeople; DROP TABLE crashes;
    DROP TABLE rollouts; DROP TABLE exposures; ALTER TABLE users DROP COLUMN disabledFeatures;
    DROP TABLE audit; DROP TABLE auditCheckpoint; DROP TABLE mails; DROP TABLE passwordResets;
    DROP TABLE pushDevices; DROP TABLE pushProgress; DROP TABLE pushAttempts;
    DROP TABLE workspace; DROP TABLE invitations; ALTER TABLE users DROP COLUMN invitation;
    DROP VIEW searchable; DROP TABLE textUsage;
    DROP TABLE pipeline; DROP TABLE finished; DROP TABLE due; DROP TABLE vectors; DROP TABLE signals;
    DROP TABLE insightCitations; DROP TABLE insights; DROP TABLE recordSources; DROP TABLE recordConversations;
    DROP TABLE records; DROP INDEX conversationsSwitchedOff; DROP TABLE started; DROP TABLE remoteVectors;
    ALTER TABLE conversations DROP COLUMN isIntelligenceOff;
    DROP TABLE fileSearch; DROP VIEW searchableFiles; DROP TABLE fileTexts;
    DROP TABLE files; DROP TABLE removedFiles; DROP TABLE fileUsage; ALTER TABLE messages DROP COLUMN attachmentCount;
    ALTER TABLE conversations DROP COLUMN membershipVersion; ALTER TABLE conversations DROP COLUMN renamedAt;
    ALTER TABLE conversations DROP COLUMN renamedBy; ALTER TABLE conversations DROP COLUMN formerName;
    DROP TABLE postCounts; DROP INDEX messagesByDeletion; ALTER TABLE searchProgress DROP COLUMN isStale;
    DROP TABLE history; ALTER TABLE searchProgress DROP COLUMN isLogStale; ALTER TABLE settings DROP COLUMN archivedAt;
    DELETE FROM grdb_migrations WHERE identifier <> '1 base'; PRAGMA user_version = 1;
    """
}
