import ClientSync
import Domain
import Foundation
import ServerCore

extension Bench {
  /// Searches of somebody who may read some of many rooms, while others' messages hold the same
  /// words.
  func search(messages: Int, rooms: Int, readable: Int, repetitions: Int) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(2)
    let all = try await fixture.makeGroups(rooms, by: users[1], with: users[0], in: readable)
    try await fixture.post(messages, to: all, from: users[1], words: BenchWords())
    // The first search indexes what is left.
    _ = try fixture.search("indexing", for: users[0])
    for (name, query) in [
      ("a common word", BenchWords.common), ("the beginning of many words", "w5"), ("a rare word", "w500"),
      ("a word that is nowhere", "nowhere"), ("two common words", "\(BenchWords.common) w5"),
    ] {
      var newest = Percentiles()
      var ranked = Percentiles()
      for _ in 0..<repetitions {
        var start = ContinuousClock.now
        _ = try fixture.search(query, for: users[0])
        newest.add(.now - start)
        start = .now
        _ = try fixture.ranked(query, for: users[0])
        ranked.add(.now - start)
      }
      record("search", "\(name), newest first, p50", newest.value(0.5), "ms", target: 30)
      record("search", "\(name), best first, p50", ranked.value(0.5), "ms", target: 30)
    }
    fixture.close()
    try remove(folder)
  }
}

/// Texts whose words are as unevenly spread as people's.
struct BenchWords {
  /// In nearly a third of all texts.
  static let common = "deploy"
  private static let vocabulary = 60_000.0
  private var random = SplitMix64(seed: 1)

  init() {}

  mutating func text() -> String {
    let count = 3 + Int(random.nextUnit() * 15)
    var words = (0..<count).map { _ in
      // The logarithm makes the first words far more frequent than the last.
      "w" + String(Int(exp(random.nextUnit() * log(Self.vocabulary))), radix: 16)
    }
    if random.nextUnit() < 0.3 { words.append(Self.common) }
    return words.joined(separator: " ")
  }
}
