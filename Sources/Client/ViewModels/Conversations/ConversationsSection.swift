/// A part of the conversation list. Sections without rows are left out.
public struct ConversationsSection: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    case pinned
    case others
    case archived
  }

  public let kind: Kind
  /// Newest first.
  public let rows: [ConversationRow]

  public var id: Kind { kind }

  public var title: Phrase {
    switch kind {
    case .pinned: "Pinned"
    case .others: "Conversations"
    case .archived: "Archived"
    }
  }
}
