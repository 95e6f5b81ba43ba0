import Foundation

/// The words of some passages, to be scored by BM25 against any number of queries.
struct KeywordIndex {
  /// How fast repeating a word stops helping.
  private static let saturation = 0.7
  /// How much long passages are held back.
  private static let lengthShare = 0.6
  /// How much a word counts that stands beside a passage and not in it.
  private static let contextShare = 0.3
  /// How much two terms that stand side by side count beside what each counts.
  private static let pairShare = 0.5
  /// How much a term counts that says how to answer.
  private static let askingShare = 0.3

  private struct Posting {
    let passage: Int
    var frequency: Double
  }

  private var postings: [String: [Posting]] = [:]
  private var lengths: [Double] = []
  /// The terms of each passage's own text in their order.
  private var sequences: [[String]] = []
  /// How often each of them stands there.
  private var counts: [[String: Double]] = []
  private var meanLength = 1.0
  private var cutter = SearchTerms()

  init(_ passages: [Passage]) {
    for (index, passage) in passages.enumerated() {
      var count: [String: Double] = [:]
      let sequence = cutter.terms(of: passage.text)
      for term in sequence { count[term, default: 0] += 1 }
      sequences.append(sequence)
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
    for term in cutter.terms(of: query) { weights[term] = weight(term) }
    return weights
  }

  private func weight(_ term: String) -> Double { SearchTerms.asking.contains(term) ? Self.askingShare : 1 }

  /// How well each passage matches the weighted terms: 0 without any of them.
  func scores(_ weights: [String: Double]) -> [Double] {
    var scores = [Double](repeating: 0, count: lengths.count)
    // In a fixed order: sums of floats depend on it, and equal queries must get equal answers.
    for (term, weight) in weights.sorted(by: { $0.key < $1.key }) {
      add(postings[term] ?? [], weight: weight, to: &scores)
    }
    return scores
  }

  /// How well each passage matches terms that stand side by side in `query` and in the passage too:
  /// phrases, and names of several parts. 0 without any of them; to be added to the scores of the
  /// single terms.
  mutating func pairScores(of query: String) -> [Double] {
    var scores = [Double](repeating: 0, count: lengths.count)
    let terms = cutter.terms(of: query)
    var known: [String: Set<String>] = [:]
    for (first, second) in zip(terms, terms.dropFirst()) where known[first, default: []].insert(second).inserted {
      add(pair(first, second), weight: Self.pairShare * min(weight(first), weight(second)), to: &scores)
    }
    return scores
  }

  /// Where `second` follows `first`.
  private func pair(_ first: String, _ second: String) -> [Posting] {
    guard let before = postings[first], let after = postings[second] else { return [] }
    return (before.count < after.count ? before : after).compactMap { posting in
      let sequence = sequences[posting.passage]
      let count = zip(sequence, sequence.dropFirst()).count { $0 == first && $1 == second }
      return count > 0 ? Posting(passage: posting.passage, frequency: Double(count)) : nil
    }
  }

  private func add(_ postings: [Posting], weight: Double, to scores: inout [Double]) {
    let most = rarity(found: postings.count) * weight * (Self.saturation + 1)
    for posting in postings {
      let share = 1 - Self.lengthShare + Self.lengthShare * lengths[posting.passage] / meanLength
      scores[posting.passage] += most * posting.frequency / (posting.frequency + Self.saturation * share)
    }
  }

  /// How much of what `weights` look for a passage holds itself: 0...1, rare terms counting more.
  func coverage(of weights: [String: Double], by passage: Int) -> Double {
    var held = 0.0
    var all = 0.0
    for (term, weight) in weights.sorted(by: { $0.key < $1.key }) {
      let share = weight * rarity(found: postings[term]?.count ?? 0)
      all += share
      if counts[passage][term] != nil { held += share }
    }
    return all > 0 ? held / all : 0
  }

  /// The `limit` terms that set `passages` (with their shares) apart from the others; their weights
  /// sum up to 1.
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

  private func rarity(found: Int) -> Double {
    log(1 + (Double(lengths.count) - Double(found) + 0.5) / (Double(found) + 0.5))
  }
}
