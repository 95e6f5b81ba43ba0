import Domain
import Foundation
import ServerCore
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@Suite("Erasure")
struct ErasureTests {
  /// Words that nothing else contains; the index keeps the part of a word that differs from the one
  /// before it.
  private static let deleted = "zqdeletedcanary"
  private static let edited = "jxeditedcanary"
  private static let kept = "vwkeptcanary"

  private func occurrences(of text: String, in path: String) throws -> Int {
    try StoreFiles(path).occurrences(of: Array(text.utf8))
  }

  @Test("what was deleted, or edited away, leaves table, index and log; what was kept is still found")
  func nothingIsLeft() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.db")
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    for number in 0..<200 { try fixture.post("filler\(number) words", by: ada, in: team) }
    // One of them too long for a page, so that it lies apart from its row.
    let long = Array(repeating: Self.deleted, count: 400).joined(separator: " ")
    let doomed = try [long, "the \(Self.deleted) end"].map { try fixture.post($0, by: ada, in: team).id }
    let changed = try fixture.post("first \(Self.edited)", by: ada, in: team).id
    let other = try fixture.post("and \(Self.kept)", by: ada, in: team).id
    #expect(try fixture.search(Self.deleted, ada).count == 2)
    #expect(try occurrences(of: "canary", in: path) > 0)

