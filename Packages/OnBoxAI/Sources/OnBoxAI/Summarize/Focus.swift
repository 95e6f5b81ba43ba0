/// What a summary is asked about.
struct Focus: Sendable {
  /// Stems of the question's content words; empty when the question is about everything.
  let terms: Set<String>
  let embedding: Embedding?

  private static let general = Set(English.words("summaries.general").map { SpokenLine.stem($0) })

  static let everything = Focus(question: nil, embedder: nil)

  init(question: String?, embedder: TextEmbedder?) {
    let words = question.map { SpokenText.words(of: $0) } ?? []
    terms = Set(SpokenLine.terms(of: words)).subtracting(Self.general)
    if let question, !terms.isEmpty, let embedder {
      embedding = embedder.embed(question)
    } else {
      embedding = nil
    }
  }

  var isEverything: Bool { terms.isEmpty }
}
