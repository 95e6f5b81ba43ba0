import Domain
import Foundation
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("Erasure")
struct ErasureTests {
  /// Words that nothing else contains; the index keeps the part of a word that differs from the one before it.
  private static let deleted = "zqdeletedcanary"
  private static let edited = "jxeditedcanary"
  private static let kept = "vwkeptcanary"

  /// How often the text stands in the store's files.
  private func occurrences(of text: String, in path: String) throws -> Int {
    try [path, path + "-wal"].filter { FileManager.default.fileExists(atPath: $0) }.reduce(0) { sum, file in
      var (count, start) = (0, 0)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      while let found = bytes.range(of: Data(text.utf8), in: start..<bytes.count) {
        count += 1
        start = found.upperBound
      }
      return sum + count
    }
  }

  @Test("what was deleted, or edited away, leaves table, index and log; what was kept is still found")
  func nothingIsLeft() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.db")
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    let world = StoreWorld(StoreUnderTest(store: store) { store.drain() })
    let ada = try world.user()
    let team = try world.group(ada, [])
    for number in 0..<200 { try world.post("filler\(number) words", by: ada, in: team) }
    // One of them too long for a page, so that it lies apart from its row.
    let long = Array(repeating: Self.deleted, count: 400).joined(separator: " ")
    let doomed = try [long, "the \(Self.deleted) end"].map { try world.post($0, by: ada, in: team).id }
    let changed = try world.post("first \(Self.edited)", by: ada, in: team).id
    let other = try world.post("and \(Self.kept)", by: ada, in: team).id
    #expect(try world.search(Self.deleted, ada).count == 2)
    #expect(try occurrences(of: "canary", in: path) > 0)

    for message in doomed { try world.perform(.deleteMessage(asker: ada, conversation: team, id: message)) }
    for number in 0...Message.maximumEditHistory {
      try world.perform(
        .editMessage(asker: ada, conversation: team, id: changed, editID: world.id(), text: "second \(number)"))
    }
    var steps = 0
    while try !store.purgeSearch() { steps += 1 }
    #expect(steps > 0)
    for word in [Self.deleted, Self.edited] {
      #expect(try occurrences(of: word, in: path) == 0)
      #expect(try occurrences(of: String(word.dropFirst(2)), in: path) == 0)
      #expect(try world.search(word, ada).isEmpty)
    }
    #expect(try occurrences(of: Self.kept, in: path) > 0)
    #expect(try world.search(Self.kept, ada) == [other])
    #expect(try world.search("filler199", ada).count == 1)
    #expect(try store.purgeSearch(), "there is nothing left to do")
    store.close()
  }

  @Test("a store with its own thread does so by itself after a deletion")
  func byItself() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.db")
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(clock: ContractClock()))
    let world = StoreWorld(StoreUnderTest(store: store) { Pause.short() })
    let ada = try world.user()
    let team = try world.group(ada, [])
    try world.post("stays", by: ada, in: team)
    let message = try world.post(Self.deleted, by: ada, in: team).id
    #expect(try world.search(Self.deleted, ada) == [message])
    try world.perform(.deleteMessage(asker: ada, conversation: team, id: message))
    try await eventually("the terms are gone") {
      try occurrences(of: Self.deleted, in: path) == 0
    }
    store.close()
  }
}
