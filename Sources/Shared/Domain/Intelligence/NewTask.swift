/// A task that a member writes into a conversation, resting on no message.
public struct NewTask: Hashable, Sendable {
  public var text: String
  /// A member of the conversation; `nil` for nobody yet.
  public var owner: UserID?
  public var dueAt: Timestamp?

  public init(text: String, owner: UserID? = nil, dueAt: Timestamp? = nil) {
    self.text = text
    self.owner = owner
    self.dueAt = dueAt
  }
}
