import ClientStore
import Domain

extension DeviceFixture: MessageRepository {
  func observeTimeline(_ conversation: ConversationID) -> AsyncStream<Timeline> {
    store.observeTimeline(conversation)
  }

  func send(
    _ text: String, to conversation: ConversationID, replyTo: MessageID?, attachments: [OutgoingFile]
  ) async throws -> MessageID {
    try check()
    let id: MessageID = RandomIdentifierSource(clock: wallClock).next()
    let message = PendingMessage(
      id: id, conversation: conversation,
      text: try MessageText.validated(text, hasAttachments: !attachments.isEmpty), replyTo: replyTo,
      createdAt: wallClock.now)
    if attachments.isEmpty {
      try store.enqueue(.send(message))
    } else {
      let ids = RandomIdentifierSource(clock: wallClock)
      try store.enqueue(message, files: attachments.map { (ids.next(), $0) })
    }
    return id
  }

  func edit(_ message: MessageID, in conversation: ConversationID, text: String) async throws {
    try check()
    let editID: EditID = RandomIdentifierSource(clock: wallClock).next()
    let text = try MessageText.validated(text, hasAttachments: try store.hasFiles(message, in: conversation))
    try store.enqueue(.edit(message: message, conversation: conversation, editID: editID, text: text))
  }

  func delete(_ message: MessageID, in conversation: ConversationID) async throws {
    try check()
    try store.enqueue(.delete(message: message, conversation: conversation))
  }

  func retry(_ message: MessageID) async throws { try store.retry(message) }
  func discard(_ message: MessageID) async throws { try store.discard(message) }

  func loadOlder(_ conversation: ConversationID) async throws -> Bool {
    try check()
    guard let page = state.withLock({ $0.older.popLast() }) else { return false }
    try store.apply(page)
    return try store.hasOlder(conversation)
  }

  func markRead(_ conversation: ConversationID, upTo seq: Int64) async throws {
    try store.setLocalRead(conversation, seq: seq, markUnread: false)
  }

  func markUnread(_ conversation: ConversationID, from seq: Int64) async throws {
    try store.setLocalRead(conversation, seq: seq - 1, markUnread: true)
  }

  func search(_ query: String, before: String?) async throws -> (results: [SearchResult], next: String?) {
    let gate = state.withLock { state in
      state.searches.append(query)
      return state.searchGate
    }
    try await gate?.sleep(for: .zero)
    try check()
    return state.withLock { $0.found[before ?? ""] ?? ([], nil) }
  }
}

extension DeviceFixture: ConversationRepository {
  func observeConversations() -> AsyncStream<[ConversationSummary]> { store.observeSummaries() }
  func observeBadge() -> AsyncStream<Int> { store.observeBadge() }

  func openDirect(with user: UserID) async throws -> ConversationID {
    try check()
    return Self.conversation
  }

  func createGroup(name: String, members: [UserID]) async throws -> ConversationID {
    try check()
    return ConversationID(high: 7, low: UInt64(members.count))
  }

  func rename(_ conversation: ConversationID, to name: String) async throws { try check() }
  func setPhoto(_ photo: AttachmentID?, of conversation: ConversationID) async throws {
    try check()
    state.withLock { $0.photos.append(photo) }
  }

  func addMembers(_ users: [UserID], to conversation: ConversationID) async throws { try check() }
  func removeMember(_ user: UserID, from conversation: ConversationID) async throws { try check() }
  func setRole(_ role: Member.Role, of user: UserID, in conversation: ConversationID) async throws { try check() }

  func leave(_ conversation: ConversationID) async throws {
    try check()
    try store.removeFeed(.conversation(conversation))
  }

  func change(_ change: ConversationSettingsChange, in conversation: ConversationID) async throws {
    try check()
    var settings = ConversationSettings(conversation: conversation, rev: Int64(try store.cursors()[.me] ?? 0) + 1)
    settings.muted = change.muted ?? false
    settings.pinned = change.pinned ?? false
    settings.archived = change.archived ?? false
    _ = try store.apply(
      FeedDelta(feed: .me, fromRev: settings.rev - 1, toRev: settings.rev, settings: [settings]))
  }

  func saveDraft(_ text: String?, in conversation: ConversationID) async throws {
    try store.saveDraft(text, in: conversation)
  }

  func draft(in conversation: ConversationID) async throws -> String? { try store.draft(in: conversation) }
}

extension DeviceFixture: PresenceRepository {
  func observeTyping(_ conversation: ConversationID) -> AsyncStream<[UserID]> {
    AsyncStream { $0.yield(self.state.withLock { $0.typing }) }
  }

  func observePresence() -> AsyncStream<[UserID: Presence]> {
    AsyncStream { $0.yield(self.state.withLock { $0.presence }) }
  }

  func setTyping(_ active: Bool, in conversation: ConversationID) async {
    state.withLock { $0.typingFrames.append(active) }
  }

  func setPresence(_ state: Presence.State) async {}
}

extension DeviceFixture: UserRepository {
  func searchUsers(_ query: String) async throws -> [User] {
    try check()
    return state.withLock { state in
      state.searches.append(query)
      return state.people.filter { $0.name.lowercased().hasPrefix(query.lowercased()) }
    }
  }
}

extension DeviceFixture: ConnectionRepository {
  func observeConnection() -> AsyncStream<ConnectionState> { AsyncStream { $0.yield(.online) } }
  func kick() async {}
}
