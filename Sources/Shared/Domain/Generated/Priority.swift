// Made from wire/intelligence.json: change that and run `make wire`.

/// How much a message wants of one reader.
public enum Priority: String, Sendable, Codable, CaseIterable {
  case urgent
  case canWait = "can_wait"
  /// Needs nothing of the reader: the server has noted it (an action item of somebody else, a
  /// decision, chatter).
  case aiHandled = "ai_handled"
}
