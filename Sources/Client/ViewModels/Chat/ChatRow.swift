import Domain

/// One row of a chat, from top to bottom.
public enum ChatRow: Hashable, Sendable, Identifiable {
  /// The first message of all is on screen.
  case beginning
  case day(Phrase, first: MessageID)
  case event(ChatEvent)
  case unreadLine(count: Int)
  case message(ChatBubble)

  public enum ID: Hashable, Sendable {
    case beginning
    case day(MessageID)
    case event(ChatEvent.ID)
    case unreadLine
    case message(MessageID)
  }

  public var id: ID {
    switch self {
    case .beginning: .beginning
    case .day(_, let first): .day(first)
    case .event(let event): .event(event.id)
    case .unreadLine: .unreadLine
    case .message(let bubble): .message(bubble.id)
    }
  }

  public var bubble: ChatBubble? {
    if case .message(let bubble) = self { bubble } else { nil }
  }
}
