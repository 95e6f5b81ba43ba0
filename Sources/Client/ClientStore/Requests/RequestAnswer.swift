import Domain

/// What the server has answered to a request.
package enum RequestAnswer: Hashable, Sendable {
  /// It is done, and its rows come with their feed.
  case done
  case insight(Insight)
  case reminder(Reminder)
  case settings(ConversationSettings)
  case window(FeedDelta)
  case output(AIOutput)
  /// The whole talk with the assistant.
  case talk([AssistantMessage])
}
