import Domain
import Intelligence
import OnBoxAI
import ServerCore
import Synchronization
import TestSupport
import Testing

@Suite("The index of vectors")
struct VectorIndexTests {
  private let embedder = WordEmbedder()

  private func index(_ it: IntelligenceFixture, byteLimit: Int = 1 << 20) -> VectorIndex {
    VectorIndex(store: it.store, embedder: embedder.name, byteLimit: byteLimit)
  }

  @Test("finds exactly the most similar of the conversations that are named, and of no other")
  func exact() async throws {
    let it = try IntelligenceFixture()
    let ada = try it.storeFixture.user("Ada")
    let rooms = [
      try it.storeFixture.group(ada, []), try it.storeFixture.group(ada, []), try it.storeFixture.group(ada, []),
    ]
    let words = ["red", "green", "blue", "car", "tree", "house", "river", "stone"]
    var texts: [ConversationID: [String]] = [:]
    for place in 0..<60 {
      let text = (0...place % 5).map { words[(place * 3 + $0 * 7) % words.count] }.joined(separator: " ")
      try it.post(text, by: ada, in: rooms[place % 3])
      texts[rooms[place % 3], default: []].append(text)
    }
    try await it.index()
    let query = try #require(embedder.embed("red car tree"))
    let asked = Array(rooms.prefix(2))
    let found = try index(it).search(query, in: asked, limit: 7)
    let all = try asked.flatMap { room in
      try (texts[room] ?? []).map { try #require(embedder.embed($0)).similarity(query) }
    }
    #expect(found.map(\.similarity) == Array(all.sorted(by: >).prefix(7)))
    #expect(found.allSatisfy { asked.contains($0.conversation) })
  }

  @Test("hears of new, edited and deleted messages")
  func fresh() async throws {
    let it = try IntelligenceFixture()
    let ada = try it.storeFixture.user("Ada")
    let room = try it.storeFixture.group(ada, [])
    let vectors = it.services.vectors
    let query = try #require(embedder.embed("car"))
    func seqs() throws -> [Int64] {
      try vectors.search(query, in: [room], limit: 10).filter { $0.similarity > 0.9 }.map(\.seq).sorted()
    }
    let first = try it.post("car", by: ada, in: room)
    let second = try it.post("tree", by: ada, in: room)
    try await it.index()
    #expect(try seqs() == [1])
    try it.edit(second, to: "car", in: room)
    try it.post("car", by: ada, in: room)
    try await it.index()
    #expect(try seqs() == [1, 2, 3])
    try it.delete(first, in: room)
    try await it.index()
    #expect(try seqs() == [2, 3])
  }

  @Test("reads only the part of a conversation that has changed, also when it is filled from its newest on")
  func parts() throws {
    let stored = Mutex<[Int64]>([])
    let reads = Mutex(0)
    let index = VectorIndex(width: 384, byteLimit: 1 << 20, partLength: 8) { _, after, last, limit in
      let seqs = Array(stored.withLock { $0 }.filter { $0 > after && $0 <= last }.sorted().prefix(limit))
      reads.withLock { $0 += seqs.count }
      return VectorBlock(
        seqs: seqs,
        bytes: seqs.flatMap { seq in (0..<384).map { $0 == Int(seq) ? 100 : 0 } })
    }
    let room = try #require(ConversationID("018f0000-0000-7000-8000-000000000001"))
    func check(_ what: String) throws {
      let seqs = stored.withLock { $0 }.sorted()
      #expect(try index.embeddings(of: room, seqs: Array(0..<100)).keys.sorted() == seqs, "\(what)")
      for seq in seqs {
        let query = Embedding(values: (0..<384).map { $0 == Int(seq) ? 100 : 0 })
        #expect(try index.search(query, in: [room], limit: 1).map(\.seq) == [seq], "\(what)")
      }
    }
    try check("empty")
    for first in stride(from: Int64(57), through: 1, by: -4) {
      stored.withLock { $0 += Array(first..<first + 4) }
      index.changed(room, seqs: first..<first + 4)
      try check("down to \(first)")
    }
    reads.withLock { $0 = 0 }
    stored.withLock { $0.removeAll { $0 == 30 } }
    index.changed(room, seqs: [30])
    try check("one is gone")
    #expect(reads.withLock { $0 } <= 8)
    reads.withLock { $0 = 0 }
    stored.withLock { $0.append(61) }
    try check("one more at the end")
    #expect(reads.withLock { $0 } == 1)
  }

  @Test("lets go of what was not used for longest when its memory is full, and reads it again when asked")
  func memory() async throws {
    let it = try IntelligenceFixture()
    let ada = try it.storeFixture.user("Ada")
    let rooms = try (0..<4).map { _ in try it.storeFixture.group(ada, []) }
    for room in rooms {
      for _ in 0..<10 { try it.post("car", by: ada, in: room) }
    }
    try await it.index()
    let limit = 2 * 10 * (384 + 8)
    let index = index(it, byteLimit: limit)
    let query = try #require(embedder.embed("car"))
    for room in rooms + rooms {
      #expect(try index.search(query, in: [room], limit: 20).count == 10)
      #expect(index.bytes <= limit)
    }
  }
}
