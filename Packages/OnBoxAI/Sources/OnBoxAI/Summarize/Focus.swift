/// What a summary is asked about.
struct Focus: Sendable {
  /// Stems of the question's content words; empty when the question is about everything.
  let terms: Set<String>
  let embedding: Embedding?

  private static let general = Set(
    Retelling.terms(
      of: SummaryText.words(
        of: English.words("summaries.general").joined(separator: " "))))

  static let everything = Focus(question: nil, embedder: nil)

  init(question: String?, embedder: TextEmbedder?) {
    let words = question.map { SummaryText.words(of: $0) } ?? []
    terms = Set(Retelling.terms(of: words)).subtracting(Self.general)
    if let question, !terms.isEmpty, let embedder {
      embedding = embedder.embed(question)
    } else {
      embedding = nil
    }
  }

  var isEverything: Bool { terms.isEmpty }
}
