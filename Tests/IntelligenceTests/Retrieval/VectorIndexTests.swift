import Domain
import Intelligence
import OnBoxAI
import ServerCore
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
