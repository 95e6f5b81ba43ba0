import Domain
import Foundation
import Observation

/// Signing in with an account elsewhere: which providers there are, and what a sign-in needs next.
/// Who has signed in is heard of by `AuthViewModel`.
@MainActor @Observable
public final class ProviderSignInViewModel: ActionModel {
  public enum Step: Hashable, Sendable {
    case choice
    /// An account has the address: its password is needed once.
    case password(email: String)
    /// Nobody has the address: a name is needed.
    case name(email: String)
  }

  /// Opens an address in a browser, and returns where that came back to; `nil` when its user has
  /// closed it.
  public typealias Browser = @MainActor (URL) async -> URL?

  /// None until the server has named them, and where it knows none.
  public private(set) var providers: [IdentityProvider] = []
  /// Off where people sign in with one of the providers only.
  public private(set) var allowsPasswords = true
  public private(set) var step = Step.choice
  public let action = ActionState()
  public var password = ""
  public var name = ""
  @ObservationIgnored private let repository: any IdentityRepository
  @ObservationIgnored private var chosen: IdentityProvider?
  @ObservationIgnored private var token = ""
  @ObservationIgnored private var invitation: String?

  public init(repository: any IdentityRepository) {
    self.repository = repository
  }

  /// A server that cannot be asked now offers none; who signs in otherwise is told why it fails.
  public func load() async {
    guard let workspace = try? await repository.workspace() else { return }
    providers = workspace.providers
    allowsPasswords = !workspace.hasNoPasswords
  }

  /// `invitation` is the link of one; empty for none.
  public func signIn(with provider: IdentityProvider, invitation link: String, browser: Browser) async {
    guard !isBusy else { return }
    await perform {
      let start = try await repository.begin(with: provider, returnTo: "app")
      guard let answer = await browser(try start.page()) else { return }
      let items = URLComponents(url: answer, resolvingAgainstBaseURL: false)?.queryItems ?? []
      let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
      invitation = InvitationLink(link)?.token
      chosen = provider
      try await claim(try start.answer(query))
    }
  }

  /// Whether what the step asks for is there.
  public var canGoOn: Bool {
    switch step {
    case .choice: false
    case .password: !isBusy && !password.isEmpty
    case .name: !isBusy && !name.trimmingWhitespace.isEmpty
    }
  }

  /// Gives what the step asks for.
  public func goOn() async {
    guard canGoOn else { return }
    var answer = IdentityAnswer(token: token)
    switch step {
    case .choice: return
    case .password: answer.password = password
    case .name: answer.name = name
    }
    await perform { try await claim(answer) }
  }

  /// Back to the choice of providers.
  public func cancel() {
    (step, chosen, token, password, name, invitation) = (.choice, nil, "", "", "", nil)
    dismissProblem()
  }

  private func claim(_ answer: IdentityAnswer) async throws {
    guard let chosen else { return }
    var answer = answer
    answer.invitation = invitation
    switch try await repository.claim(answer, with: chosen) {
    case .signedIn: cancel()
    case .needsPassword(let token, let email):
      (self.token, step, password) = (token, .password(email: email), "")
    case .needsName(let token, let email, let known):
      (self.token, step) = (token, .name(email: email))
      if name.isEmpty { name = known ?? "" }
    }
  }
}
