/// Retells conversations in prose, without a language model: the same turns always give the same
/// words.
///
/// Every sentence names the turns that say so. Rewriting goes into the third person and shortens;
/// what cannot be rewritten safely is quoted.
package struct Summarizer: Sendable {
  private let embedder: TextEmbedder?

  /// `embedder` may be `nil`: sentences are then weighed by their words only.
  package init(embedder: TextEmbedder?) {
    self.embedder = embedder
  }

  /// What `turns` came to, in at most `words` words; about `question` if there is one. Empty for
  /// empty turns.
  package func summarize(_ turns: [Turn], question: String?, words: Int) -> Summary {
    summarize(turns, embeddings: [], question: question, words: words)
  }

  /// The same with the turns' embeddings, one a turn; an empty array where none are known.
  package func summarize(_ turns: [Turn], embeddings: [Embedding], question: String?, words: Int) -> Summary {
    summarize(Retelling(turns, embeddings: embeddings), question: question, words: words)
  }

  /// The summary, the key points and the contributions of the same turns, retold only once.
  package func account(
    _ turns: [Turn], embeddings: [Embedding], question: String?, words: Int, keyPoints limit: Int
  ) -> (summary: Summary, keyPoints: [SummarySentence], contributions: [SummarySentence]) {
    let retelling = Retelling(turns, embeddings: embeddings)
    let summary = summarize(retelling, question: question, words: words)
    let composer = ChatComposer(retelling: retelling, focus: .everything)
    return (summary, composer.keyPoints(limit: limit), composer.contributions())
  }

  private func summarize(_ retelling: Retelling, question: String?, words: Int) -> Summary {
    let focus = Focus(question: question, embedder: embedder)
    guard MeetingComposer.suits(retelling, words: words) else {
      return Summary(sentences: ChatComposer(retelling: retelling, focus: focus).compose(words: words))
    }
    // Transcripts come without times, messages with them.
    let noun = retelling.turns.contains { $0.at != nil } ? "conversation" : "meeting"
    let composer = MeetingComposer(retelling: retelling, focus: focus, noun: noun)
    return Summary(sentences: composer.compose(words: words))
  }

  /// The `limit` weightiest things that were said, oldest first.
  package func keyPoints(_ turns: [Turn], limit: Int) -> [SummarySentence] {
    ChatComposer(retelling: Retelling(turns, embeddings: []), focus: .everything).keyPoints(limit: limit)
  }

  /// Who said what: the weightiest sentence of each speaker, in order of first appearance.
  package func contributions(_ turns: [Turn]) -> [SummarySentence] {
    ChatComposer(retelling: Retelling(turns, embeddings: []), focus: .everything).contributions()
  }

  /// What the turns are about in a few words, the weightiest first: phrases that come up in more
  /// than one turn.
  package func topics(of turns: [Turn], limit: Int) -> [String] {
    KeyPhrases(turns).top(limit * 2, in: 0..<turns.count, without: [], focus: .everything)
      .filter { $0.turns.count > 1 }.prefix(limit).map(\.text)
  }
}
