import Domain

/// A feed by a name that means the same on every node.
enum SharedFeed: Hashable, Sendable {
  case conversation(ConversationID)
  /// The private feed of a user.
  case user(UserID)

  /// `nil` for a private feed of nobody.
  init?(_ feed: FeedID, audience: [UserID]) {
    switch feed {
    case .conversation(let id): self = .conversation(id)
    case .me:
      guard let user = audience.first else { return nil }
      self = .user(user)
    }
  }

  /// As its readers name it.
  var id: FeedID {
    switch self {
    case .conversation(let id): .conversation(id)
    case .user: .me
    }
  }

  var subject: BusSubject {
    switch self {
    case .conversation(let id): .conversation(id)
    case .user(let id): .user(id)
    }
  }
}
