import Domain
import Observation

/// Signing in, signing up and signing out.
@MainActor @Observable
public final class AuthViewModel: ActionModel {
  public enum Mode: Hashable, Sendable {
    case signIn
    case signUp
  }

  public enum Field: Hashable, Sendable, CaseIterable {
    case email
    case password
    case name
  }

  public enum State: Hashable, Sendable {
    /// The device is being asked who is signed in.
    case restoring
    case signedOut
    case signedIn(Profile)
  }

  public private(set) var state: State = .restoring
  /// The account is new: its profile is still to be filled in.
  public private(set) var needsProfile = false
  public let action = ActionState()
  /// Sentences for the fields that have been found wrong.
  public private(set) var fieldProblems: [Field: Phrase] = [:]
  public var mode: Mode = .signIn
  public var email = ""
  public var password = ""
  public var name = ""
  @ObservationIgnored private let repository: any AuthRepository

  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Every field is filled in; whether rightly is told by `submit`.
  public var canSubmit: Bool {
    !isBusy && !email.isEmpty && !password.isEmpty && (mode == .signIn || !name.isEmpty)
  }

  public var me: UserID? {
    if case .signedIn(let profile) = state { profile.id } else { nil }
  }

  /// What has been typed, as it is carried over when another server is chosen.
  public func take(from other: AuthViewModel) {
    mode = other.mode
    email = other.email
    password = other.password
    name = other.name
  }

  /// The profile of the new account has been filled in, or is left for later.
  public func finishProfile() {
    needsProfile = false
  }

  /// Follows who is signed in until the task is cancelled.
  public func run() async {
    for await profile in repository.observeProfile() {
      state = profile.map(State.signedIn) ?? .signedOut
    }
  }

  /// Checks the fields and signs in or up. A password does not stay in memory once it has worked.
  public func submit() async {
    guard !isBusy else { return }
    dismissProblem()
    fieldProblems = validate()
    guard fieldProblems.isEmpty else { return }
    await perform {
      let isNew = mode == .signUp
      let profile = try await authenticate()
      password = ""
      // Who signs out again has an account.
      mode = .signIn
      needsProfile = isNew
      state = .signedIn(profile)
    }
  }

  public func signOut() async {
    await perform {
      try await repository.signOut()
      needsProfile = false
      state = .signedOut
    }
  }

  /// Takes back what has been said about one field, as its user corrects it.
  public func clearProblem(of field: Field) {
    fieldProblems[field] = nil
    dismissProblem()
  }

  private func authenticate() async throws -> Profile {
    switch mode {
    case .signIn: try await SignIn(repository: repository)(email: email, password: password)
    case .signUp: try await SignUp(repository: repository)(email: email, password: password, name: name)
    }
  }

  private func validate() -> [Field: Phrase] {
    var found: [Field: Phrase] = [:]
    found[.email] = sentence { () throws(Refusal) in _ = try AccountRules.validatedEmail(email) }
    switch mode {
    case .signIn:
      if password.isEmpty { found[.password] = "Type your password." }
    case .signUp:
      found[.name] = sentence { () throws(Refusal) in _ = try AccountRules.validatedName(name) }
      found[.password] = sentence { () throws(Refusal) in try AccountRules.validatePassword(password, commonest: []) }
    }
    return found
  }

  private func sentence(_ check: () throws(Refusal) -> Void) -> Phrase? {
    do {
      try check()
      return nil
    } catch {
      return Problem(error).sentence
    }
  }
}
