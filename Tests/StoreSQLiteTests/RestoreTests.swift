import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("A restore")
struct RestoreTests {
  let folder: TemporaryFolder
  let path: String
  let backup: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("data/store.db")
    backup = folder.path("backup.db")
  }

  private func open(_ path: String) throws -> (SQLiteStore, StoreFixture) {
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    return (store, StoreFixture(StoreUnderTest(store: store) { store.drain() }))
  }

  private struct Scene {
    let ada: UserID
    let team: ConversationID
    let session: SessionID
    let history: HistoryID
  }

  /// A store with "kept", its backup, and "newer" in the store only. It is closed.
  private func prepare() throws -> Scene {
    let (store, fixture) = try open(path)
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    try fixture.post("kept", by: ada, in: team)
    let session: SessionID = fixture.id()
    try fixture.perform(
      .session(
        .create(
          user: ada,
          session: DeviceSession(
            id: session, device: "test", createdAt: StoreFixture.start, lastSeenAt: StoreFixture.start),
          refreshHash: Array(session.bytes), expiresAt: StoreFixture.start.adding(seconds: 86_400))))
    for secret in ServerSecret.allCases {
      try fixture.perform(.system(.putSecret(name: secret.rawValue, Array("key".utf8))))
    }
    try store.backup(to: backup)
    try fixture.post("newer", by: ada, in: team)
    let history = store.history
    store.close()
    return Scene(ada: ada, team: team, session: session, history: history)
  }

  private func texts(_ path: String, _ scene: Scene) throws -> [String] {
    let (store, fixture) = try open(path)
    defer { store.close() }
    return try fixture.window(scene.team, scene.ada).messages.map(\.text)
  }

  @Test("begins a history of its own; opening and closing a store does not")
  func history() throws {
    let scene = try prepare()
    let (same, _) = try open(path)
    #expect(same.history == scene.history)
    same.close()
    var known: Set<HistoryID> = [scene.history]
    for _ in 0..<2 {
      let outcome = try SQLiteStore.restore(from: backup, to: path, clock: ContractClock())
      let (store, _) = try open(path)
      #expect(store.history == outcome.history)
      #expect(known.insert(store.history).inserted)
      store.close()
    }
    let fresh = try SQLiteStore(path: nil, options: SQLiteStoreOptions(commit: .manual))
    #expect(known.insert(fresh.history).inserted)
    fresh.close()
  }

  @Test("ends all sessions and forgets the secrets that open something, of which nothing is left in the file")
  func sessions() throws {
    let scene = try prepare()
    try SQLiteStore.restore(from: backup, to: path, clock: ContractClock())
    let (store, fixture) = try open(path)
    #expect(try store.activeSession(scene.session) == nil)
    #expect(try ServerSecret.allCases.filter { try store.secret($0.rawValue) != nil } == [.digestLinks, .webPush])
    try fixture.expectRefusal(
      .sessionRevoked, .session(.rotateRefresh(presented: Array(scene.session.bytes), successor: Array("next".utf8))))
    store.close()
  }

  @Test("of a backup that an earlier version made works as well")
  func olderBackup() throws {
    let scene = try prepare()
    let (store, _) = try open(backup)
    DurabilityTests.execute(
      """
      DROP TABLE history; ALTER TABLE searchProgress DROP COLUMN isLogStale;
      ALTER TABLE settings DROP COLUMN archivedAt;
      DELETE FROM grdb_migrations WHERE identifier = '11 history'; PRAGMA user_version = 10;
      """, store)
    store.close()
    try SQLiteStore.restore(from: backup, to: path, clock: ContractClock())
    #expect(try texts(path, scene) == ["kept"])
  }

  @Test("never overwrites what it set aside: after three restores all four are there")
  func setAside() throws {
    let scene = try prepare()
    var kept: [String] = []
    for number in 1...3 {
      let outcome = try SQLiteStore.restore(from: backup, to: path, clock: ContractClock())
      kept.append(try #require(outcome.setAside))
      let (store, fixture) = try open(path)
      try fixture.post("after \(number)", by: scene.ada, in: scene.team)
      store.close()
    }
    #expect(Set(kept).count == 3)
    #expect(try texts(kept[0], scene) == ["kept", "newer"])
    #expect(try texts(kept[1], scene) == ["kept", "after 1"])
    #expect(try texts(kept[2], scene) == ["kept", "after 2"])
    #expect(try texts(path, scene) == ["kept", "after 3"])
  }

  private struct Interrupted: Error {}

  @Test(
    "that is interrupted anywhere leaves the former store or the restored one, whole",
    arguments: StoreRestore.Step.allCases)
  func interrupted(step: StoreRestore.Step) throws {
    let scene = try prepare()
    // As a killed server leaves it: the newest message is in the log only.
    let (store, fixture) = try open(path)
    try fixture.post("in the log", by: scene.ada, in: scene.team)
    let killed = folder.path("killed.db")
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: killed + suffix) }
    store.close()
    #expect(throws: Interrupted.self) {
      try SQLiteStore.restore(from: backup, to: killed, clock: ContractClock()) { reached in
        if reached == step { throw Interrupted() }
      }
    }
    let left = try texts(killed, scene)
    #expect(left == (step == .replaced ? ["kept"] : ["kept", "newer", "in the log"]))
    // And it can be done again.
    let outcome = try SQLiteStore.restore(from: backup, to: killed, clock: ContractClock())
    #expect(try texts(killed, scene) == ["kept"])
    #expect(try texts(try #require(outcome.setAside), scene) == left)
  }

  @Test("keeps a store that is too damaged to be opened, with its log")
  func damaged() throws {
    let scene = try prepare()
    let rubbish = Data("not a database any more, but long enough to look at its header".utf8)
    try rubbish.write(to: URL(fileURLWithPath: path))
    try rubbish.write(to: URL(fileURLWithPath: path + "-wal"))
    let outcome = try SQLiteStore.restore(from: backup, to: path, clock: ContractClock())
    let kept = try #require(outcome.setAside)
    for suffix in ["", "-wal"] {
      #expect(try Data(contentsOf: URL(fileURLWithPath: kept + suffix)) == rubbish)
    }
    #expect(try texts(path, scene) == ["kept"])
  }

  @Test("into a folder that holds nothing sets nothing aside")
  func empty() throws {
    let scene = try prepare()
    let target = folder.path("new/store.db")
    #expect(try SQLiteStore.restore(from: backup, to: target, clock: ContractClock()).setAside == nil)
    #expect(try texts(target, scene) == ["kept"])
  }
}
