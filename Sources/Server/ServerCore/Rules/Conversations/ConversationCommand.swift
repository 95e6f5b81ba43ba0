import Domain

package enum ConversationCommand: Sendable {
  /// `direct`: exactly one other member; an existing one of the two is answered instead. `group`:
  /// the creator is its admin; unknown users are `invalid`; over the limit `invalid`. A repeated id
  /// of the same creator answers the existing one.
  case create(
    creator: UserID, id: ConversationID, kind: Conversation.Kind, name: String?, members: [UserID])
  case update(asker: UserID, conversation: ConversationID, name: String?, photo: String??)
}
