import Domain
import Foundation
import GRDBSQLite
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("Durability")
struct DurabilityTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("data/store.db")
  }

  func open() throws -> (SQLiteStore, StoreFixture) {
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    return (store, StoreFixture(StoreUnderTest(store: store) { store.drain() }))
  }

  static func pragma(_ name: String, _ store: SQLiteStore) -> String {
    store.withWriterConnection { handle in
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(handle, "PRAGMA \(name)", -1, &statement, nil) == SQLITE_OK,
        sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
      else { return "" }
      return String(cString: text)
    }
  }

  static func execute(_ sql: String, _ store: SQLiteStore) {
    let code = store.withWriterConnection { sqlite3_exec($0, sql, nil, nil, nil) }
    #expect(code == SQLITE_OK)
  }

  @Test("the writer syncs every commit: the pragma reads 2 in write-ahead mode")
  func pragmas() throws {
    let (store, _) = try open()
    #expect(Self.pragma("synchronous", store) == "2")
    #expect(Self.pragma("journal_mode", store) == "wal")
    #expect(Self.pragma("foreign_keys", store) == "1")
    #expect(Self.pragma("application_id", store) == String(0x4D73_6741))
    #expect(Self.pragma("user_version", store) == String(SQLiteStore.schemaVersion))
    store.close()
  }

  @Test("folder and file are for their owner only")
  func permissions() throws {
    let (store, _) = try open()
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode((path as NSString).deletingLastPathComponent) == 0o700)
    #expect(try mode(path) == 0o600)
    #expect(try mode(path + "-wal") == 0o600)
    store.close()
  }

  @Test("a second owner of the file is refused, until the first has closed it")
  func lock() throws {
    let (store, _) = try open()
    #expect(throws: StoreFileError.self) { try SQLiteStore(path: path) }
    store.close()
    let again = try SQLiteStore(path: path)
    again.close()
  }

  @Test("files of others, newer files and damaged files are refused and left alone")
  func foreignFiles() throws {
    let (store, _) = try open()
    store.close()
    let bytes = Data("not a database, but long enough to look at its header".utf8)
    let other = folder.path("other.db")
    try bytes.write(to: URL(fileURLWithPath: other))
    #expect(throws: (any Error).self) { try SQLiteStore(path: other) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
    #expect(throws: (any Error).self) { try SQLiteStore.restore(from: other, to: path) }
    let (kept, _) = try open()
    kept.close()
  }

  @Test("after reopening everything is there, and a repeat is still a repeat")
  func reopen() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let message = try fixture.post("kept", by: ada, in: team)
    store.close()
    let (again, other) = try open()
    #expect(try other.window(team, ada).messages == [message])
    let repeated = try other.delta(
      .message(.post(sender: ada, conversation: team, id: message.id, text: "kept", replyTo: nil)))
    #expect(repeated.messages == [message])
    #expect(repeated.fromRev == nil)
    #expect(try other.search("kept", ada) == [message.id])
    let next = try other.delta(
      .message(
        .post(
          sender: ada, conversation: team, id: MessageID(high: 9, low: 9), text: "next", replyTo: nil)))
    #expect(next.messages[0].seq == 2)
    again.close()
  }

  @Test("a renaming is there after reopening, also in what changes the group next")
  func renaming() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let former = try #require(try store.conversation(team, for: ada).name)
    try fixture.perform(.conversation(.update(asker: ada, conversation: team, name: "Landing", photo: nil)))
    store.close()
    let (again, other) = try open()
    let renaming = Renaming(at: StoreFixture.start, by: ada, from: former)
    #expect(try again.conversation(team, for: ada).renamed == renaming)
    let photo = try other.file("p", by: ada).id.description
    let outcome = try other.commit(
      .conversation(.update(asker: ada, conversation: team, name: nil, photo: .some(photo))))
    guard case .delta(let delta, _) = outcome.changes.first else {
      Issue.record("no delta")
      return
    }
    #expect(delta.conversation?.renamed == renaming)
    again.close()
  }

  @Test("a command that fails inside SQLite is refused alone; its neighbours are stored without a gap")
  func guiltyCommand() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    Self.execute(
      "CREATE TRIGGER broken BEFORE INSERT ON messages WHEN NEW.text = 'poison' BEGIN SELECT RAISE(ABORT, 'x'); END",
      store)
    _ = fixture.takeOutcomes()
    for text in ["one", "poison", "two", "", "three"] {
      fixture.submit(.message(.post(sender: ada, conversation: team, id: fixture.id(), text: text, replyTo: nil)))
    }
    fixture.drain()
    let codes = fixture.takeOutcomes().map { outcome -> ErrorCode? in
      if case .failure(let refusal) = outcome.result { refusal.code } else { nil }
    }
    #expect(codes == [nil, .internal, nil, .invalid, nil])
    let window = try fixture.window(team, ada)
    #expect(window.messages.map(\.text) == ["one", "two", "three"])
    #expect(window.messages.map(\.seq) == [1, 2, 3])
    #expect(window.toRev == 4)
    store.close()
  }

  /// The limit is SQLite's own, met while a command runs. `scripts/harden disk` fills a real disk.
  @Test("a file that has no page left acks nothing that is not stored, and goes on once it may grow")
  func pageLimit() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    try fixture.post("before", by: ada, in: team)
    let pages = try #require(Int(Self.pragma("page_count", store)))
    _ = Self.pragma("max_page_count = \(pages + 4)", store)
    _ = fixture.takeOutcomes()
    let text = String(repeating: "x", count: 3_000)
    for _ in 0..<40 {
      fixture.submit(.message(.post(sender: ada, conversation: team, id: fixture.id(), text: text, replyTo: nil)))
    }
    fixture.drain()
    var acked: [MessageID] = []
    var refused = 0
    for outcome in fixture.takeOutcomes() {
      switch outcome.result {
      case .success(.message(let delta)): acked += delta.messages.map(\.id)
      case .success: Issue.record("not a message")
      case .failure(let refusal):
        #expect(refusal.code == .overloaded)
        #expect(outcome.changes.isEmpty)
        refused += 1
      }
    }
    #expect(refused > 0)
    #expect(try fixture.window(team, ada).messages.dropFirst().map(\.id) == acked)
    _ = Self.pragma("max_page_count = 1000000", store)
    let after = try fixture.post("after", by: ada, in: team)
    #expect(after.seq == Int64(acked.count + 2))
    #expect(try fixture.search("after", ada) == [after.id])
    store.close()
  }
}
