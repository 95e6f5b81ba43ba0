import Domain
import Observation

/// Password, devices, and the end of the account.
@MainActor @Observable
public final class SettingsViewModel {
  public typealias SessionsState = ScreenState<[DeviceSession]>

  /// What the last action has come to.
  public enum Outcome: Hashable, Sendable {
    case none
    case passwordChanged
    case accountDeleted
    case signedOut
  }

  public private(set) var sessions: SessionsState = .loading
  /// Why the devices that are shown could not be asked for again: they may be old.
  public private(set) var sessionsProblem: Problem?
  public private(set) var isBusy = false
  public private(set) var problem: Problem?
  public private(set) var outcome: Outcome = .none
  public var currentPassword = ""
  public var newPassword = ""
  public var repeatedPassword = ""
  @ObservationIgnored private let repository: any AuthRepository
  @ObservationIgnored private let reloading: Reloading

  public init(repository: any AuthRepository, connection: (any ConnectionRepository)? = nil) {
    self.repository = repository
    reloading = Reloading(connection: connection)
  }

  /// Asks for the signed-in devices, and again by itself after a failure when the connection is back, until the task is cancelled.
  public func runSessions() async {
    await reloading.run(load: loadSessions) { sessionsProblem != nil || sessions.isFailed }
  }

  /// Asks the server for the signed-in devices, this one first, then the one seen last.
  public func loadSessions() async {
    if sessions.isFailed { sessions = .loading }
    do {
      let found = try await repository.sessions()
      sessions = found.isEmpty ? .empty : .content(found.sorted(by: Self.isFirst))
      sessionsProblem = nil
    } catch {
      if let problem = Problem(error) { sessionsProblem = sessions.fail(problem) }
    }
  }

  public func endSession(_ session: SessionID) async {
    await perform {
      try await repository.endSession(session)
      guard let left = sessions.content?.filter({ $0.id != session }) else { return }
      sessions = left.isEmpty ? .empty : .content(left)
    }
  }

  /// Every field is filled in; whether rightly is told by `changePassword`.
  public var canChangePassword: Bool {
    !currentPassword.isEmpty && !newPassword.isEmpty && !repeatedPassword.isEmpty
  }

  /// The passwords leave memory once the change has worked.
  public func changePassword() async {
    await perform {
      try await ChangePassword(repository: repository)(
        current: currentPassword, new: newPassword, repeated: repeatedPassword)
      forgetPasswords()
      outcome = .passwordChanged
    }
    if outcome == .passwordChanged { await loadSessions() }
  }

  /// Ends the account for good; `currentPassword` confirms it.
  public func deleteAccount() async {
    await perform {
      guard !currentPassword.isEmpty else { throw Refusal(.invalid, "Type your password to confirm.") }
      try await repository.deleteAccount(password: currentPassword)
      forgetPasswords()
      outcome = .accountDeleted
    }
  }

  public func signOut() async {
    await perform {
      try await repository.signOut()
      outcome = .signedOut
    }
  }

  public func dismissProblem() {
    problem = nil
  }

  private func forgetPasswords() {
    currentPassword = ""
    newPassword = ""
    repeatedPassword = ""
  }

  private func perform(_ body: () async throws -> Void) async {
    guard !isBusy else { return }
    isBusy = true
    problem = nil
    outcome = .none
    defer { isBusy = false }
    do {
      try await body()
    } catch {
      problem = Problem(error)
    }
  }

  private static func isFirst(_ left: DeviceSession, _ right: DeviceSession) -> Bool {
    if left.current != right.current { return left.current }
    return left.lastSeenAt > right.lastSeenAt
  }
}
