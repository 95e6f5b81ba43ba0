/// A passage's place in a ranking, and what spoke for it.
package struct RankedPassage: Hashable, Sendable {
  package let id: String
  /// Orders the passages of one ranking; means nothing beyond it.
  package let score: Double
  /// How well the words match (BM25): 0 when the passage has none of the query's words.
  package let keyword: Double
  /// How well the meaning matches: the cosine, -1...1; 0 without an embedder.
  package let vector: Double

  package init(id: String, score: Double, keyword: Double, vector: Double) {
    self.id = id
    self.score = score
    self.keyword = keyword
    self.vector = vector
  }
}
