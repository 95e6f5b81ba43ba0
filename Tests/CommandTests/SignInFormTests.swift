import Domain
import Foundation
import TestSupport
import Testing
import ViewModels

@testable import Terminal

@Suite("Signing in on the terminal")
@MainActor
struct SignInFormTests {
  @Test("after signing out with a provider's account, ctrl-b opens the page that ends the provider's session")
  func elsewhere() async throws {
    let auth = AuthViewModel(repository: SlowAccount(), identities: Providers())
    let form = SignInForm(auth: auth)
    #expect(form.page(for: .control("b")) == nil && !shown(form).contains("ctrl-b"))
    await auth.signOut()
    #expect(form.page(for: .control("b")) == URL(string: "https://id.acme.example/end"))
    #expect(form.page(for: .control("t")) == nil)
    #expect(shown(form).contains("Acme") && shown(form).contains("ctrl-b"))
    #expect(shown(form).contains("https://id.acme.example/end"))
    #expect(!shown(form).contains("\u{1b}"), "the name is the server's: it draws nothing")
  }

  private func shown(_ form: SignInForm) -> String {
    form.dialog().lines.map(\.text).joined(separator: "\n")
  }
}

private struct Providers: IdentityRepository {
  func workspace() async throws -> Workspace { throw Refusal.notFound }
  func begin(with provider: IdentityProvider, returnTo place: String) async throws -> IdentityStart {
    throw Refusal.notFound
  }
  func claim(_ answer: IdentityAnswer, with provider: IdentityProvider) async throws -> IdentityOutcome {
    throw Refusal.notFound
  }
  func provider() async -> IdentityProvider? { IdentityProvider(id: "acme", name: "Acme\u{1b}[2J") }
  func signOutPage(of provider: IdentityProvider) async throws -> URL? {
    URL(page: "https://id.acme.example/end")
  }
}
