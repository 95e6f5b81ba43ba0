import Domain
import Observation
import ViewModels

/// The composition root: the device's services, the server that is open, and who is signed in
/// there.
///
/// From the environment: `@Environment(AppContainer.self) private var container`.
@MainActor @Observable
final class AppContainer {
  typealias Opener = @MainActor (ServerAddress) throws -> Backend

  /// What the app shows first.
  enum Phase {
    /// No server can be opened.
    case failed(Problem)
    case restoring
    case signedOut
    case signedIn(Session)
  }

  let services: PlatformServices
  let preferences: AppPreferences
  let router: Router
  /// The server as it is typed on the screen for signing in.
  var serverText: String
  private(set) var serverProblem: Problem?
  /// Who is signed in, and the form for it; another one for each server.
  private(set) var auth = AuthViewModel(repository: NoServer(), identities: NoServer())
  /// Signing in with an account elsewhere; another one for each server, too.
  private(set) var providers = ProviderSignInViewModel(repository: NoServer())
  private(set) var problem: Problem?
  @ObservationIgnored private(set) var backend: Backend?
  @ObservationIgnored private var session: Session?
  private var address: ServerAddress?
  @ObservationIgnored private let open: Opener

  /// `open` opens a server; `standardServer` is used until the user has chosen one.
  init(
    services: PlatformServices, preferences: AppPreferences, standardServer: ServerAddress?, open: @escaping Opener
  ) {
    self.services = services
    self.preferences = preferences
    self.open = open
    router = Router()
    let first = preferences.server ?? standardServer
    address = first
    serverText = first?.text ?? ""
    start()
  }

  /// Opens the server, again when that has failed.
  func start() {
    guard backend == nil, let address else { return }
    do {
      use(try open(address))
    } catch {
      problem = Problem(error)
    }
  }

  var phase: Phase {
    if let problem { return .failed(problem) }
    switch auth.state {
    case .signedOut: return .signedOut
    case .restoring: return .restoring
    case .signedIn(let profile): return signedIn(profile.id)
    }
  }

  /// Follows who is signed in until the task is cancelled. A new server needs a new call.
  func run() async {
    await auth.run()
  }

  /// The session of the signed-in user; `nil` when nobody is, or the server cannot be opened.
  var currentSession: Session? {
    if case .signedIn(let session) = phase { session } else { nil }
  }

  // MARK: - Private

  private func signedIn(_ me: UserID) -> Phase {
    guard let backend else { return .signedOut }
    if let session, session.me == me { return .signedIn(session) }
    let session = Session(me: me, repositories: backend.repositories, services: services)
    self.session = session
    return .signedIn(session)
  }

  private func use(_ backend: Backend) {
    let auth = AuthViewModel(repository: backend.repositories.auth, identities: backend.repositories.identities)
    auth.take(from: self.auth)
    self.backend = backend
    self.auth = auth
    providers = ProviderSignInViewModel(repository: backend.repositories.identities)
    session = nil
    problem = nil
  }
}

// MARK: - What the user does

extension AppContainer {
  /// Opens the server that is typed, if it is another one, and signs in or up there.
  func submit() async {
    serverProblem = nil
    guard let typed = ServerAddress(serverText) else {
      serverProblem = Problem("Type the address of your team's server, such as chat.example.org.", canRetry: true)
      return
    }
    guard await change(to: typed) else { return }
    await auth.submit()
    keepServer()
  }

  /// Opens the server that is typed, if it is one and another than before, so that its ways to sign
  /// in can be shown.
  func openTyped() async {
    guard let typed = ServerAddress(serverText), typed != address else { return }
    _ = await change(to: typed)
  }

  /// Signs in with an account elsewhere, at the server that is typed. Another server than the one
  /// that has offered the provider offers its own first.
  func signIn(with provider: IdentityProvider, browser: ProviderSignInViewModel.Browser) async {
    let offering = providers
    await openTyped()
    guard providers === offering else { return }
    await offering.signIn(with: provider, invitation: auth.invitation, browser: browser)
  }

  /// The invitation is being typed: its link says which server it is for.
  func takeServer() {
    auth.clearProblem(of: .invitation)
    guard let server = InvitationLink(auth.invitation)?.server.flatMap({ ServerAddress($0) }) else { return }
    serverText = server.text
    serverProblem = nil
  }

  /// The server is being typed anew.
  func clearServerProblem() {
    serverProblem = nil
  }

  /// Somebody has come or gone.
  func userChanged() {
    keepServer()
    if auth.me == nil {
      services.notifications.forget()
      session?.pictures.removeAll()
      session = nil
      router.reset()
    } else if auth.needsProfile {
      router.sheet = .profileSetUp
    }
  }

  /// The next start is at the server where somebody is signed in.
  private func keepServer() {
    if auth.me != nil, let address { preferences.server = address }
  }

  private func change(to typed: ServerAddress) async -> Bool {
    if typed == address, backend != nil { return true }
    do {
      let opened = try open(typed)
      let former = backend
      address = typed
      use(opened)
      try await former?.close()
      return true
    } catch {
      serverProblem = Problem(error)
      return backend != nil && address == typed
    }
  }
}
