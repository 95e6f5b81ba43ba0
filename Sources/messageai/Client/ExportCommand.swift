import ArgumentParser
import Domain
import Foundation
import Terminal
import ViewModels

/// `messageai export`
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a whole conversation as JSON lines, oldest message first.",
    discussion: "The first line is the conversation, then one line for each member, then one for each message.")

  @OptionGroup var client: ClientOptions

  @Option(help: "Id or name of a conversation, or the e-mail address of a person.")
  var conversation: String

  @Option(help: "File to write; standard output unless given.")
  var output: String?

  @Option(help: "Seconds to wait for the server at first.")
  var timeout = 30.0

  func run() async throws {
    let timeline = try await client.withClient { messages in
      _ = try await client.signedIn(messages)
      let finder = ConversationFinder(client: messages, patience: timeout)
      try await finder.waitUntilCurrent()
      let id = try await finder.find(conversation)
      do {
        return try await ExportConversation(messages: messages.messages)(id)
      } catch {
        throw CommandFailure(Problem(error)?.sentence.english ?? "The export was interrupted.")
      }
    }
    let lines = try ExportLines(timeline).data()
    if let output {
      try lines.write(to: URL(fileURLWithPath: output), options: .atomic)
    } else {
      try FileHandle.standardOutput.write(contentsOf: lines)
    }
  }
}
