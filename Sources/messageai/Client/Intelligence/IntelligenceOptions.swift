import ArgumentParser
import Domain
import Foundation
import MessageAIKit
import ViewModels

/// What every command that asks the AI takes.
struct IntelligenceOptions: ParsableArguments {
  @OptionGroup var client: ClientOptions

  @Option(help: "Seconds to wait for the server at first.")
  var timeout = 30.0

  @Flag(help: "Print JSON.")
  var json = false

  /// Signs in, runs `body`, and says in a sentence why something was refused.
  func run(_ body: (AICommandContext) async throws -> Void) async throws {
    try await client.withClient { messages in
      let me = try await client.signedIn(messages)
      let context = AICommandContext(client: messages, me: me, patience: timeout, isJSON: json)
      do {
        try await body(context)
        await tellOfWaiting(messages)
      } catch let failure as CommandFailure {
        throw failure
      } catch {
        throw CommandFailure(Problem(error)?.sentence.english ?? "The command was interrupted.")
      }
    }
  }

  /// What could not be sent is not done: whoever has typed the command has to know.
  private func tellOfWaiting(_ client: MessageAIClient) async {
    let requests = await client.offline.observeRequests().first { _ in true } ?? []
    guard requests.contains(where: { $0.failure == nil }) else { return }
    FileHandle.standardError.write(Data("The server did not answer. What was asked is kept and sent later.\n".utf8))
  }
}
