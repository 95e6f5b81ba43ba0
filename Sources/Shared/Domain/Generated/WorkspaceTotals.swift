// Made from wire/overview.json: change that and run `make wire`.

/// How much a workspace has.
public struct WorkspaceTotals: Hashable, Sendable, Codable {
  /// Accounts that may sign in.
  public let people: Int
  /// Accounts that may not.
  public let disabled: Int
  public let groups: Int
  public let directConversations: Int
  /// All that were ever posted; deleted ones count.
  public let messages: Int
  /// Of all files together.
  public let fileBytes: Int64
  /// That all files together may have.
  public let mostFileBytes: Int64
  /// That one person's files may have.
  public let mostFileBytesEach: Int64

  public init(
    people: Int, disabled: Int, groups: Int, directConversations: Int, messages: Int, fileBytes: Int64,
    mostFileBytes: Int64, mostFileBytesEach: Int64
  ) {
    self.people = people
    self.disabled = disabled
    self.groups = groups
    self.directConversations = directConversations
    self.messages = messages
    self.fileBytes = fileBytes
    self.mostFileBytes = mostFileBytes
    self.mostFileBytesEach = mostFileBytesEach
  }
}
