import ArgumentParser
import Domain
import ServerCore
import Terminal

extension WorkspaceRole: ExpressibleByArgument {}

/// Whom an administrative act is about.
struct AccountArgument: ParsableArguments {
  @Argument(help: "E-mail address of the account.")
  var email: String
}

struct AdminUserList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List all accounts.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    for account in try await AdminSession.run(folder, .list).accounts ?? [] {
      let state = account.isDisabled ? "disabled" : "enabled"
      let columns = [account.email, account.name, account.role.rawValue, state]
      let verified = account.isVerified ? ["verified"] : []
      print(TerminalText.columns(columns + verified + (account.invitedBy.map { ["invited by \($0)"] } ?? [])))
    }
  }
}

struct AdminUserCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make an account.", discussion: Environment.passwordHelp)
  @OptionGroup var folder: DataFolderOption
  @Option(help: "E-mail address.") var email: String
  @Option(help: "Name.") var name: String

  func run() async throws {
    let password = Environment.newPassword
    let answer = try await AdminSession.run(folder, .create(email: email, name: name, password: password))
    print("Made \(email).")
    if let password = answer.password { print("Password: \(password)") }
  }
}

struct AdminUserResetPassword: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-password", abstract: "Set a new password and end all sessions.",
    discussion: Environment.passwordHelp)
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument

  func run() async throws {
    let password = Environment.newPassword
    let answer = try await AdminSession.run(folder, .resetPassword(email: account.email, password: password))
    print("Reset the password of \(account.email).")
    if let password = answer.password { print("Password: \(password)") }
  }
}

struct AdminUserDisable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Disable an account and end its sessions.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument

  func run() async throws {
    try await AdminSession.run(folder, .setDisabled(email: account.email, true))
    print("Disabled \(account.email).")
  }
}

struct AdminUserEnable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "enable", abstract: "Enable a disabled account.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument

  func run() async throws {
    try await AdminSession.run(folder, .setDisabled(email: account.email, false))
    print("Enabled \(account.email).")
  }
}

struct AdminUserSetRole: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-role", abstract: "Make somebody an administrator of the workspace, or a member.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument
  @Argument(help: "member or admin") var role: WorkspaceRole

  func run() async throws {
    try await AdminSession.run(folder, .setRole(email: account.email, role))
    print("\(account.email) is \(role.rawValue) now.")
  }
}

struct AdminUserSetEmail: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-email",
    abstract: "Give an account another e-mail address, or say that the one it has is verified.",
    discussion: "The address counts as verified. Its user hears of it at the former one where the server sends mail.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument
  @Argument(help: "The new address; the present one unless given.") var new: String?

  func run() async throws {
    try await AdminSession.run(folder, .setEmail(email: account.email, to: new))
    print("The address of \(account.email) is \(new ?? account.email) now, and verified.")
  }
}

struct AdminUserEndSessions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end-sessions", abstract: "Sign somebody out everywhere.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument

  func run() async throws {
    try await AdminSession.run(folder, .endSessions(email: account.email))
    print("Ended all sessions of \(account.email).")
  }
}

extension Environment {
  static let passwordHelp = "The password is made up and printed, or taken from MESSAGEAI_NEW_PASSWORD."

  /// Never an option: the arguments of a process are visible to others.
  static var newPassword: String? { text("NEW_PASSWORD") }
}
