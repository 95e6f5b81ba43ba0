// Made from wire/intelligence.json: change that and run `make wire`.

/// A message that says that a task is done. The task cites it too.
public struct TaskReport: Hashable, Sendable, Codable {
  public let message: MessageID
  public let sender: UserID
  /// Its words that say so, at most 160 characters.
  public let text: String

  public init(message: MessageID, sender: UserID, text: String) {
    self.message = message
    self.sender = sender
    self.text = text
  }
}
