import Domain

/// What the answers are called that a device keeps.
enum KeptAnswers {
  static let digest = "digest"
  static let question = "question"
  static let talk = "talk"
  static let memory = "memory"
  static let outputs = "outputs"
  static let ledger = "ledger"
  static let preferences = "preferences"
  static let status = "status"
  static let summaries = "summary:"

  static func summary(_ conversation: ConversationID) -> String { "\(summaries)\(conversation)" }
  static func priorities(unreadOnly: Bool) -> String { unreadOnly ? "priorities:unread" : "priorities" }
}
