import Domain
import Foundation
import MessageAIKit
import Terminal

/// Signs somebody in with an account elsewhere, by way of a browser on this device.
struct ProviderSignIn {
  let client: MessageAIClient
  /// The id of the provider, such as `google`.
  let provider: String
  /// Of a new account; the provider's when absent.
  let name: String?
  /// The token of an invitation.
  let invitation: String?

  func run() async throws -> Profile {
    let offered = try await client.identities.workspace().providers
    guard let chosen = offered.first(where: { $0.id == provider }) else {
      let known = offered.isEmpty ? "It knows none." : "It knows \(offered.map(\.id).joined(separator: ", "))."
      throw CommandFailure("This server does not know the provider \(provider). \(known)")
    }
    let listener = try LoopbackListener()
    let start = try await client.identities.begin(with: chosen, returnTo: listener.address)
    let page = try start.page()
    say("Sign in with \(TerminalText.sanitised(chosen.name)) in a browser on this device:\n\n\(page)\n")
    Browser.open(page)
    var answer = try start.answer(try listener.query(state: start.state))
    while true {
      answer.invitation = invitation
      switch try await client.identities.claim(answer, with: chosen) {
      case .signedIn(let profile): return profile
      case .needsPassword(let token, let email):
        say("There is an account with the address \(email). Its password is needed once, to link both.")
        let password = try Environment.text("PASSWORD") ?? PasswordPrompt.ask("Password of \(email): ")
        answer = IdentityAnswer(token: token, password: password)
      case .needsName(let token, let email, let known):
        guard let name = name ?? known else { throw CommandFailure("\(email) has no account yet. Give its --name.") }
        answer = IdentityAnswer(token: token, name: name)
      }
    }
  }

  private func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
