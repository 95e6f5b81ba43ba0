import ArgumentParser
import Domain
import Foundation
import ServerCore
import Terminal

/// `messageai admin problem`
struct AdminProblemCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "problem", abstract: "What went wrong in clients and the server.",
    subcommands: [AdminProblemList.self, AdminProblemShow.self, AdminProblemResolve.self],
    defaultSubcommand: AdminProblemList.self)
}

struct AdminProblemList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all problems, the newest first.",
    discussion: "Each is one line: id, where, what, how often, to how many people, when last, the innermost function.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    for problem in try await AdminSession.run(folder, .problems).problems ?? [] { print(problem.line) }
  }
}

struct AdminProblemShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one problem with all that is known of it.")
  @OptionGroup var folder: DataFolderOption
  @Argument(help: "Id of the problem, as `list` prints it.") var problem: String

  func run() async throws {
    let problems = try await AdminSession.run(folder, .problems).problems ?? []
    guard let found = problems.first(where: { $0.id == problem }) else {
      throw CommandFailure("There is no problem \(problem).")
    }
    print(found.line)
    print("first \(found.firstAt.date.formatted(.iso8601))")
    for frame in found.frames { print("  \(TerminalText.sanitised(frame))") }
  }
}

struct AdminProblemResolve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Forget a problem that was dealt with.",
    discussion: "When it happens again it is listed anew.")
  @OptionGroup var folder: DataFolderOption
  @Argument(help: "Id of the problem, as `list` prints it.") var problem: String

  func run() async throws {
    try await AdminSession.run(folder, .resolveProblem(problem))
    print("Resolved \(problem).")
  }
}

extension CrashGroup {
  fileprivate var line: String {
    TerminalText.columns([
      id, "\(platform) \(version)", "\(kind) \(name)", "\(count) times", "\(people) people",
      "last \(lastAt.date.formatted(.iso8601))", frames.first ?? "-",
    ])
  }
}
