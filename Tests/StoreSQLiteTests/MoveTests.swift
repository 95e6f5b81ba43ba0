import Domain
import Foundation
import ServerCore
import TestSupport
import Testing

@testable import StoreSQLite

@Suite("A workspace moves from one file to another")
struct MoveTests {
  /// Files in a folder of their own.
  private struct Places {
    let folder: TemporaryFolder
    var source: String { folder.path("source.sqlite") }
    var target: String { folder.path("target.sqlite") }

    func open(startsOver: Bool = false) throws -> (source: SQLiteMove, target: SQLiteMove) {
      let left = try SQLiteMove.source(source, place: "source")
      do {
        return (left, try SQLiteMove.target(target, place: "target", for: left.history(), startsOver: startsOver))
      } catch {
        left.close()
        throw error
      }
    }

    func move() throws {
      let (left, right) = try open()
      defer {
        left.close()
        right.close()
      }
      try WorkspaceMove(from: left, to: right).run { _ in }
    }

    func problem(_ body: () throws -> Void) -> MoveProblem? {
      do {
        try body()
        return nil
      } catch { return error as? MoveProblem }
    }
  }

  private func withPlaces(_ body: (Places) throws -> Void) throws {
    try body(Places(folder: TemporaryFolder()))
  }

  /// What this database derives.
  private static let derived: Set = [
    "pipeline", "finished", "started", "textUsage", "searchProgress", "grdb_migrations", "sqlite_sequence",
  ]

  @Test("every table and column is moved, or derived")
  func everything() throws {
    try withPlaces { places in
      try SQLiteStore(path: places.source).close()
      let connection = try SQLiteConnection(path: places.source)
      defer { connection.close() }
      let tables = try connection.all(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND NOT (name GLOB 'search_*' OR name GLOB 'fileSearch_*')"
      ) { $0.text(.only) }.filter { !Self.derived.contains($0) && !["search", "fileSearch"].contains($0) }
      #expect(Set(tables) == Set(MovedTables.all.map(\.name)))
      for table in MovedTables.all where table.name != "due" {
        let columns = try connection.all("SELECT name FROM pragma_table_info('\(table.name)')") { $0.text(.only) }
        let derived: Set<String> = table.name == "fileTexts" ? ["place"] : []
        #expect(Set(columns).subtracting(derived) == Set(table.columns.map(Dialect.column)), "\(table.name)")
      }
    }
  }

