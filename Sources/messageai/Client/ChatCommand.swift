import ArgumentParser
import Domain
import Foundation
import MessageAIKit
import Terminal

/// `messageai chat`
struct ChatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat", abstract: "Chat in the terminal.",
    discussion: "Messages and session are kept in ~/.messageai, one folder a profile. NO_COLOR switches colours off.")

  @OptionGroup var client: ClientOptions

  func run() async throws {
    try await client.withClient { messages in
      if client.signUp || (client.email != nil && Environment.text("PASSWORD") != nil) {
        _ = try await client.signedIn(messages)
      }
      try await chat(messages)
    }
  }

  @MainActor
  private func chat(_ messages: MessageAIClient) async throws {
    let device = try TerminalDevice()
    defer { device.close() }
    let hasColors = ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
    await TerminalApp(client: messages, device: device, hasColors: hasColors, email: client.email ?? "").run()
  }
}
