import Domain
import ServerCore

/// Whether what was said in a conversation may go to a model elsewhere: when all of its present
/// members let such models read, and use the AI at all. Embeddings and everything that a model
/// writes ask the same.
struct RemoteConsent {
  static let notice =
    "Not everybody in the conversations that this rests on lets models elsewhere read, so this was made on this server."

  private let store: any IntelligenceStore
  private var users: [UserID: Bool] = [:]
  private var conversations: [ConversationID: Bool] = [:]

  init(store: any IntelligenceStore) {
    self.store = store
  }

  mutating func allows(_ conversation: ConversationID) throws -> Bool {
    if let known = conversations[conversation] { return known }
    var answer = true
    for member in try store.presentMembers(of: conversation) where answer {
      answer = try allows(member.user)
    }
    conversations[conversation] = answer
    return answer
  }

  mutating func allows(all conversations: some Sequence<ConversationID>) throws -> Bool {
    for conversation in conversations where try !allows(conversation) { return false }
    return true
  }

  private mutating func allows(_ user: UserID) throws -> Bool {
    if let known = users[user] { return known }
    let preferences = try store.preferences(of: user)
    let answer = preferences.isOn && preferences.allowsRemoteModels
    users[user] = answer
    return answer
  }
}
