/// Says what a conversation came to in the words of those who spoke, without a language model: the
/// same turns always give the same words.
///
/// Nothing is reworded. Whole sentences are chosen, without sounds, repeated words and markers at
/// their edges.
package struct Summarizer: Sendable {
  private let embedder: TextEmbedder?

  /// `embedder` may be `nil`: a question then finds its lines by their words only.
  package init(embedder: TextEmbedder?) {
    self.embedder = embedder
  }

  /// What `turns` came to, in about `words` words; about `question` if there is one. Empty when
  /// they say nothing, or nothing about that.
  package func summarize(_ turns: [Turn], embeddings: [Embedding] = [], question: String? = nil, words: Int) -> Summary
  {
    composer(turns, embeddings, question).compose(words: words)
  }

  /// The same with what else a reader wants to know.
  /// - `pressing`: the turn that is quoted before all others.
  package func account(
    _ turns: [Turn], embeddings: [Embedding] = [], question: String? = nil, words: Int, pressing: Int? = nil
  ) -> ConversationAccount {
    let composer = composer(turns, embeddings, question)
    return ConversationAccount(
      summary: composer.compose(words: words, pressing: pressing), openQuestions: composer.openQuestions(),
      contributions: composer.contributions(), unread: composer.talk.unread)
  }

  private func composer(_ turns: [Turn], _ embeddings: [Embedding], _ question: String?) -> QuoteComposer {
    QuoteComposer(
      talk: SpokenConversation(turns), embeddings: embeddings, focus: Focus(question: question, embedder: embedder))
  }

  /// What the turns are about in a few words, the weightiest first: phrases that come up in more
  /// than one turn.
  package func topics(of turns: [Turn], limit: Int) -> [String] {
    KeyPhrases(turns).top(limit).map(\.text)
  }

  /// In how many words a summary of `count` messages is read at ease.
  package static func words(for count: Int) -> Int {
    let part = Double(min(max(count, 8), 120) - 8) / 112
    return 60 + Int(part * 140)
  }
}
