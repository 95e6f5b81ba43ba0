import ClientStore
import Domain
import Foundation

/// A client of a MessageAI server: signs in, keeps a local copy, sends what is written, and
/// observes what changes.
///
/// Everything shown comes from the local store, so it works without network; what is sent is on
/// disk when the call returns.
///
///     let client = try MessageAIClient(configuration: .init(server: address, folder: folder))
///     _ = try await client.auth.signIn(email: "ada@example.org", password: password)
///     for await conversations in client.conversations.observeConversations() {
///       print(conversations.map(\.title))
///     }
public final class MessageAIClient: Sendable {
  public let auth: any AuthRepository
  public let identities: any IdentityRepository
  public let messages: any MessageRepository
  public let conversations: any ConversationRepository
  public let files: any FileRepository
  public let users: any UserRepository
  public let presence: any PresenceRepository
  public let connection: any ConnectionRepository
  public let intelligence: any IntelligenceRepository
  public let models: any ModelConnectionRepository
  public let reminders: any ReminderRepository
  public let offline: any OfflineRepository
  public let features: any ServerFeaturesRepository
  public let push: any PushRepository
  public let diagnostics: any DiagnosticsRepository

  private let runtime: ClientRuntime

  /// Opens the local store and, when a session is kept there, connects.
  ///
  /// Throws when the folder cannot be used or was written by a newer version.
  public init(configuration: ClientConfiguration) throws {
    let runtime = try ClientRuntime(configuration: configuration)
    self.runtime = runtime
    let auth = LiveAuthRepository(runtime: runtime)
    self.auth = auth
    identities = LiveIdentityRepository(runtime: runtime, auth: auth)
    messages = LiveMessageRepository(runtime: runtime)
    conversations = LiveConversationRepository(runtime: runtime)
    files = LiveFileRepository(runtime: runtime)
    users = LiveUserRepository(runtime: runtime)
    presence = LivePresenceRepository(runtime: runtime)
    connection = LiveConnectionRepository(runtime: runtime)
    intelligence = LiveIntelligenceRepository(runtime: runtime)
    models = LiveModelConnectionRepository(runtime: runtime)
    reminders = LiveReminderRepository(runtime: runtime)
    offline = LiveOfflineRepository(runtime: runtime)
    let notifications = LivePushRepository { try await runtime.call($0, $1, body: $2) }
    features = notifications
    push = notifications
    diagnostics = LiveDiagnosticsRepository(runtime: runtime)
    runtime.startIfSignedIn()
  }

  /// Tells the server at once what was counted for it, if anything. Does not fail: what cannot be
  /// told now is told later.
  package func tellEvents() async {
    await runtime.events.tell()
  }

  /// Disconnects and lets go of everything. What is in the outbox is sent after the next start.
  public func close() async throws {
    try await runtime.close()
  }
}
