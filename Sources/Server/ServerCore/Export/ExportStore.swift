import Domain

/// Everything of a workspace, a page at a time, for whoever has its data anyway: nobody is asked
/// whether they may. Like `ServerStore`: synchronous, on any thread, committed data only. Alone the
/// export of the command line reads by it.
package protocol ExportStore: Sendable {
  func exportedWorkspace() throws -> Workspace
  /// All accounts after `user`, oldest first, also those that are disabled; of deleted ones what is
  /// left of them. At most `limit`.
  func exportedPeople(after user: UserID?, limit: Int) throws -> [ExportedPerson]
  /// All conversations after `conversation`, oldest first, at most `limit`.
  func exportedConversations(after conversation: ConversationID?, limit: Int) throws -> [ExportedConversation]
  /// What follows a seq, oldest first, at most `limit`. Of deleted messages there is no text.
  func exportedMessages(of conversation: ConversationID, after seq: Int64, limit: Int) throws -> [Message]
  /// Those that are not withdrawn, the first to change first, behind `insight` as it was read; at
  /// most `limit`. One that changes meanwhile comes once more.
  func exportedInsights(of conversation: ConversationID, after insight: Insight?, limit: Int) throws -> [Insight]
  /// `nil` unless all its bytes are stored.
  func exportedFile(_ file: AttachmentID) throws -> StoredFile?
}

/// An account without its secrets.
package struct ExportedPerson: Sendable {
  package let profile: Profile
  package let isDisabled: Bool
  package let isDeleted: Bool

  package init(profile: Profile, isDisabled: Bool, isDeleted: Bool) {
    self.profile = profile
    self.isDisabled = isDisabled
    self.isDeleted = isDeleted
  }
}

/// A conversation with everybody who is or was in it.
package struct ExportedConversation: Sendable {
  package let row: Conversation
  package let members: [Member]
  package let lastSeq: Int64

  package init(row: Conversation, members: [Member], lastSeq: Int64) {
    self.row = row
    self.members = members
    self.lastSeq = lastSeq
  }
}
