import ArgumentParser
import Domain
import MessageAIKit
import Terminal
import ViewModels

/// `messageai sign-out`
struct SignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out on this device, and forget what it holds.",
    discussion: """
      Messages that have not been sent are lost. Where the account of a provider was used, the page that ends the \
      provider's own session in a browser is printed.
      """)

  @OptionGroup var client: ClientOptions

  func run() async throws {
    try await client.withClient { messages in
      guard await messages.auth.observeProfile().first(where: { _ in true }) ?? nil != nil else {
        throw CommandFailure("Nobody is signed in.")
      }
      let elsewhere = try await Self.signOut(of: messages)
      print("You are signed out.")
      guard let elsewhere else { return }
      let name = TerminalText.sanitised(elsewhere.provider.name)
      print("\(name) may still know you in your browser. This page signs you out there, too:\n\(elsewhere.page)")
    }
  }

  @MainActor
  private static func signOut(of client: MessageAIClient) async throws -> AuthViewModel.Elsewhere? {
    let auth = AuthViewModel(repository: client.auth, identities: client.identities)
    await auth.signOut()
    if let problem = auth.problem { throw CommandFailure(problem.sentence.english) }
    return auth.elsewhere
  }
}
