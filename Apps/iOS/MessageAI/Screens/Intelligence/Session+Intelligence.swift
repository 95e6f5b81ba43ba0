import Domain
import ViewModels

extension Session {
  var offline: OfflineContext { OfflineContext(repositories.offline, texts: services.texts) }

  func directory() -> DirectoryModel {
    DirectoryModel(me: me, conversations: repositories.conversations, messages: repositories.messages)
  }

  func availability() -> AvailabilityModel {
    AvailabilityModel(
      intelligence: repositories.intelligence, connection: repositories.connection, offline: offline)
  }

  func digest() -> DigestViewModel {
    DigestViewModel(intelligence: repositories.intelligence, offline: offline)
  }

  func priorityInbox() -> PriorityInboxViewModel {
    PriorityInboxViewModel(
      intelligence: repositories.intelligence, connection: repositories.connection, offline: offline)
  }

  func insights(
    _ kind: Insight.Kind, in conversation: ConversationID? = nil, only: InsightID? = nil
  ) -> InsightsViewModel {
    InsightsViewModel(
      kind: kind, me: me, conversation: conversation, only: only, intelligence: repositories.intelligence,
      clock: services.clock)
  }

  func myTasks() -> MyTasksModel { MyTasksModel(me: me, intelligence: repositories.intelligence) }

  func records(of conversation: ConversationID) -> MessageRecordsModel {
    MessageRecordsModel(conversation: conversation, intelligence: repositories.intelligence)
  }

  func marking(_ kind: Insight.Kind, _ conversation: ConversationID?, _ message: MessageID?) -> MarkInsightViewModel {
    MarkInsightViewModel(
      kind: kind, conversation: conversation, message: message, intelligence: repositories.intelligence,
      messages: repositories.messages)
  }

  func summary(of conversation: ConversationID, line: ClosedRange<Int64>? = nil) -> ThreadSummaryViewModel {
    let unread = conversations.rows.first { $0.id == conversation }?.unread ?? 0
    return ThreadSummaryViewModel(
      conversation: conversation, line: line, intelligence: repositories.intelligence, hasUnread: unread > 0,
      offline: offline)
  }

  func meetings(in conversation: ConversationID, for wish: MeetingWish? = nil) -> MeetingSuggestionsViewModel {
    MeetingSuggestionsViewModel(
      conversation: conversation, intelligence: repositories.intelligence, messages: repositories.messages, wish: wish)
  }

  func intelligenceSwitch(of conversation: ConversationID) -> ConversationIntelligenceModel {
    ConversationIntelligenceModel(
      conversation: conversation, intelligence: repositories.intelligence, conversations: repositories.conversations,
      offline: offline)
  }

  func smartSearch() -> SmartSearchViewModel {
    SmartSearchViewModel(intelligence: repositories.intelligence, clock: services.clock, offline: offline)
  }

  func assistant(about conversation: ConversationID? = nil) -> AssistantViewModel {
    AssistantViewModel(
      conversation: conversation, intelligence: repositories.intelligence, connection: repositories.connection,
      offline: offline)
  }

  func memory() -> MemoryViewModel {
    MemoryViewModel(
      intelligence: repositories.intelligence, connection: repositories.connection, offline: offline)
  }

  func aiPreferences() -> AIPreferencesViewModel {
    AIPreferencesViewModel(
      intelligence: repositories.intelligence, connection: repositories.connection, calendar: services.texts.calendar,
      offline: offline)
  }

  func ledger() -> LedgerViewModel {
    LedgerViewModel(
      intelligence: repositories.intelligence, connection: repositories.connection, offline: offline)
  }

  func earlierOutputs() -> OutputHistoryViewModel {
    OutputHistoryViewModel(
      intelligence: repositories.intelligence, connection: repositories.connection, clock: services.clock,
      offline: offline)
  }

  func output() -> OutputViewModel {
    OutputViewModel(intelligence: repositories.intelligence, offline: offline)
  }
}
