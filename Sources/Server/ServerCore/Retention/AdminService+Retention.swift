import Domain

/// What the command line asks of retention.
package enum RetentionRequest: Codable, Sendable {
  case overview
  case setWorkspace(Retention)
  /// `nil`: as the workspace says.
  case setConversation(ConversationID, Retention?)
  case holdConversation(ConversationID, isHeld: Bool)
  case holdPerson(email: String, isHeld: Bool)
}

extension AdminService {
  func perform(_ request: RetentionRequest) async throws(Refusal) -> AdminAnswer {
    switch request {
    case .overview:
      let overview = try await retention.overview()
      try await auditLog.record(.read(.retention), by: .commandLine)
      return AdminAnswer(retention: overview)
    case .setWorkspace(let period): try await retention.change(to: period, by: nil, as: .commandLine)
    case .setConversation(let id, let period):
      try await retention.change(id, to: period, by: nil, as: .commandLine)
    case .holdConversation(let id, let isHeld):
      try await retention.hold(.conversation(id), isHeld: isHeld, by: nil, as: .commandLine)
    case .holdPerson(let email, let isHeld):
      let user = try await account(email: email).id
      try await retention.hold(.account(user), isHeld: isHeld, by: nil, as: .commandLine)
    }
    return AdminAnswer()
  }
}