  @Test("with every value of every table, and is a workspace then")
  func values() throws {
    try withPlaces { places in
      try FullWorkspace.make(at: places.source)
      try places.move()
      let store = try SQLiteStore(path: places.target)
      defer { store.close() }
      let connection = try SQLiteConnection(path: places.target)
      defer { connection.close() }
      #expect(try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'moving'") == 0)
      let act = try connection.first(
        "SELECT actor, kind, outcome, detail FROM audit ORDER BY number DESC LIMIT 1"
      ) {
        [$0.text("actor"), $0.text("kind"), $0.text("outcome"), $0.text("detail")]
      }
      let rows = try connection.integer("SELECT substr(detail, 6) + 0 FROM audit ORDER BY number DESC LIMIT 1")
      #expect(act == ["command-line", "workspaceMoved", "done", "rows=\(rows)"])
      #expect(rows > 100)
      #expect(try connection.integer("SELECT place FROM fileTexts WHERE file = 1") == 17)
      #expect(
        try connection.integer("SELECT count(*) FROM finished WHERE first = 1 AND last = 2") == 0, "in the cursor")
      #expect(try connection.integer("SELECT cursor FROM pipeline") == 2)
      #expect(try connection.integer("SELECT sum(bytes) FROM textUsage") == 3 * Int64(FullWorkspace.text(1).utf8.count))
    }
  }

  /// The same rows, two at a time.
  private final class Pairs: MovedRows {
    private let inner: SQLiteMove

    init(_ inner: SQLiteMove) { self.inner = inner }

    var tables: [MovedTable] {
      inner.tables.map {
        MovedTable($0.name, key: Array($0.key), columns: Array($0.columns[$0.keyLength...]), batch: 2)
      }
    }
    func count(_ table: MovedTable) throws -> Int64 { try inner.count(table) }
    func rows(of table: MovedTable, after key: MovedRow?) throws -> [MovedRow] { try inner.rows(of: table, after: key) }
    func close() { inner.close() }
  }

  @Test("wherever it ends, the next one goes on from there, and nothing serves what is there until then")
  func interrupted() throws {
    try withPlaces { places in
      try FullWorkspace.make(at: places.source)
      var (runs, isDone) = (0, false)
      while !isDone {
        let (left, right) = try places.open()
        let ending = EndingTarget(right, after: 3)
        do {
          try WorkspaceMove(from: Pairs(left), to: ending).run { _ in }
          isDone = true
        } catch is EndingTarget.Ended {}
        left.close()
        right.close()
        runs += 1
        guard !isDone else { break }
        #expect(throws: StoreFileError.self) { try SQLiteStore(path: places.target).close() }
        #expect(throws: StoreFileError.self) { try SQLiteStore.verify(places.target) }
        #expect(throws: StoreFileError.self) { try SQLiteExportSource(path: places.target).close() }
      }
      #expect(runs > 40)
      try SQLiteStore(path: places.target).close()
    }
  }

  @Test("not when a row differs: the source was used since; but from the beginning")
  func changed() throws {
    try withPlaces { places in
      try FullWorkspace.make(at: places.source)
      let (left, right) = try places.open()
      #expect(throws: EndingTarget.Ended.self) {
        try WorkspaceMove(from: left, to: EndingTarget(right, after: 20)).run { _ in }
      }
      left.close()
      right.close()
      let connection = try SQLiteConnection(path: places.source)
      try connection.execute(
        "UPDATE users SET name = '\(FullWorkspace.text(2).precomposedStringWithCanonicalMapping)' WHERE key = 2")
      connection.close()
      #expect(places.problem(places.move) == .different(table: "users", row: 2))
      let again = try places.open(startsOver: true)
      try WorkspaceMove(from: again.source, to: again.target).run { _ in }
      again.source.close()
      again.target.close()
    }
  }

  @Test("not from or to what is not there, in use, of another version, or has something; nothing is touched")
  func refused() throws {
    try withPlaces { places in
      #expect(places.problem(places.move) == .missing("source"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: places.folder.url.path).isEmpty)
      try Data("hello".utf8).write(to: URL(fileURLWithPath: places.source))
      #expect(places.problem(places.move) == .unusable("source", reason: "it is not a MessageAI database"))
      try FileManager.default.removeItem(atPath: places.source)

      let store = try SQLiteStore(path: places.source)
      #expect(places.problem(places.move) == .inUse("source"))
      store.close()
      for (version, problem) in [(38, MoveProblem.older("source")), (99, .newer("source"))] {
        try set("PRAGMA user_version = \(version)", places.source)
        #expect(places.problem(places.move) == problem)
      }
      try set("PRAGMA user_version = \(SQLiteStore.schemaVersion)", places.source)
      #expect(!FileManager.default.fileExists(atPath: places.target))

      let other = try SQLiteStore(path: places.target)
      #expect(places.problem(places.move) == .inUse("target"))
      other.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: places.target))
      #expect(places.problem(places.move) == .occupied("target"))
      #expect(places.problem { _ = try places.open(startsOver: true) } == .occupied("target"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: places.target)) == before)
    }
  }

  @Test("not over an unfinished move of another workspace, and not from one")
  func unfinished() throws {
    try withPlaces { places in
      for path in [places.source, places.folder.path("other.sqlite")] { try SQLiteStore(path: path).close() }
      try SQLiteMove.target(places.target, place: "target", for: HistoryID(high: 1, low: 2)).close()
      #expect(places.problem(places.move) == .otherMove("target"))
      #expect(places.problem { try SQLiteMove.source(places.target, place: "target").close() } == .unfinished("target"))
      let again = try places.open(startsOver: true)
      again.source.close()
      again.target.close()
      try places.move()
    }
  }

  private func set(_ sql: String, _ path: String) throws {
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    try connection.execute(sql)
  }
}
