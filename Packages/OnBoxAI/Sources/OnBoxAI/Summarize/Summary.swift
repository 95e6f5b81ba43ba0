/// What a conversation came to: what people said, in their own words.
public struct Summary: Hashable, Sendable {
  /// In the order in which it was said. Empty when nothing was said that tells a reader something.
  public var points: [SummaryPoint]

  public init(points: [SummaryPoint]) {
    self.points = points
  }

  /// The points as one paragraph.
  public var text: String { points.map(\.text).joined(separator: " ") }
}

/// One thing that was said and what was said to it: a question with its answer, a proposal with
/// what became of it, a statement with what it points at.
public struct SummaryPoint: Hashable, Sendable {
  /// Whole sentences of one speaker, without what says nothing.
  public struct Quote: Hashable, Sendable {
    public let speaker: String
    public let text: String
    /// Indices of the turns that they stand in, ascending.
    public let turns: [Int]
  }

  /// What this point and the ones after it are about, in words that come up again and again; `nil`
  /// when it is about the same as the one before, or nothing comes up again.
  public var topic: String?
  /// In the order in which they were said; never empty.
  public var quotes: [Quote]

  public init(topic: String? = nil, quotes: [Quote]) {
    self.topic = topic
    self.quotes = quotes
  }

  /// The topic, then each quote after its speaker: `Mira: “Who signs?” Tomas: “I do.”`.
  public var text: String {
    let said = quotes.map { "\($0.speaker): “\($0.text)”" }.joined(separator: " ")
    return topic.map { "\($0) – \(said)" } ?? said
  }

  /// Indices of the turns that say so, ascending, each once; never empty.
  public var sources: [Int] { Array(Set(quotes.flatMap(\.turns))).sorted() }

  /// Whose words they are; `nil` when several people speak.
  public var speaker: String? { Set(quotes.map(\.speaker)).count == 1 ? quotes.first?.speaker : nil }
}

/// A summary, and what else a reader wants to know of a conversation.
public struct ConversationAccount: Hashable, Sendable {
  public let summary: Summary
  /// What was asked and not answered, oldest first.
  public let openQuestions: [SummaryPoint]
  /// What each speaker said that weighs most, in order of first appearance.
  public let contributions: [SummaryPoint]
  /// Turns in another language than English, which were not read; ascending.
  public let unread: [Int]
}
