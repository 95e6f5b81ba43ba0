import Domain

/// What the system's shortcuts and voice assistant do with conversations.
public struct ShortcutActions: Sendable {
  /// Messages of a summary when nothing is unread.
  public static let summaryLength = 100

  private let conversations: any ConversationRepository
  private let messages: any MessageRepository
  private let intelligence: any IntelligenceRepository

  public init(
    conversations: any ConversationRepository, messages: any MessageRepository,
    intelligence: any IntelligenceRepository
  ) {
    self.conversations = conversations
    self.messages = messages
    self.intelligence = intelligence
  }

  /// Those that are not archived, in the order of the list.
  public func suggestions() async -> [ConversationSummary] {
    await all().filter { !$0.settings.archived }
  }

  /// Those with these ids, in the order of the ids; unknown ones are left out.
  public func conversations(_ ids: [ConversationID]) async -> [ConversationSummary] {
    let all = await all()
    return ids.compactMap { id in all.first { $0.id == id } }
  }

  /// Those whose title has every word, archived ones too.
  public func conversations(matching text: String) async -> [ConversationSummary] {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return await all().filter { summary in
      let title = summary.title.lowercased()
      return words.allSatisfy { title.contains($0) }
    }
  }

  /// On disk when it returns; sent when there is a network.
  @discardableResult
  public func send(_ text: String, to conversation: ConversationID) async throws -> MessageID {
    try await messages.send(text, to: conversation, replyTo: nil)
  }

  /// What is unread in prose, or the newest messages when nothing is. Needs the network.
  public func summarize(_ conversation: ConversationID) async throws -> Phrase {
    guard let summary = await conversations([conversation]).first else { throw Refusal.notFound }
    let range: SummaryRange = summary.unread > 0 ? .unread : .last(Self.summaryLength)
    let output = try await intelligence.summarize(conversation, range, question: nil)
    let text = output.text.trimmingWhitespace
    return text.isEmpty ? "There is nothing to summarise." : Phrase(verbatim: text)
  }

  private func all() async -> [ConversationSummary] {
    for await summaries in conversations.observeConversations() { return summaries }
    return []
  }
}
