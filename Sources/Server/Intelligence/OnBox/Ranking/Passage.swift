/// A piece of text that a search may find.
package struct Passage: Hashable, Sendable {
  /// Where a passage stands among others: passages that stand close together speak of the same thing.
  package struct Place: Hashable, Sendable {
    /// What it is part of: a conversation, a transcript.
    package let source: String
    /// Its position in there; the next passage has the next number.
    package let position: Int

    package init(source: String, position: Int) {
      self.source = source
      self.position = position
    }
  }

  package let id: String
  package let text: String
  /// What stands around it; its words count too, but less.
  package let context: String?
  /// The meaning of `text`; the ranker computes it when it is missing.
  package let embedding: Embedding?
  package let place: Place?

  package init(id: String, text: String, context: String? = nil, embedding: Embedding? = nil, place: Place? = nil) {
    self.id = id
    self.text = text
    self.context = context
    self.embedding = embedding
    self.place = place
  }
}
