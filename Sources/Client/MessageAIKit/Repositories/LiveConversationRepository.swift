import ClientStore
import Domain
import WireProtocol

/// Conversations from the local store; changes go to the server and come back as deltas.
struct LiveConversationRepository: ConversationRepository {
  let runtime: ClientRuntime

  func observeConversations() -> AsyncStream<[ConversationSummary]> {
    runtime.events.noting(.appLaunch, runtime.store.observeSummaries())
  }

  func observeBadge() -> AsyncStream<Int> {
    runtime.store.observeBadge()
  }

  func openDirect(with user: UserID) async throws -> ConversationID {
    try await create(CreateConversationRequest(kind: .direct, members: [user], name: nil, id: nil))
  }

  func createGroup(name: String, members: [UserID]) async throws -> ConversationID {
    // The id comes from here, so that a repeat after a lost answer makes no second group.
    try await create(
      CreateConversationRequest(kind: .group, members: members, name: name, id: runtime.configuration.ids.next()))
  }

  private func create(_ request: CreateConversationRequest) async throws -> ConversationID {
    let user = try runtime.user()
    let window = try FeedDelta(json: try await runtime.call(.post, "/v1/conversations", body: request.json()))
    guard let conversation = window.feed.conversation else { throw ClientError.unreadableAnswer }
    guard try runtime.store.apply(window, of: user) != nil else { throw ClientError.signedOut }
    return conversation
  }

  func rename(_ conversation: ConversationID, to name: String) async throws {
    let body = ConversationPatchRequest(name: try AccountRules.validatedName(name), photo: nil)
    _ = try await runtime.call(.patch, path(conversation), body: body.json())
  }

  func setPhoto(_ photo: AttachmentID?, of conversation: ConversationID) async throws {
    let body = ConversationPatchRequest(photo: .some(photo?.description))
    _ = try await runtime.call(.patch, path(conversation), body: body.json())
  }

  func addMembers(_ users: [UserID], to conversation: ConversationID) async throws {
    _ = try await runtime.call(
      .post, path(conversation) + "/members", body: AddMembersRequest(users: users).json())
  }

  func removeMember(_ user: UserID, from conversation: ConversationID) async throws {
    _ = try await runtime.call(.delete, path(conversation) + "/members/\(user)")
  }

  func setRole(_ role: Member.Role, of user: UserID, in conversation: ConversationID) async throws {
    _ = try await runtime.call(
      .patch, path(conversation) + "/members/\(user)", body: RoleRequest(role: role).json())
  }

  func leave(_ conversation: ConversationID) async throws {
    try await removeMember(try runtime.user(), from: conversation)
    try runtime.store.removeFeed(.conversation(conversation))
  }

  func change(_ change: ConversationSettingsChange, in conversation: ConversationID) async throws {
    _ = try await runtime.call(
      .put, path(conversation) + "/settings", body: change.json())
  }

  func saveDraft(_ text: String?, in conversation: ConversationID) async throws {
    try runtime.store.saveDraft(text, in: conversation)
  }

  func draft(in conversation: ConversationID) async throws -> String? {
    try runtime.store.draft(in: conversation)
  }

  private func path(_ conversation: ConversationID) -> String {
    "/v1/conversations/\(conversation)"
  }
}
