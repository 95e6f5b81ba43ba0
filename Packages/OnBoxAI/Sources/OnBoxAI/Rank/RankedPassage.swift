/// A passage's place in a ranking, and what spoke for it.
public struct RankedPassage: Hashable, Sendable {
  public let id: String
  /// Orders the passages of one ranking; means nothing beyond it.
  public let score: Double
  /// How well the words match (BM25): 0 when the passage has none of the query's words.
  public let keyword: Double
  /// How well the meaning matches: the cosine, -1...1; 0 without an embedder.
  public let vector: Double
}
