import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@testable import StorePostgres

@Suite("A workspace moves between SQLite and PostgreSQL")
struct MoveTests {
  @Test("every table and column is moved, or derived")
  func everything() async throws {
    try await OwnDatabase.with { database in
      try database.store().close()
      let connection = try database.connection()
      let columns = try connection.all(
        """
        SELECT table_name::text AS name, column_name::text AS item FROM information_schema.columns
        WHERE table_schema = 'messageai' AND table_name NOT IN ('textusage', 'messageai_migrations')
          AND column_name <> 'words'
        """
      ) { "\($0.text("name")).\($0.text("item"))" }
      let moved = MovedTables.all.flatMap { table in table.columns.map { "\(table.name).\($0)".lowercased() } }
      #expect(Set(columns) == Set(moved))
    }
  }

  @Test("with every value of every table, there and back again")
  func values() async throws {
    try await OwnDatabase.with { database in
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let (first, last) = (database.path("first.sqlite"), database.path("last.sqlite"))
      try FullWorkspace.make(at: first)
      try Moves.over(from: first, to: database)
      let connection = try database.connection()
      #expect(try connection.integer("SELECT nextval(pg_get_serial_sequence('messages', 'ordinal'))") == 4)
      #expect(try connection.integer("SELECT nextval(pg_get_serial_sequence('files', 'key'))") == 4)
      #expect(try connection.integer("SELECT count(*) FROM fileTexts WHERE words IS NOT NULL") == 1)
      #expect(
        try connection.integer("SELECT sum(bytes)::bigint FROM textUsage") == 3
          * Int64(FullWorkspace.text(1).utf8.count))
      connection.close()
      try Moves.back(from: database, to: last)
      let (one, other) = (try SQLiteMove.source(first, place: "first"), try SQLiteMove.source(last, place: "last"))
      defer { [one, other].forEach { $0.close() } }
      for table in one.tables where table.name != "audit" {
        #expect(try one.rows(of: table, after: nil) == other.rows(of: table, after: nil), "\(table.name)")
      }
    }
  }

  @Test("clients go on with what they have: feeds, searches, sessions and what waits for the AI are the same")
  func clients() async throws {
    try await OwnDatabase.with { database in
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let (first, last) = (database.path("first.sqlite"), database.path("last.sqlite"))
      let store = try Self.open(first)
      let talk = try Talk(StoreFixture(StoreUnderTest(store: store) { store.drain() }))
      let before = try talk.snapshot(of: store)
      store.close()

      try Moves.over(from: first, to: database)
      let middle = try database.store()
      #expect(middle.history == store.history)
      try expectSame(talk.snapshot(of: middle), before)
      try talk.goesOn(StoreFixture(StoreUnderTest(store: middle) { middle.drain() }), rounds: 1)
      let after = try talk.snapshot(of: middle)
      #expect(after != before)
      middle.close()

      try Moves.back(from: database, to: last)
      try expectMoves(in: last)
      let end = try Self.open(last)
      defer { end.close() }
      #expect(end.history == store.history)
      try expectSame(talk.snapshot(of: end), after)
      try talk.goesOn(StoreFixture(StoreUnderTest(store: end) { end.drain() }), rounds: 2)
    }
  }

  /// Each move has added its entry to the log, which is whole.
  private func expectMoves(in path: String) throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let entries = try store.auditEntries(AuditFilter(kind: .workspaceMoved), before: nil, limit: 10)
    #expect(entries.count == 2)
    for entry in entries {
      #expect(entry.actor == "command-line" && entry.outcome == AuditEntry.done && entry.subject == nil)
      #expect(entry.detail?.hasPrefix("rows=") == true)
    }
  }

  private func expectSame(_ one: Talk.Snapshot, _ other: Talk.Snapshot) {
    for (user, feeds) in one.feeds {
      for (feed, deltas) in feeds { #expect(deltas == other.feeds[user]?[feed]) }
    }
    #expect(one.feeds.mapValues(\.count) == other.feeds.mapValues(\.count))
    #expect(one.found == other.found)
    #expect(one.due == other.due)
    #expect(one.pushes == other.pushes)
    #expect(one.sessions == other.sessions)
    #expect(one.audit == other.audit)
  }

  private static func open(_ path: String) throws -> SQLiteStore {
    try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
  }

  @Test("a move that ended in the middle goes on from there, both ways, and no server uses what is there until then")
  func interrupted() async throws {
    try await OwnDatabase.with { database in
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let first = database.path("first.sqlite")
      try FullWorkspace.make(at: first)
      var runs = 0
      while try !Moves.over(from: first, to: database, after: 9) {
        runs += 1
        #expect(throws: PostgresStoreError.self) { try database.store().close() }
        #expect(throws: MoveProblem.unfinished("source")) {
          try PostgresMove.source(database.address, place: "source").close()
        }
      }
      #expect(runs > 9)
      try database.store().close()
    }
  }

  @Test("U+0000, which PostgreSQL cannot store, becomes U+FFFD in texts, which are counted; in a key it stops the move")
  func unstorable() async throws {
    try await OwnDatabase.with { database in
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let first = database.path("first.sqlite")
      try FullWorkspace.make(at: first)
      try FullWorkspace.change(
        first,
        """
        UPDATE users SET name = 'a' || char(0) || 'b' WHERE key = 2;
        UPDATE messages SET text = char(0) || 'x' || char(0) WHERE ordinal = 2;
        UPDATE fileTexts SET text = 'harbour' || char(0) || 'plan' WHERE file = 1;
        INSERT INTO removedFiles (digest) VALUES ('a' || char(0));
        """)
      let problem = MoveProblem.refused(table: "removedFiles", reason: "its key has the character U+0000")
      #expect(throws: problem) { try Moves.over(from: first, to: database) }
      try FullWorkspace.change(first, "DELETE FROM removedFiles WHERE digest = 'a' || char(0)")
      var result: WorkspaceMove.Result?
      // On from where it was stopped: what the first run replaced is counted too.
      try Moves.over(from: first, to: database) { result = $0 }
      #expect(result?.replacedTexts == 3)
      let connection = try database.connection()
      #expect(try connection.first("SELECT name FROM users WHERE key = 2") { $0.text(.only) } == "a\u{FFFD}b")
      let text = try connection.first("SELECT text FROM messages WHERE ordinal = 2") { $0.text(.only) }
      #expect(text == "\u{FFFD}x\u{FFFD}")
      let found = try connection.integer(
        "SELECT count(*) FROM fileTexts WHERE text = ? AND words IS NOT NULL", .text("harbour\u{FFFD}plan"))
      #expect(found == 1)
      let detail = try connection.first("SELECT detail FROM audit ORDER BY number DESC LIMIT 1") { $0.text(.only) }
      #expect(detail?.hasSuffix(",replaced=3") == true)
    }
  }

  @Test("not from or to a database that is not there, in use, or has something; nothing is touched")
  func refused() async throws {
    try await OwnDatabase.with { database in
      try FileManager.default.createDirectory(at: database.folder, withIntermediateDirectories: true)
      let first = database.path("first.sqlite")
      #expect(throws: MoveProblem.missing("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      try SQLiteStore(path: first).close()
      func target(_ history: HistoryID? = nil) throws {
        let source = try SQLiteMove.source(first, place: "source")
        defer { source.close() }
        try PostgresMove.target(database.address, place: "target", for: history ?? source.history()).close()
      }
      let alone = try PostgresStore(database.address, options: PostgresStoreOptions(patience: .seconds(4)))
      #expect(throws: MoveProblem.inUse("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      #expect(throws: MoveProblem.occupied("target")) { try target() }
      alone.close()
      // One of several servers, and an export, which has no lock.
      let shared = try PostgresStore(database.address, options: PostgresStoreOptions(sharing: .shared))
      #expect(throws: MoveProblem.inUse("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      shared.close()
      let reading = try PostgresStore(database.address, options: PostgresStoreOptions(sharing: .reading))
      #expect(throws: MoveProblem.inUse("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      reading.close()
      let source = try PostgresMove.source(database.address, place: "source")
      #expect(throws: MoveProblem.inUse("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      #expect(throws: PostgresStoreError.self) {
        try PostgresStore(database.address, options: PostgresStoreOptions(patience: .seconds(4))).close()
      }
      source.close()

      let connection = try database.connection()
      func set(_ number: Int, oldest: Int) throws {
        try connection.run("UPDATE messageai_migrations SET number = \(number), oldest = \(oldest)")
      }
      // What is merely expanded is served, but not moved.
      try set(99, oldest: 1)
      #expect(throws: MoveProblem.newer("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      try set(0, oldest: 0)
      #expect(throws: MoveProblem.older("source")) {
        try PostgresMove.source(database.address, place: "source").close()
      }
      try connection.script("DROP SCHEMA messageai CASCADE")
      connection.close()
      try target(HistoryID(high: 1, low: 2))
      #expect(throws: MoveProblem.otherMove("target")) { try target() }
    }
  }
}

/// Moves from a file to a database and back.
enum Moves {
  /// Ends after so many steps; `true` when it came to the end.
  @discardableResult
  static func over(
    from path: String, to database: OwnDatabase, after steps: Int = 10_000,
    _ report: (WorkspaceMove.Result) -> Void = { _ in }
  ) throws -> Bool {
    let source = try SQLiteMove.source(path, place: "source")
    defer { source.close() }
    let target = try PostgresMove.target(database.address, place: "target", for: source.history())
    defer { target.close() }
    do {
      report(try WorkspaceMove(from: source, to: EndingTarget(target, after: steps)).run { _ in })
      return true
    } catch is EndingTarget.Ended {
      return false
    }
  }

  static func back(from database: OwnDatabase, to path: String) throws {
    let source = try PostgresMove.source(database.address, place: "source")
    defer { source.close() }
    let target = try SQLiteMove.target(path, place: "target", for: source.history())
    defer { target.close() }
    try WorkspaceMove(from: source, to: target).run { _ in }
  }
}
