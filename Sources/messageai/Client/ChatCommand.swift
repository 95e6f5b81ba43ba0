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

  @Flag(
    inversion: .prefixedNo,
    help: "Tell the admins of your server when this program has crashed: where in its code, nothing that anybody wrote."
  )
  var crashReports = !Environment.isOn("NO_CRASH_REPORTS")

  func run() async throws {
    let crashes = CrashFolder(in: client.folder().path)
    // Without reports the chat is as good.
    if crashReports { _ = try crashes.watch() } else { try crashes.clear() }
    try await client.withClient { messages in
      if client.signUp || (client.email != nil && Environment.text("PASSWORD") != nil) {
        _ = try await client.signedIn(messages)
      }
      let telling = Task { try await Self.tell(crashes, to: messages) }
      defer { telling.cancel() }
      try await chat(messages)
    }
  }

  /// Once somebody is signed in. What the server does not take now is told at the next start.
  private static func tell(_ crashes: CrashFolder, to messages: MessageAIClient) async throws {
    for await profile in messages.auth.observeProfile() where profile != nil {
      _ = try await crashes.collect(as: .terminal) { try await messages.diagnostics.report($0) }
      return
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
