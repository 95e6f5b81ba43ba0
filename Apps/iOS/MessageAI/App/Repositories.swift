import Domain
import MessageAIKit

/// Everything that the app asks for data, as protocols: a client's, or samples'.
struct Repositories: Sendable {
  var auth: any AuthRepository
  var identities: any IdentityRepository
  var messages: any MessageRepository
  var conversations: any ConversationRepository
  var users: any UserRepository
  var presence: any PresenceRepository
  var connection: any ConnectionRepository
  var intelligence: any IntelligenceRepository
  var reminders: any ReminderRepository
  var offline: any OfflineRepository
  var features: any ServerFeaturesRepository
  var files: any FileRepository
  var push: any PushRepository
  var diagnostics: any DiagnosticsRepository
}

extension Repositories {
  init(_ client: MessageAIClient) {
    self.init(
      auth: client.auth, identities: client.identities, messages: client.messages,
      conversations: client.conversations, users: client.users, presence: client.presence,
      connection: client.connection, intelligence: client.intelligence, reminders: client.reminders,
      offline: client.offline, features: client.features, files: client.files, push: client.push,
      diagnostics: client.diagnostics)
  }
}
