import OnBoxAI

/// Tells whether a claim has anything to do with the messages that it cites.
struct ClaimSupport: Sendable {
  private static let minimumSimilarity: Float = 0.3

  let embedder: (any SentenceEmbedder)?

  /// They share a word that says something, or mean something alike.
  func supports(_ claim: String, by texts: [String]) -> Bool {
    let words = QuestionWords.content(claim)
    if texts.contains(where: { !QuestionWords.content($0).isDisjoint(with: words) }) { return true }
    guard let embedder else { return false }
    let vectors = embedder.embed([claim] + texts)
    guard let first = vectors.first else { return false }
    return vectors.dropFirst().contains { $0.similarity(first) >= Self.minimumSimilarity }
  }
}
