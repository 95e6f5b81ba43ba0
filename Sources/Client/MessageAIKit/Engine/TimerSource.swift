import Domain

/// Wakes the engine: each timer comes back once as `.timer`. Starting a timer again replaces it.
package protocol TimerSource: AnyObject {
  func start(_ timer: EngineTimer, seconds: Double)
  func cancel(_ timer: EngineTimer)
}

/// The engine's timers by what they are for.
package enum EngineTimer: Hashable, Sendable {
  case reconnect
  case liveness
  case retry(ConversationID)
  case retryUpload(AttachmentID)
  /// Requests about the same, which the server has put off.
  case retryRequest(String)
  /// Watermarks that wait to be sent together.
  case watermarks
  /// The user's own typing, begun again before the server listens.
  case ownTyping(ConversationID)
  /// Someone's typing has not been renewed.
  case typing(ConversationID, UserID)
}
