import ArgumentParser
import Domain
import Foundation
import MessageAIKit

/// `messageai chat`
struct ChatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat", abstract: "Chat in the terminal.",
    discussion: "Messages and session are kept in ~/.messageai, one folder a profile. NO_COLOR switches colours off.")

  @OptionGroup var client: ClientOptions

  @MainActor
  func run() async throws {
    let messages = try client.open()
    if client.signUp || (client.email != nil && Environment.text("PASSWORD") != nil) {
      _ = try await client.signedIn(messages)
    }
    let device = try TerminalDevice()
    defer { device.close() }
    let hasColors = ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
    let app = TerminalApp(client: messages, device: device, hasColors: hasColors, email: client.email ?? "")
    await app.run()
    try await messages.close()
  }
}
