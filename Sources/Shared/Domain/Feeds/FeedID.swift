/// Names anything that has a revision.
public enum FeedID: Hashable, Sendable {
  /// The user's private feed.
  case me
  case conversation(ConversationID)

  public init?(_ text: some StringProtocol) {
    if text == "me" {
      self = .me
    } else if let id = ConversationID(text) {
      self = .conversation(id)
    } else {
      return nil
    }
  }

  public var conversation: ConversationID? {
    if case .conversation(let id) = self { id } else { nil }
  }
}

extension FeedID: CustomStringConvertible {
  public var description: String {
    switch self {
    case .me: "me"
    case .conversation(let id): id.description
    }
  }
}
