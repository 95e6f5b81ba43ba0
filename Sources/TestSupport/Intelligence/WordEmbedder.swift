import Intelligence
import OnBoxAI
import Synchronization

/// Vectors that tell how many words two texts share: for tests that need vectors but no model's
/// files.
///
/// Words of one group of `synonyms` count as one word.
package final class WordEmbedder: SentenceEmbedder {
  package let name = "words 1"
  private let groups: [String: String]
  private let counted = Mutex(0)

  package init(synonyms: [[String]] = []) {
    var groups: [String: String] = [:]
    for group in synonyms {
      for word in group { groups[word] = group[0] }
    }
    self.groups = groups
  }

  /// Texts embedded so far.
  package var count: Int { counted.withLock { $0 } }

  package func embed(_ texts: [String]) -> [Embedding] {
    counted.withLock { $0 += texts.count }
    return texts.map(vector)
  }

  private func vector(_ text: String) -> Embedding {
    var values = [Float](repeating: 0, count: Embedding.dimensions)
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
      // FNV-1a: equal on every run, unlike Swift's own hashes.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in (groups[word] ?? word).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      values[Int(hash % UInt64(values.count))] += 1
    }
    let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return Embedding(unit: length > 0 ? values.map { $0 / length } : values)
  }
}
