import ArgumentParser
import Domain
import ServerCore
import StoreSQLite

/// `messageai admin`
struct AdminCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Look after a server's accounts.", subcommands: [AdminUserCommand.self])
}

/// `messageai admin user`
struct AdminUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Accounts. The server must not be running: it would not see the changes.",
    subcommands: [
      AdminUserList.self, AdminUserCreate.self, AdminUserResetPassword.self, AdminUserDisable.self,
      AdminUserEnable.self, AdminUserSetRole.self, AdminUserEndSessions.self,
    ])
}

/// Opens the data for one administrative act and closes it afterwards.
struct AdminSession {
  static func run(
    _ folder: DataFolderOption, _ body: (AdminService) async throws -> Void
  ) async throws {
    let store = try folder.openStore()
    defer { store.close() }
    let clock = SystemClock()
    let accounts = AccountService(
      reader: StoreReader(store: store, work: InlineWorkExecutor()),
      commands: DirectCommandPerformer(store: store, clock: clock), hasher: Argon2PasswordHasher(),
      tokens: AccessTokens(store: store), clock: clock, identifiers: RandomIdentifierSource(clock: clock),
      registration: .closed, limits: SignInLimits(isOn: false))
    do {
      try await body(AdminService(accounts: accounts))
    } catch let refusal as Refusal {
      throw CommandFailure(refusal.detail)
    }
  }
}
