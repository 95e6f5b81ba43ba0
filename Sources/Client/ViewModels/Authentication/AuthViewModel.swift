import Domain
import Foundation
import Observation

/// Signing in, signing up and signing out.
@MainActor @Observable
public final class AuthViewModel: ActionModel {
  public enum Mode: Hashable, Sendable {
    case signIn
    case signUp
  }

  public typealias Field = Credentials.Field

  public enum State: Hashable, Sendable {
    /// The device is being asked who is signed in.
    case restoring
    case signedOut
    case signedIn(Profile)
  }

  /// A provider that may still know in this device's browser who has signed out here, and the page
  /// that ends that.
  public struct Elsewhere: Hashable, Sendable {
    public let provider: IdentityProvider
    public let page: URL
  }

  public private(set) var state: State = .restoring
  /// What is offered after signing out, until somebody signs in.
  public private(set) var elsewhere: Elsewhere?
  /// The account is new: its profile is still to be filled in.
  public private(set) var needsProfile = false
  public let action = ActionState()
  /// Sentences for the fields that have been found wrong.
  public private(set) var fieldProblems: [Field: Phrase] = [:]
  public var mode: Mode = .signIn
  public var email = ""
  public var password = ""
  public var name = ""
  /// The link of an invitation; empty for none.
  public var invitation = ""
  @ObservationIgnored private let repository: any AuthRepository
  @ObservationIgnored private let identities: any IdentityRepository

  public init(repository: any AuthRepository, identities: any IdentityRepository) {
    self.repository = repository
    self.identities = identities
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
    invitation = other.invitation
  }

  /// The profile of the new account has been filled in, or is left for later.
  public func finishProfile() {
    needsProfile = false
  }

  /// Follows who is signed in until the task is cancelled.
  public func run() async {
    for await profile in repository.observeProfile() {
      state = profile.map(State.signedIn) ?? .signedOut
      if profile != nil { elsewhere = nil }
    }
  }

  /// Checks the fields and signs in or up. A password does not stay in memory once it has worked.
  public func submit() async {
    guard !isBusy else { return }
    dismissProblem()
    let isNew = mode == .signUp
    let credentials: Credentials
    do {
      credentials = try Credentials(
        email: email, password: password, name: isNew ? name : nil, invitation: isNew ? invitation : "")
      fieldProblems = [:]
    } catch {
      fieldProblems = error.fields.mapValues { Problem($0).sentence }
      return
    }
    await perform {
      let profile = try await credentials.authenticate(with: repository)
      password = ""
      invitation = ""
      // Who signs out again has an account.
      mode = .signIn
      needsProfile = isNew
      state = .signedIn(profile)
      elsewhere = nil
    }
  }

  public func signOut() async {
    let provider = await identities.provider()
    await perform {
      try await repository.signOut()
      needsProfile = false
      state = .signedOut
    }
    // It is an offer: without it one is signed out here all the same.
    guard let provider, state == .signedOut, let page = try? await identities.signOutPage(of: provider),
      state == .signedOut
    else { return }
    elsewhere = Elsewhere(provider: provider, page: page)
  }

  /// Takes back what has been said about one field, as its user corrects it.
  public func clearProblem(of field: Field) {
    fieldProblems[field] = nil
    dismissProblem()
  }
}
