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

  package init(kind: Kind, rows: [ConversationRow]) {
    self.kind = kind
    self.rows = rows
  }

  public var title: Phrase {
    switch kind {
    case .pinned: "Pinned"
    case .others: "Conversations"
    case .archived: "Archived"
    }
  }
}
