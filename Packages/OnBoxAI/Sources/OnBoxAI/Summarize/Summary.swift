/// What a conversation came to: what people said, in their own words.
public struct Summary: Hashable, Sendable {
  /// What several people of a long talk came back to, the weightiest first; empty for a short one,
  /// and where nothing comes up again and again.
  public var topics: [SummaryTopic]
  /// In the order in which it was said. Empty when nothing was said that tells a reader something.
  public var points: [SummaryPoint]

  public init(topics: [SummaryTopic] = [], points: [SummaryPoint]) {
    self.topics = topics
    self.points = points
  }

  /// "About: garden fence, roof."; `nil` without topics.
  public var about: String? { topics.isEmpty ? nil : "About: \(topics.map(\.text).joined(separator: ", "))." }

  /// All of it as one paragraph.
  public var text: String { ([about].compactMap(\.self) + points.map(\.text)).joined(separator: " ") }
}

/// A thing that several people speak of again and again.
public struct SummaryTopic: Hashable, Sendable {
  public let text: String
  /// Indices of the turns in which the first two of them speak of it first, ascending.
  public let turns: [Int]
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

  /// In the order in which they were said; never empty.
  public var quotes: [Quote]

  public init(quotes: [Quote]) {
    self.quotes = quotes
  }

  /// Each quote after its speaker: `Mira: “Who signs?” Tomas: “I do.”`.
  public var text: String { quotes.map { "\($0.speaker): “\($0.text)”" }.joined(separator: " ") }

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