    for message in doomed { try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message))) }
    for number in 0...Message.maximumEditHistory {
      try fixture.perform(
        .message(.edit(asker: ada, conversation: team, id: changed, editID: fixture.id(), text: "second \(number)")))
    }
    var steps = 0
    while try !store.purge() { steps += 1 }
    #expect(steps > 0)
    for word in [Self.deleted, Self.edited] {
      #expect(try occurrences(of: word, in: path) == 0)
      #expect(try occurrences(of: String(word.dropFirst(2)), in: path) == 0)
      #expect(try fixture.search(word, ada).isEmpty)
    }
    #expect(try occurrences(of: Self.kept, in: path) > 0)
    #expect(try fixture.search(Self.kept, ada) == [other])
    #expect(try fixture.search("filler199", ada).count == 1)
    #expect(try store.purge(), "there is nothing left to do")
    store.close()
  }

  private func posted(_ text: String, _ folder: TemporaryFolder) throws -> Scene {
    let path = folder.path("store.db")
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(clock: ContractClock()))
    let fixture = StoreFixture(StoreUnderTest(store: store) { Pause.short() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    try fixture.post("stays", by: ada, in: team)
    let message = try fixture.post(text, by: ada, in: team)
    return Scene(path: path, store: store, fixture: fixture, ada: ada, team: team, message: message)
  }

  private struct Scene {
    let path: String
    let store: SQLiteStore
    let fixture: StoreFixture
    let ada: UserID
    let team: ConversationID
    let message: Message

    func delete() throws {
      try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
    }
  }

  @Test("a store with its own thread does so by itself after a deletion", arguments: [true, false])
  func byItself(isIndexed: Bool) async throws {
    let folder = try TemporaryFolder()
    let scene = try posted(Self.deleted, folder)
    // Whoever searches has it indexed; a message that is deleted before that leaves no term behind,
    // only its text in the log.
    if isIndexed { #expect(try scene.fixture.search(Self.deleted, scene.ada) == [scene.message.id]) }
    try scene.delete()
    try await eventually("it is gone from file and log") {
      try occurrences(of: Self.deleted, in: scene.path) == 0
    }
    scene.store.close()
  }

  /// Everything that erases, each with the text that it is about.
  enum Erasing: CaseIterable {
    case deletion, edits, memory, accountDeletion, switchingOff, signingKey

    func perform(_ text: String, _ fixture: StoreFixture, _ ada: UserID, _ team: ConversationID) throws {
      switch self {
      case .deletion:
        let id = try fixture.post(text, by: ada, in: team).id
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: id)))
      case .edits:
        let id = try fixture.post(text, by: ada, in: team).id
        for number in 0...Message.maximumEditHistory {
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: id, editID: fixture.id(), text: "second \(number)")))
        }
      case .memory:
        try fixture.keep(of: ada, id: "entry", body: text)
        try fixture.perform(.intelligence(.record(.eraseAll(user: ada, collection: .outputs))))
      case .accountDeletion:
        let ben = try fixture.user(text)
        try fixture.perform(.account(.delete(user: ben)))
      case .switchingOff:
        let message = try fixture.post("harmless", by: ada, in: team)
        try fixture.record(fixture.work(message, in: team, finds: [fixture.found(text, in: message)]))
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: false))))
      case .signingKey:
        try fixture.perform(.system(.putSecret(name: ServerSecret.signingKey.rawValue, Array(text.utf8))))
        try fixture.perform(.system(.replaceSecrets([.signingKey: Array("another".utf8)])))
      }
    }
  }

  @Test(
    "every command that erases leaves a mark, and nothing of it is left once the store has purged",
    arguments: Erasing.allCases)
  func marks(erasing: Erasing) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.db")
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    while try !store.purge() {}
    try erasing.perform(Self.deleted, fixture, ada, team)
    #expect(try occurrences(of: Self.deleted, in: path) > 0, "the log of a store that has not purged has it")
    while try !store.purge() {}
    #expect(try occurrences(of: Self.deleted, in: path) == 0)
    store.close()
  }

  @Test("the mark outlives the process: what was erased before it was killed is purged after the next start")
  func afterACrash() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.db")
    let options = SQLiteStoreOptions(commit: .manual, clock: ContractClock())
    let store = try SQLiteStore(path: path, options: options)
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    while try !store.purge() {}
    try Erasing.deletion.perform(Self.deleted, fixture, ada, team)
    let copy = folder.path("killed.db")
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    store.close()
    #expect(try occurrences(of: Self.deleted, in: copy) > 0)
    let again = try SQLiteStore(path: copy, options: options)
    while try !again.purge() {}
    #expect(try occurrences(of: Self.deleted, in: copy) == 0)
    again.close()
  }

  @Test("those who write and read without a pause do not hold it up")
  func underLoad() async throws {
    let folder = try TemporaryFolder()
    let scene = try posted(Self.deleted, folder)
    let isOver = Flag()
    let running = Flag.Count(4)
    let load = Thread {
      defer { running.end() }
      var number = 0
      // A command is always waiting: the store has no pause.
      while !isOver.isSet {
        if scene.store.queueDepth < 64 {
          number += 1
          scene.store.submit(
            WriteCommand(
              .message(
                .post(
                  sender: scene.ada, conversation: scene.team, id: scene.fixture.id(), text: "filler \(number)",
                  replyTo: nil)), at: StoreFixture.start))
        } else {
          Pause.short()
        }
      }
    }
    let readers = (0..<3).map { _ in
      Thread {
        defer { running.end() }
        while !isOver.isSet { _ = try? scene.store.delta(of: .conversation(scene.team), for: scene.ada, fromRev: 0) }
      }
    }
    for thread in [load] + readers { thread.start() }
    defer { isOver.set() }
    scene.store.submit(
      WriteCommand(
        .message(.delete(asker: scene.ada, conversation: scene.team, id: scene.message.id)), at: StoreFixture.start))
    try await eventually("it is gone from file and log") {
      try occurrences(of: Self.deleted, in: scene.path) == 0
    }
    isOver.set()
    try await eventually("the writer has stopped") { running.isZero }
    scene.store.close()
  }
}

/// The bytes of a store's file and its log.
struct StoreFiles {
  private let contents: [Data]

  init(_ path: String) throws {
    contents = try [path, path + "-wal"].filter { FileManager.default.fileExists(atPath: $0) }.map {
      try Data(contentsOf: URL(fileURLWithPath: $0))
    }
  }

  func occurrences(of wanted: [UInt8]) -> Int {
    contents.reduce(0) { sum, bytes in
      var (count, start) = (0, 0)
      while let found = bytes.range(of: Data(wanted), in: start..<bytes.count) {
        count += 1
        start = found.upperBound
      }
      return sum + count
    }
  }

  func holds(_ text: String) -> Bool { holds(Array(text.utf8)) }

  func holds(_ wanted: [UInt8]) -> Bool { occurrences(of: wanted) > 0 }
}

private final class Flag: Sendable {
  /// Threads that have not ended.
  final class Count: Sendable {
    private let value: Mutex<Int>

    init(_ count: Int) { value = Mutex(count) }

    var isZero: Bool { value.withLock { $0 == 0 } }
    func end() { value.withLock { $0 -= 1 } }
  }

  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
