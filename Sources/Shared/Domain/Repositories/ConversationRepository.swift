/// Conversations of the signed-in user.
public protocol ConversationRepository: Sendable {
  /// The list as it is now and after each change: pinned first, then newest first. Archived ones
  /// are included.
  func observeConversations() -> AsyncStream<[ConversationSummary]>
  /// The badge: unread messages in conversations neither muted nor archived.
  func observeBadge() -> AsyncStream<Int>
  /// Opens the direct conversation with `user`, making it if needed. Needs the network.
  func openDirect(with user: UserID) async throws -> ConversationID
  func createGroup(name: String, members: [UserID]) async throws -> ConversationID
  /// Throws `invalid` for a name that breaks the rule of names.
  func rename(_ conversation: ConversationID, to name: String) async throws
  /// Changes a group's photo to an image that was uploaded; `nil` takes it away. Needs the network.
  func setPhoto(_ photo: AttachmentID?, of conversation: ConversationID) async throws
  func addMembers(_ users: [UserID], to conversation: ConversationID) async throws
  func removeMember(_ user: UserID, from conversation: ConversationID) async throws
  func setRole(_ role: Member.Role, of user: UserID, in conversation: ConversationID) async throws
  func leave(_ conversation: ConversationID) async throws
  func change(_ change: ConversationSettingsChange, in conversation: ConversationID) async throws
  /// The composer's text is kept per conversation on this device; `nil` or empty clears it.
  func saveDraft(_ text: String?, in conversation: ConversationID) async throws
  func draft(in conversation: ConversationID) async throws -> String?
}
