/// A piece of text that a search may find.
public struct Passage: Hashable, Sendable {
  /// Where a passage stands among others: passages that stand close together speak of the same
  /// thing.
  public struct Place: Hashable, Sendable {
    /// What it is part of: a conversation, a transcript.
    public let source: String
    /// Its position in there; the next passage has the next number.
    public let position: Int

    public init(source: String, position: Int) {
      self.source = source
      self.position = position
    }
  }

  public let id: String
  public let text: String
  /// What stands around it; its words count too, but less.
  public let context: String?
  /// The meaning of `text`; the ranker computes it when it is missing.
  public let embedding: Embedding?
  public let place: Place?

  public init(id: String, text: String, context: String? = nil, embedding: Embedding? = nil, place: Place? = nil) {
    self.id = id
    self.text = text
    self.context = context
    self.embedding = embedding
    self.place = place
  }
}
