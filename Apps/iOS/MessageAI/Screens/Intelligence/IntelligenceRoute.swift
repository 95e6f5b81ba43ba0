import Domain
import ViewModels

/// A screen of the AI that is pushed.
enum IntelligenceRoute: Hashable {
  case smartSearch
  case preferences
  /// What text of mine went where.
  case transparency
  /// What the assistant keeps about me.
  case memory
  /// Outputs that are still kept.
  case earlier
  /// What I am reminded of.
  case reminders
  /// What waits for the server.
  case waiting
}

/// A sheet of the AI.
enum IntelligenceSheet: Hashable {
  /// Summary, action items, decisions and meeting times of one conversation. The summary begins
  /// with the seqs below the line above what was new, where that is meant.
  case catchUp(ConversationID, ClosedRange<Int64>?)
  /// One action item or decision.
  case record(Insight.Kind, ConversationID, InsightID)
  /// Times for a wish to meet.
  case meet(ConversationID, MeetingWish)
  /// Marks a message by hand; without a conversation or a message one is chosen first.
  case mark(Insight.Kind, ConversationID?, MessageID?)
}
