// Made from wire/conversations.json: change that and run `make wire`.

/// A direct conversation of two, or a group.
public struct Conversation: Hashable, Sendable, Identifiable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case direct
    case group
  }

  public let id: ConversationID
  /// Revision at which this row (not the feed) last changed.
  public var rev: Int64
  public let kind: Kind
  /// Groups only.
  public var name: String?
  public var photo: String?
  public let createdAt: Timestamp
  public let createdBy: UserID
  /// Whether the server works on its messages. Off: nothing of it is summarised, searched by
  /// meaning, found or sent to a model.
  public var isIntelligenceOn: Bool
  /// Groups only: its last renaming. Absent until it is renamed.
  public var renamed: Renaming?

  public init(
    id: ConversationID, rev: Int64, kind: Kind, name: String? = nil, photo: String? = nil, createdAt: Timestamp,
    createdBy: UserID, isIntelligenceOn: Bool = true, renamed: Renaming? = nil
  ) {
    self.id = id
    self.rev = rev
    self.kind = kind
    self.name = name
    self.photo = photo
    self.createdAt = createdAt
    self.createdBy = createdBy
    self.isIntelligenceOn = isIntelligenceOn
    self.renamed = renamed
  }
}
