import Domain

/// One administrative act, as the command line asks a server for it, in its own process or through the control socket of a running one.
package enum AdminRequest: Codable, Sendable {
  case list
  /// Without a password one is made up and answered.
  case create(email: String, name: String, password: String?)
  case resetPassword(email: String, password: String?)
  case setDisabled(email: String, Bool)
  case setRole(email: String, WorkspaceRole)
  case endSessions(email: String)
}

/// What came of an administrative act.
package struct AdminAnswer: Codable, Sendable {
  /// An account without its secrets.
  package struct Account: Codable, Sendable {
    package let email: String
    package let name: String
    package let role: WorkspaceRole
    package let isDisabled: Bool
  }

  package var accounts: [Account]?
  /// The password that was made up.
  package var password: String?
  /// Why nothing was done.
  package var refusal: String?

  package init(accounts: [Account]? = nil, password: String? = nil, refusal: String? = nil) {
    self.accounts = accounts
    self.password = password
    self.refusal = refusal
  }
}

extension AdminService {
  /// Does what is asked; a refusal is part of the answer.
  package func answer(_ request: AdminRequest) async -> AdminAnswer {
    do throws(Refusal) {
      return try await perform(request)
    } catch {
      return AdminAnswer(refusal: error.detail)
    }
  }

  private func perform(_ request: AdminRequest) async throws(Refusal) -> AdminAnswer {
    switch request {
    case .list:
      let accounts = try await list().map {
        AdminAnswer.Account(email: $0.email, name: $0.name, role: $0.workspaceRole, isDisabled: $0.isDisabled)
      }
      return AdminAnswer(accounts: accounts)
    case .create(let email, let name, let password):
      let made = try await create(email: email, name: name, password: password)
      return AdminAnswer(password: password == nil ? made.password : nil)
    case .resetPassword(let email, let password):
      let fresh = try await resetPassword(of: try await account(email: email).id, to: password)
      return AdminAnswer(password: password == nil ? fresh : nil)
    case .setDisabled(let email, let isDisabled):
      try await setDisabled(try await account(email: email).id, isDisabled)
    case .setRole(let email, let role):
      try await setRole(of: try await account(email: email).id, role)
    case .endSessions(let email):
      try await endSessions(of: try await account(email: email).id)
    }
    return AdminAnswer()
  }
}
