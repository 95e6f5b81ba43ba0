/// The AI as a client sees it. Insights come with their conversations' feeds and are read from the
/// device; all else asks the server.
public protocol IntelligenceRepository: Sendable {
  func status() async throws -> AIStatus
  func preferences() async throws -> AIPreferences
  func save(_ preferences: AIPreferences) async throws
  /// Whether a conversation's messages are worked on; admins of groups and both of a direct
  /// conversation may change it.
  func setIntelligence(isOn: Bool, in conversation: ConversationID) async throws
  /// A conversation's messages that are not worked on yet; 10,000 stands for more too.
  func waitingMessages(in conversation: ConversationID) async throws -> Int

  // Summaries
  func summarize(_ conversation: ConversationID, _ range: SummaryRange, question: String?) async throws -> AIOutput
  /// What I have missed everywhere.
  func digest() async throws -> AIOutput
  func outputs() async throws -> [AIOutput]
  func setFeedback(_ feedback: AIOutput.Feedback?, note: String?, of output: AIOutputID) async throws
  func dismiss(_ output: AIOutputID) async throws
  /// What `share` would post in the output's conversation.
  func sharePreview(_ output: AIOutputID) async throws -> String
  /// Posts the output's text in its conversation, as me.
  func share(_ output: AIOutputID, to conversation: ConversationID) async throws

  // Action items, decisions, meetings
  /// From the device, as it is now and after each change, newest first.
  func observeInsights(_ filter: InsightFilter) -> AsyncStream<[PlacedInsight]>
  func mark(
    _ kind: Insight.Kind, message: MessageID, in conversation: ConversationID, text: String?
  ) async throws -> Insight
  func write(_ task: NewTask, in conversation: ConversationID) async throws -> Insight
  func change(_ change: InsightChange, of insight: InsightID, in conversation: ConversationID) async throws -> Insight
  /// Has the last weeks of a conversation read once more for action items or decisions. What is
  /// found comes with the conversation's feed too.
  func lookAgain(for kind: Insight.Kind, in conversation: ConversationID) async throws -> InsightReading
  /// My open action items as an iCalendar file of to-dos.
  func actionItemsCalendar() async throws -> String

  // Priority
  func priorities(unreadOnly: Bool) async throws -> [PriorityVerdict]
  /// Corrects one verdict; later ones learn from it.
  func correct(_ message: MessageID, in conversation: ConversationID, to priority: Priority) async throws

  // Search
  /// What is found, as it comes, each element all of it so far: the messages, then, where the query
  /// `asks`, the answer. One request.
  func find(_ query: String, limit: Int, asks: Bool) -> AsyncThrowingStream<SmartSearchResult, any Error>
  func ask(_ question: String) async throws -> AIOutput

  // Meetings
  func suggestMeetingTimes(
    _ conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
  ) async throws -> AIOutput
  /// The slot as an iCalendar file.
  func calendarFile(_ output: AIOutputID, slot: Int) async throws -> String

  // Assistant
  /// The assistant's answer as it grows; the last element is complete. The same words with the same
  /// id are heard once.
  func talk(
    _ text: String, about conversation: ConversationID?, as id: AssistantMessageID?
  ) -> AsyncThrowingStream<AssistantMessage, any Error>
  func history() async throws -> [AssistantMessage]
  func eraseHistory() async throws
  func memory() async throws -> [MemoryEntry]
  func erase(_ memory: MemoryEntryID) async throws
  func decide(_ proposal: ActionProposalID, isApproved: Bool) async throws -> ActionProposal

  /// What text of mine went where, newest first.
  func ledger() async throws -> [LedgerEntry]
}

extension IntelligenceRepository {
  /// Says something that is not said again.
  public func talk(
    _ text: String, about conversation: ConversationID?
  ) -> AsyncThrowingStream<AssistantMessage, any Error> {
    talk(text, about: conversation, as: nil)
  }
}
