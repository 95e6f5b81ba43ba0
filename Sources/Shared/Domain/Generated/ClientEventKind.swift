// Made from wire/events.json: change that and run `make wire`.

/// What took a while.
public enum ClientEventKind: String, Sendable, Codable, CaseIterable {
  /// From the start of the program until the list of conversations was shown.
  case appLaunch
  /// From choosing a conversation until its messages were shown.
  case conversationLoad
  /// From sending a message until the server had it.
  case messageSent
  /// From sending a message until all others had it, while the sender's client was looking.
  case messageDelivered
  /// From asking for a summary or a digest until it was there.
  case summaryGenerated
}
