import Domain

package enum OpinionCommand: Sendable {
  /// What the user thinks of something that they can read now; `nil` takes it back.
  case set(user: UserID, Opinion, OpinionOrigin)
}

/// What an opinion is of, for those who look at all of them: nobody's name and no text.
package struct OpinionOrigin: Hashable, Sendable {
  /// What made it.
  package let model: String
  /// Of the server.
  package let version: String

  package init(model: String, version: String) {
    self.model = model
    self.version = version
  }
}

/// An opinion with whose it is.
package struct StoredOpinion: Hashable, Sendable {
  /// As in `AccountState.number`.
  package let account: Int64
  package let user: UserID
  package var opinion: Opinion

  package init(account: Int64, user: UserID, opinion: Opinion) {
    self.account = account
    self.user = user
    self.opinion = opinion
  }
}

/// Which opinions: those that were not taken back.
package enum OpinionSelection: Sendable {
  case on(MessageID)
  case about(ConversationID, UserID)
}
