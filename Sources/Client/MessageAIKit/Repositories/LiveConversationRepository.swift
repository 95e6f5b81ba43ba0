import ClientStore
import Domain
import WireProtocol

/// Conversations from the local store; changes go to the server and come back as deltas. A new
/// conversation and the settings of one wait without a connection.
struct LiveConversationRepository: ConversationRepository {
  let runtime: ClientRuntime

  func observeConversations() -> AsyncStream<[ConversationSummary]> {
    runtime.events.noting(.appLaunch, runtime.store.observeSummaries())
  }

  func observeBadge() -> AsyncStream<Int> {
    runtime.store.observeBadge()
  }

  func openDirect(with user: UserID) async throws -> ConversationID {
    if let known = try runtime.store.directConversation(with: user) { return known }
    return try await create(.openDirect(runtime.configuration.ids.next(), with: user))
  }

  func createGroup(name: String, members: [UserID]) async throws -> ConversationID {
    // The id comes from here, so that a repeat after a lost answer makes no second group.
    try await create(.createGroup(runtime.configuration.ids.next(), name: name, members: members))
  }

  /// The conversation of the request, or the one that the server has made of it.
  private func create(_ request: ServerRequest) async throws -> ConversationID {
    let user = try runtime.user()
    guard let answer = try await runtime.perform(request) else {
      guard let conversation = request.conversation else { throw ClientError.offline }
      return conversation
    }
    guard case .window(let window) = answer, let conversation = window.feed.conversation else {
      throw ClientError.unreadableAnswer
    }
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
    let conversation = try runtime.store.currentID(of: conversation)
    _ = try await runtime.perform(.changeSettings(change, in: conversation))
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
