#if DEBUG
  import Domain
  import Foundation

  /// A stream that says one thing and stays open.
  func sampleStream<Element: Sendable>(_ element: Element) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    continuation.yield(element)
    return stream
  }

  /// Somebody who is signed in already, or nobody.
  struct SampleAuth: AuthRepository {
    enum Account: Hashable, Sendable {
      case signedIn
      case signedOut
    }

    let account: Account

    init(_ account: Account) {
      self.account = account
    }

    func observeProfile() -> AsyncStream<Profile?> {
      sampleStream(account == .signedIn ? PreviewSamples.profile : nil)
    }

    func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
      PreviewSamples.profile
    }
    func signIn(email: String, password: String) async throws -> Profile { PreviewSamples.profile }
    func signOut() async throws {}
    func changePassword(current: String, new: String) async throws {}
    func deleteAccount(password: String) async throws {}
    func exportAccount(password: String, to file: URL) async throws {}
    func updateProfile(_ change: ProfileChange) async throws -> Profile { PreviewSamples.profile }

    func sessions() async throws -> [DeviceSession] {
      let now = PreviewSamples.now
      return [
        DeviceSession(
          id: PreviewSamples.id(1), device: "Robin's iPhone", createdAt: now, lastSeenAt: now, current: true),
        DeviceSession(id: PreviewSamples.id(2), device: "Safari on Mac", createdAt: now, lastSeenAt: now),
      ]
    }

    func endSession(_ session: SessionID) async throws {}
  }

  /// A server that knows one provider, and nobody who signs in with it.
  struct SampleIdentities: IdentityRepository {
    func workspace() async throws -> Workspace {
      Workspace(registration: .open, providers: [IdentityProvider(id: "acme", name: "Acme")])
    }

    func begin(with provider: IdentityProvider, returnTo place: String) async throws -> IdentityStart {
      IdentityStart(token: "token", state: "state", address: "https://id.acme.example/")
    }

    func claim(_ answer: IdentityAnswer, with provider: IdentityProvider) async throws -> IdentityOutcome {
      .needsName(token: "token", email: "robin@acme.example", name: "Robin Vogel")
    }

    func provider() async -> IdentityProvider? { nil }
    func signOutPage(of provider: IdentityProvider) async throws -> URL? { nil }
  }

  /// Conversations in which nothing happens.
  struct SampleMessages: MessageRepository, ConversationRepository {
    func observeTimeline(_ conversation: ConversationID) -> AsyncStream<Timeline> {
      sampleStream(PreviewSamples.timeline(conversation))
    }

    func send(
      _ text: String, to conversation: ConversationID, replyTo: MessageID?, attachments: [OutgoingFile]
    ) async throws -> MessageID {
      _ = try MessageText.validated(text, hasAttachments: !attachments.isEmpty)
      return PreviewSamples.id(200)
    }

    func edit(_ message: MessageID, in conversation: ConversationID, text: String) async throws {
      _ = try MessageText.validated(text)
    }

    func delete(_ message: MessageID, in conversation: ConversationID) async throws {}
    func retry(_ message: MessageID) async throws {}
    func discard(_ message: MessageID) async throws {}
    func loadOlder(_ conversation: ConversationID) async throws -> Bool { false }
    func markRead(_ conversation: ConversationID, upTo seq: Int64) async throws {}
    func markUnread(_ conversation: ConversationID, from seq: Int64) async throws {}

    func search(_ query: String, before: String?) async throws -> (results: [SearchResult], next: String?) {
      ([], nil)
    }

    func observeConversations() -> AsyncStream<[ConversationSummary]> { sampleStream(PreviewSamples.summaries) }
    func observeBadge() -> AsyncStream<Int> { sampleStream(2) }
    func openDirect(with user: UserID) async throws -> ConversationID { PreviewSamples.direct }
    func createGroup(name: String, members: [UserID]) async throws -> ConversationID { PreviewSamples.team }
    func rename(_ conversation: ConversationID, to name: String) async throws {}
    func setPhoto(_ photo: AttachmentID?, of conversation: ConversationID) async throws {}
    func addMembers(_ users: [UserID], to conversation: ConversationID) async throws {}
    func removeMember(_ user: UserID, from conversation: ConversationID) async throws {}
    func setRole(_ role: Member.Role, of user: UserID, in conversation: ConversationID) async throws {}
    func leave(_ conversation: ConversationID) async throws {}
    func change(_ change: ConversationSettingsChange, in conversation: ConversationID) async throws {}
    func saveDraft(_ text: String?, in conversation: ConversationID) async throws {}
    func draft(in conversation: ConversationID) async throws -> String? { nil }
  }

  struct SampleUsers: UserRepository {
    func searchUsers(_ query: String) async throws -> [User] { PreviewSamples.users }
  }

  struct SamplePresence: PresenceRepository {
    func observeTyping(_ conversation: ConversationID) -> AsyncStream<[UserID]> { sampleStream([PreviewSamples.ada]) }

    func observePresence() -> AsyncStream<[UserID: Presence]> {
      sampleStream([PreviewSamples.ada: Presence(user: PreviewSamples.ada, state: .online)])
    }

    func setTyping(_ active: Bool, in conversation: ConversationID) async {}
    func setPresence(_ state: Presence.State) async {}
  }

  struct SampleConnection: ConnectionRepository {
    var state: ConnectionState = .online

    func observeConnection() -> AsyncStream<ConnectionState> { sampleStream(state) }
    func kick() async {}
  }

  /// A server that offers nothing beyond messages.
  struct SampleOffers: ServerFeaturesRepository, PushRepository, DiagnosticsRepository {
    func features() async throws -> ServerFeatures { .messagesOnly }
    func register(_ token: PushToken) async throws {}
    func markDelivered(_ notification: NotificationReference) async throws {}
    func report(_ crash: CrashReport) async throws {}
  }

  /// Takes every file, and has those that are sent.
  struct SampleReminders: ReminderRepository {
    private static let reminders = [
      Reminder(
        id: PreviewSamples.id(601), kind: .task, state: .due, at: PreviewSamples.now, text: "Write the release notes",
        conversation: PreviewSamples.team, message: PreviewSamples.question,
        dueAt: PreviewSamples.now.adding(seconds: 86_400), createdAt: PreviewSamples.now),
      Reminder(
        id: PreviewSamples.id(602), kind: .note, at: PreviewSamples.now.adding(seconds: 7_200), text: "Call the bank",
        createdAt: PreviewSamples.now),
    ]

    func observeReminders() -> AsyncStream<[Reminder]> { sampleStream(Self.reminders) }

    func remind(
      at time: Timestamp, text: String?, of message: MessageID?, in conversation: ConversationID?
    ) async throws -> Reminder {
      Self.reminders[1]
    }

    func postpone(_ reminder: ReminderID, to time: Timestamp) async throws {}
    func finish(_ reminder: ReminderID) async throws {}

    func setOpinion(
      _ feedback: AIOutput.Feedback?, of subject: Opinion.Subject, _ message: MessageID,
      in conversation: ConversationID
    ) async throws {}
  }

  struct SampleFiles: FileRepository {
    func limits() async throws -> FileLimits {
      FileLimits(bytes: 25_000_000, perMessage: 10, used: 0, room: 1_000_000_000)
    }

    func file(_ attachment: Attachment, form: AttachmentForm) async throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Samples", isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let url = folder.appendingPathComponent("\(attachment.id)")
      try Data("sample".utf8).write(to: url)
      return url
    }

    func uploadPhoto(_ source: URL) async throws -> AttachmentID { PreviewSamples.id(400) }
    func observeUploads() -> AsyncStream<[AttachmentID: UploadProgress]> { sampleStream([:]) }
  }
#endif
