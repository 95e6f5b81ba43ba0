import Domain
import ViewModels

extension Session {
  func directory() -> DirectoryModel {
    DirectoryModel(me: me, conversations: repositories.conversations, messages: repositories.messages)
  }

  func availability() -> AvailabilityModel {
    AvailabilityModel(intelligence: repositories.intelligence)
  }

  func digest() -> DigestViewModel {
    DigestViewModel(intelligence: repositories.intelligence)
  }

  func priorityInbox() -> PriorityInboxViewModel {
    PriorityInboxViewModel(intelligence: repositories.intelligence)
  }

  func insights(_ kind: Insight.Kind, in conversation: ConversationID? = nil) -> InsightsViewModel {
    InsightsViewModel(
      kind: kind, me: me, conversation: conversation, intelligence: repositories.intelligence, clock: services.clock)
  }

  func marking(_ kind: Insight.Kind, _ conversation: ConversationID?, _ message: MessageID?) -> MarkInsightViewModel {
    MarkInsightViewModel(
      kind: kind, conversation: conversation, message: message, intelligence: repositories.intelligence,
      messages: repositories.messages)
  }

  func summary(of conversation: ConversationID) -> ThreadSummaryViewModel {
    let unread = conversations.rows.first { $0.id == conversation }?.unread ?? 0
    return ThreadSummaryViewModel(
      conversation: conversation, intelligence: repositories.intelligence, hasUnread: unread > 0)
  }

  func meetings(in conversation: ConversationID) -> MeetingSuggestionsViewModel {
    MeetingSuggestionsViewModel(
      conversation: conversation, intelligence: repositories.intelligence, messages: repositories.messages)
  }

  func intelligenceSwitch(of conversation: ConversationID) -> ConversationIntelligenceModel {
    ConversationIntelligenceModel(conversation: conversation, intelligence: repositories.intelligence)
  }

  func smartSearch() -> SmartSearchViewModel {
    SmartSearchViewModel(intelligence: repositories.intelligence, clock: services.clock)
  }

  func assistant(about conversation: ConversationID? = nil) -> AssistantViewModel {
    AssistantViewModel(conversation: conversation, intelligence: repositories.intelligence)
  }

  func memory() -> MemoryViewModel {
    MemoryViewModel(intelligence: repositories.intelligence)
  }

  func aiPreferences() -> AIPreferencesViewModel {
    AIPreferencesViewModel(intelligence: repositories.intelligence, calendar: services.texts.calendar)
  }

  func ledger() -> LedgerViewModel {
    LedgerViewModel(intelligence: repositories.intelligence)
  }

  func earlierOutputs() -> OutputHistoryViewModel {
    OutputHistoryViewModel(intelligence: repositories.intelligence, clock: services.clock)
  }

  func output() -> OutputViewModel {
    OutputViewModel(intelligence: repositories.intelligence)
  }
}
