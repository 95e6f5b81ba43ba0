import ArgumentParser
import Domain
import Foundation
import ServerCore
import Terminal

/// `messageai admin invitation`
struct AdminInvitationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invitation", abstract: "Ways into the workspace.",
    subcommands: [AdminInvitationCreate.self, AdminInvitationList.self, AdminInvitationWithdraw.self])
}

struct AdminInvitationCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make an invitation and print its link.",
    discussion: "The link is shown this once: the server keeps only what proves it.")
  @OptionGroup var folder: DataFolderOption
  @Option(help: "What who comes in may do: member or admin.") var role = WorkspaceRole.member
  @Option(help: "How many people it is for: 1 to 1,000.") var uses: Int64 = 1
  @Option(help: "Days until it expires: 1 to 365.") var days: Int64 = 7
  @Option(help: "Address at which people reach the web client.") var url = "http://127.0.0.1:8080"

  func run() async throws {
    let answer = try await AdminSession.run(folder, .invite(role: role, uses: uses, days: days))
    guard let token = answer.token else { throw CommandFailure("The server did not make an invitation.") }
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    print("\(base)/#/join/\(token)")
  }
}

struct AdminInvitationList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List all invitations, newest first.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    let now = Timestamp(Date())
    for invitation in try await AdminSession.run(folder, .invitations).invitations ?? [] {
      print(
        [
          invitation.id.description, invitation.role.rawValue, "\(invitation.uses) of \(invitation.maximumUses) used",
          invitation.state(at: now).rawValue, "until \(invitation.expiresAt.date.formatted(.iso8601))",
        ].joined(separator: "\t"))
    }
  }
}

struct AdminInvitationWithdraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Let nobody in by an invitation any more.")
  @OptionGroup var folder: DataFolderOption
  @Argument(help: "Id of the invitation, as `list` prints it.") var id: String

  func run() async throws {
    guard let invitation = InvitationID(id) else { throw ValidationError("\(id) is no id of an invitation.") }
    try await AdminSession.run(folder, .withdraw(invitation))
    print("Withdrew \(invitation).")
  }
}

/// `messageai admin workspace`
struct AdminWorkspaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workspace", abstract: "Say what the workspace is called and who may register, or change it.")
  @OptionGroup var folder: DataFolderOption
  @Option(help: "What it is called.") var name: String?
  @Option(help: "Who may register: open, invitation, domain or closed.") var registration: Registration?
  @Option(help: "Whether it takes what clients tell of how long things take in them: on or off.")
  var clientEvents: Switch?

  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  func run() async throws {
    let answer = try await AdminSession.run(
      folder, .workspace(name: name, registration: registration, collectsEvents: clientEvents.map { $0 == .on }))
    guard let workspace = answer.workspace else { throw CommandFailure("The server did not say.") }
    print(
      TerminalText.columns([
        workspace.name ?? "without a name", "registration: \(workspace.registration.rawValue)",
        "client events: \(workspace.collectsEvents ? "on" : "off")",
      ]))
  }
}
