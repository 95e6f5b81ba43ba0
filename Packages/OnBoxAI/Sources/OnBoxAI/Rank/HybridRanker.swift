import Foundation

/// Ranks passages by words and by meaning.
///
/// Both are brought to one scale and added; passages that stand near good ones rise with them; then
/// the query is widened by what sets the best passages apart, and asked once more. Passages that
/// hold all of a long query teach more: they surely speak of the same thing.
package struct HybridRanker: Sendable {
  /// How far the light of a good passage falls on its neighbours, in places (a standard deviation).
  private static let reach = 2.0
  private static let farthest = 6
  /// The widening: from how many passages, how sharply the first of them count more, and how much
  /// it weighs.
  private static let feedbackPassages = 3
  private static let sharpness = 2.0
  private static let feedbackVectorWeight: Float = 0.5
  private static let feedbackTerms = 20
  /// How much the feedback is trusted: how sharply less with the terms that it lacks, and how many
  /// terms a query must have for its words to tell one thing from all others.
  private static let exactness = 4.0
  private static let tellingTerms = 5.0

  private let embedder: TextEmbedder?

  /// Without an embedder, words alone count, except among passages that bring their embeddings
  /// along with the query's.
  package init(embedder: TextEmbedder?) {
    self.embedder = embedder
  }

  /// The best `limit` passages, best first; equals in the order given. Passages that have nothing
  /// to do with the query come last, but they come: `keyword` and `vector` tell them.
  package func rank(_ query: String, among passages: [Passage], limit: Int) -> [RankedPassage] {
    rank(query, embedding: embedder?.embed(query), among: passages, limit: limit)
  }

  /// The same for a query whose embedding is known.
  package func rank(
    _ query: String, embedding: Embedding?, among passages: [Passage], limit: Int
  ) -> [RankedPassage] {
    guard !passages.isEmpty, limit > 0 else { return [] }
    var index = KeywordIndex(passages)
    let terms = index.weights(of: query)
    let pairs = index.pairScores(of: query)
    let keywords = sum(index.scores(terms), pairs)
    let vectors = embedding.map { _ in embeddings(of: passages) } ?? []
    let direction = embedding.map { $0.values.map(Float.init) } ?? []
    let cosines = similarities(direction, vectors, count: passages.count)
    let neighbours = Neighbours(passages, reach: Self.reach, farthest: Self.farthest)

    let first = neighbours.spread(sum(standardized(keywords), standardized(cosines)))
    let feedback = bestFew(standardized(first))
    let weight = 1 + certainty(of: feedback, terms, index)
    let widened = widen(
      terms, by: index.characteristicTerms(of: feedback, limit: Self.feedbackTerms), weight: weight)
    let widenedDirection = widen(direction, by: feedback, vectors, weight: weight)
    let scores = neighbours.spread(
      sum(
        standardized(sum(index.scores(widened), pairs)),
        standardized(similarities(widenedDirection, vectors, count: passages.count))))

    let order = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    return order.prefix(limit).map { place in
      RankedPassage(
        id: passages[place].id, score: scores[place], keyword: keywords[place], vector: cosines[place])
    }
  }

  private func embeddings(of passages: [Passage]) -> [Embedding?] {
    var embeddings = passages.map(\.embedding)
    guard let embedder else { return embeddings }
    let missing = embeddings.indices.filter { embeddings[$0] == nil }
    for (place, embedding) in zip(missing, embedder.embed(missing.map { passages[$0].text })) {
      embeddings[place] = embedding
    }
    return embeddings
  }

  /// The cosine of each vector with `direction`; 0 where either is missing.
  private func similarities(_ direction: [Float], _ vectors: [Embedding?], count: Int) -> [Double] {
    guard !direction.isEmpty else { return [Double](repeating: 0, count: count) }
    let length = direction.reduce(0) { $0 + $1 * $1 }
    return vectors.map { vector in
      guard let vector else { return 0 }
      var product: Float = 0
      var square: Float = 0
      for (value, other) in zip(vector.values, direction) {
        product += Float(value) * other
        square += Float(value) * Float(value)
      }
      let norms = length * square
      return norms > 0 ? Double(product / norms.squareRoot()) : 0
    }
  }

  /// The first few and how much each is to teach: the shares sum up to 1.
  private func bestFew(_ scores: [Double]) -> [(index: Int, share: Double)] {
    let best = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(Self.feedbackPassages)
    guard let top = best.first else { return [] }
    let weights = best.map { exp(Self.sharpness * (scores[$0] - scores[top])) }
    let sum = weights.reduce(0, +)
    return zip(best, weights).map { (index: $0, share: $1 / sum) }
  }

  /// 1 when the feedback holds every term of a query of some length, near 0 soon when it lacks
  /// some.
  private func certainty(
    of feedback: [(index: Int, share: Double)], _ terms: [String: Double], _ index: KeywordIndex
  ) -> Double {
    let coverage = feedback.reduce(0) { $0 + $1.share * index.coverage(of: terms, by: $1.index) }
    return pow(coverage, Self.exactness) * min(1, Double(terms.count) / Self.tellingTerms)
  }

  private func widen(
    _ terms: [String: Double], by added: [String: Double], weight: Double
  ) -> [String: Double] {
    // At weight 1 all of the feedback weighs as much as all of the query's own terms.
    let factor = Double(terms.count) * weight
    return terms.merging(added.mapValues { $0 * factor }, uniquingKeysWith: +)
  }

  private func widen(
    _ direction: [Float], by feedback: [(index: Int, share: Double)], _ vectors: [Embedding?], weight: Double
  ) -> [Float] {
    guard !direction.isEmpty else { return [] }
    var result = direction
    for (index, share) in feedback {
      guard let vector = vectors[index] else { continue }
      let factor = Self.feedbackVectorWeight * Float(share * weight)
      for place in result.indices { result[place] += factor * Float(vector.values[place]) }
    }
    return result
  }

  private func sum(_ left: [Double], _ right: [Double]) -> [Double] { zip(left, right).map(+) }

  /// Mean 0, variance 1; zeros when all are equal.
  private func standardized(_ values: [Double]) -> [Double] {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    return variance > 1e-12 ? values.map { ($0 - mean) / variance.squareRoot() } : values.map { _ in 0 }
  }
}
