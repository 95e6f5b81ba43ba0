import ArgumentParser
import ServerCore
import Terminal

/// `messageai admin pipeline`
struct AdminPipelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline", abstract: "The AI's work on messages, whether the server is running or not.",
    subcommands: [AdminPipelineList.self, AdminPipelineRetry.self], defaultSubcommand: AdminPipelineList.self)
}

struct AdminPipelineList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "How far it is, and which messages it has given up.",
    discussion: "A message that was given up is one line: conversation, message, failures, the last error.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    guard let pipeline = try await AdminSession.run(folder, .pipeline).pipeline else { return }
    print("due \(pipeline.due), of those postponed \(pipeline.postponed), given up \(pipeline.dead)")
    for item in pipeline.listed {
      print(
        TerminalText.columns([
          item.conversation.description, item.message.description, "\(item.failures)", item.reason,
        ]))
    }
  }
}

struct AdminPipelineRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "retry", abstract: "Try again what was given up.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    try await AdminSession.run(folder, .retryPipeline)
    print("It is tried again.")
  }
}
