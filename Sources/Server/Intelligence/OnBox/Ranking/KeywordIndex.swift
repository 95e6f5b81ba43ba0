import Foundation

/// The words of some passages, to be scored by BM25 against any number of queries.
struct KeywordIndex {
  /// How fast repeating a word stops helping.
  private static let saturation = 1.2
  /// How much long passages are held back.
  private static let lengthShare = 0.6
  /// How much a word counts that stands beside a passage and not in it.
  private static let contextShare = 0.3

  private struct Posting {
    let passage: Int
    var frequency: Double
  }

  private var postings: [String: [Posting]] = [:]
  private var lengths: [Double] = []
  /// The terms of each passage's own text.
  private var counts: [[String: Double]] = []
  private var meanLength = 1.0
  private var cutter = SearchTerms()

  init(_ passages: [Passage]) {
    for (index, passage) in passages.enumerated() {
      var count: [String: Double] = [:]
      for term in cutter.terms(of: passage.text) { count[term, default: 0] += 1 }
      counts.append(count)
      var length = count.values.reduce(0, +)
      if let context = passage.context {
        for term in cutter.terms(of: context) {
          count[term, default: 0] += Self.contextShare
          length += Self.contextShare
        }
      }
      lengths.append(length)
      for (term, frequency) in count {
        postings[term, default: []].append(Posting(passage: index, frequency: frequency))
      }
    }
    if !lengths.isEmpty { meanLength = max(1, lengths.reduce(0, +) / Double(lengths.count)) }
  }

  /// The terms of `query` and how much each counts.
  mutating func weights(of query: String) -> [String: Double] {
    var weights: [String: Double] = [:]
    for term in cutter.terms(of: query) { weights[term] = SearchTerms.asking.contains(term) ? 0.3 : 1 }
    return weights
  }

  /// How well each passage matches the weighted terms: 0 without any of them.
  func scores(_ weights: [String: Double]) -> [Double] {
    var scores = [Double](repeating: 0, count: lengths.count)
    // In a fixed order: sums of floats depend on it, and equal queries must get equal answers.
    for (term, weight) in weights.sorted(by: { $0.key < $1.key }) {
      let rarity = rarity(term) * weight * (Self.saturation + 1)
      for posting in postings[term] ?? [] {
        let share = 1 - Self.lengthShare + Self.lengthShare * lengths[posting.passage] / meanLength
        scores[posting.passage] += rarity * posting.frequency / (posting.frequency + Self.saturation * share)
      }
    }
    return scores
  }

  /// The `limit` terms that set `passages` (with their shares) apart from the others; their weights sum up to 1.
  func characteristicTerms(of passages: [(index: Int, share: Double)], limit: Int) -> [String: Double] {
    var weights: [String: Double] = [:]
    for (index, share) in passages {
      let length = max(20, counts[index].values.reduce(0, +))
      for (term, count) in counts[index] {
        let found = Double(postings[term]?.count ?? 0)
        weights[term, default: 0] += share * count / length * log(1 + Double(lengths.count) / (found + 0.5))
      }
    }
    let best = weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
    let sum = best.reduce(0) { $0 + $1.value }
    return Dictionary(uniqueKeysWithValues: best.map { ($0.key, sum > 0 ? $0.value / sum : 0) })
  }

  private func rarity(_ term: String) -> Double {
    let found = Double(postings[term]?.count ?? 0)
    return log(1 + (Double(lengths.count) - found + 0.5) / (found + 0.5))
  }
}
