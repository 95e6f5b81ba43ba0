import Testing

@testable import OnBoxAI

@Suite("Exact search over packed embeddings")
struct EmbeddingScanTests {
  /// The same numbers each time.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64 = 42

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private func vectors(_ count: Int) -> [Embedding] {
    var dice = Dice()
    return (0..<count).compactMap { _ in
      Embedding(bytes: (0..<384).map { _ in UInt8(bitPattern: Int8.random(in: -30...30, using: &dice)) })
    }
  }

  @Test("the best of many, as sorting all of them would find them", arguments: [0, 1, 7, 1024, 2500])
  func best(count: Int) {
    let all = vectors(count + 1)
    let query = all[count]
    let stored = Array(all.prefix(count))
    let packed = stored.flatMap(\.values)
    let found = packed.withUnsafeBufferPointer { EmbeddingScan.top(query, over: $0, count: count, limit: 20) }
    let similarities = stored.map(query.similarity)
    let expected = similarities.enumerated().sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
    #expect(found.map(\.index) == expected.prefix(20).map(\.offset))
    for (hit, wanted) in zip(found, expected) { #expect(abs(hit.similarity - wanted.element) < 1e-5) }
  }

  @Test("equals come in the order of their index, and no more than there are")
  func equals() {
    let one = vectors(1)[0]
    let packed = (0..<5).flatMap { _ in one.values }
    packed.withUnsafeBufferPointer { buffer in
      #expect(EmbeddingScan.top(one, over: buffer, count: 5, limit: 3).map(\.index) == [0, 1, 2])
      #expect(EmbeddingScan.top(one, over: buffer, count: 5, limit: 9).map(\.index) == [0, 1, 2, 3, 4])
      #expect(EmbeddingScan.top(one, over: buffer, count: 5, limit: 0).isEmpty)
    }
  }

  @Test("an embedding survives its bytes; another number of bytes is none")
  func bytes() {
    let one = vectors(1)[0]
    #expect(Embedding(bytes: one.bytes) == one)
    #expect(Embedding(bytes: Array(one.bytes.dropLast())) == nil)
    #expect(Embedding(bytes: []) == nil)
  }

  @Test("similarity is 1 with itself, -1 with its opposite, 0 with nothing")
  func similarity() {
    var unit = [Float](repeating: 0, count: 384)
    unit[3] = 1
    let one = Embedding(unit: unit)
    let opposite = Embedding(unit: unit.map { -$0 })
    let nothing = Embedding(unit: unit.map { $0 * 0 })
    #expect(one.similarity(one) == 1)
    #expect(one.similarity(opposite) == -1)
    #expect(one.similarity(nothing) == 0)
  }
}
