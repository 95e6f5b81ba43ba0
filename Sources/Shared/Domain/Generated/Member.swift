// Made from wire/conversations.json: change that and run `make wire`.

/// A user's place in a conversation, with how far they have received and read. A tombstone once
/// `leftAt` is set.
public struct Member: Hashable, Sendable, Codable {
  public enum Role: String, Sendable, Codable, CaseIterable {
    case member
    case admin
  }

  public let user: UserID
  public var rev: Int64
  public var role: Role
  public var name: String
  public var photo: String?
  /// The conversation's last seq when the user joined: earlier messages are readable and never
  /// unread.
  public var joinSeq: Int64
  public var deliveredSeq: Int64
  public var readSeq: Int64
  public var leftAt: Timestamp?

  public init(
    user: UserID, rev: Int64, role: Role, name: String, photo: String? = nil, joinSeq: Int64 = 0,
    deliveredSeq: Int64 = 0, readSeq: Int64 = 0, leftAt: Timestamp? = nil
  ) {
    self.user = user
    self.rev = rev
    self.role = role
    self.name = name
    self.photo = photo
    self.joinSeq = joinSeq
    self.deliveredSeq = deliveredSeq
    self.readSeq = readSeq
    self.leftAt = leftAt
  }
}
