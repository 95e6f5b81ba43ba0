import ArgumentParser
import Domain
import ServerCore
import ServerHTTP
import StoreSQLite

/// `messageai admin`
struct AdminCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Look after a server's accounts and its work.",
    subcommands: [
      AdminUserCommand.self, AdminInvitationCommand.self, AdminWorkspaceCommand.self, AdminFeatureCommand.self,
      AdminUsageCommand.self, AdminProblemCommand.self, AdminRetentionCommand.self, AdminHoldCommand.self,
      AdminPipelineCommand.self, AdminKeysCommand.self,
      AdminFilesCommand.self, AdminExportCommand.self, AdminAuditCommand.self,
    ])
}

/// `messageai admin user`
struct AdminUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Accounts, whether the server is running or not.",
    discussion: "Works for whoever may read the data folder. A running server is asked through its control socket.",
    subcommands: [
      AdminUserList.self, AdminUserCreate.self, AdminUserResetPassword.self, AdminUserDisable.self,
      AdminUserEnable.self, AdminUserSetRole.self, AdminUserSetEmail.self, AdminUserEndSessions.self,
      AdminUserIdentities.self, AdminUserUnlink.self,
    ])
}

/// Does one administrative act: on the data itself, or through the server that is using it.
struct AdminSession {
  /// Tells the audit log what the command line does by itself. A store from before the log has
  /// none, and is not made a newer one for it.
  static func record(_ deed: AdminRequest.Deed, in folder: DataFolderOption) async throws {
    guard try folder.database != nil || SQLiteStore.auditHead(at: folder.databasePath) != nil else { return }
    try await run(folder, .record(deed))
  }

  @discardableResult
  static func run(_ folder: DataFolderOption, _ request: AdminRequest) async throws -> AdminAnswer {
    let answer: AdminAnswer
    do {
      let store = try folder.openUnused()
      defer { store.close() }
      answer = await service(store).answer(request)
    } catch is DataInUse {
      answer = try ControlClient(path: ControlSocket.path(in: folder.data)).ask(request)
    }
    if let refusal = answer.refusal { throw CommandFailure(refusal) }
    return answer
  }

  private static func service(_ store: any CommandStore) -> AdminService {
    let clock = SystemClock()
    let accounts = AccountService(
      reader: StoreReader(store: store, work: InlineWorkExecutor()),
      commands: DirectCommandPerformer(store: store, clock: clock), hasher: Argon2PasswordHasher(),
      tokens: AccessTokens(store: store), clock: clock, identifiers: RandomIdentifierSource(clock: clock),
      registration: nil, limits: SignInLimits(isOn: false))
    return AdminService(
      accounts: accounts, workspaces: WorkspaceService(accounts: accounts),
      features: FeatureService(store: store, work: InlineWorkExecutor(), commands: accounts.commands),
      overview: OverviewService(store: store, work: InlineWorkExecutor(), clock: clock),
      diagnostics: DiagnosticsService(
        store: store, work: InlineWorkExecutor(), commands: accounts.commands, clock: clock, limit: nil),
      retention: RetentionService(store: store, work: InlineWorkExecutor(), commands: accounts.commands), store: store)
  }
}
