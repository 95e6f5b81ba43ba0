import Domain
import Foundation
import Observation

/// Password, devices, and the end of the account.
@MainActor @Observable
public final class SettingsViewModel: ActionModel {
  public typealias SessionsState = ScreenState<[DeviceSession]>

  /// What the last action has come to.
  public enum Outcome: Hashable, Sendable {
    case none
    case passwordChanged
    case accountDeleted
    case signedOut
  }

  public let action = ActionState()
  public private(set) var outcome: Outcome = .none
  public var currentPassword = ""
  public var newPassword = ""
  public var repeatedPassword = ""
  /// The archive of all that the server has of the user, until it is forgotten.
  public private(set) var export: URL?
  @ObservationIgnored private let repository: any AuthRepository
  @ObservationIgnored private let loader: Loader<[DeviceSession]>
  @ObservationIgnored private let exports: URL

  /// An export is put into a folder of its own below `exports`.
  public init(
    repository: any AuthRepository, connection: (any ConnectionRepository)? = nil,
    exports: URL = FileManager.default.temporaryDirectory
  ) {
    self.repository = repository
    self.exports = exports
    loader = Loader(connection: connection)
  }

  public var sessions: SessionsState { loader.state }
  /// Why the devices that are shown could not be asked for again: they may be old.
  public var sessionsProblem: Problem? { loader.problem }

  /// Asks for the signed-in devices, and again by itself after a failure when the connection is
  /// back, until the task is cancelled.
  public func runSessions() async {
    await loader.run(loadSessions)
  }

  /// Asks the server for the signed-in devices, this one first, then the one seen last.
  public func loadSessions() async {
    await loader.load { ScreenState(try await repository.sessions().sorted(by: Self.isFirst)) }
  }

  public func endSession(_ session: SessionID) async {
    await act {
      try await repository.endSession(session)
      guard let left = sessions.content?.filter({ $0.id != session }) else { return }
      loader.show(ScreenState(left))
    }
  }

  /// Every field is filled in; whether rightly is told by `changePassword`.
  public var canChangePassword: Bool {
    !currentPassword.isEmpty && !newPassword.isEmpty && !repeatedPassword.isEmpty
  }

  /// The passwords leave memory once the change has worked.
  public func changePassword() async {
    await act {
      try await ChangePassword(repository: repository)(
        current: currentPassword, new: newPassword, repeated: repeatedPassword)
      forgetPasswords()
      outcome = .passwordChanged
    }
    if outcome == .passwordChanged { await loadSessions() }
  }

  /// Ends the account for good; `currentPassword` confirms it.
  public func deleteAccount() async {
    await act {
      guard !currentPassword.isEmpty else { throw Refusal(.invalid, "Type your password to confirm.") }
      try await repository.deleteAccount(password: currentPassword)
      forgetPasswords()
      outcome = .accountDeleted
    }
  }

  /// Downloads all that the server has of the user; `currentPassword` confirms it. Who has no
  /// password leaves it empty.
  public func downloadExport() async {
    forgetExport()
    await act {
      let folder = exports.appendingPathComponent("export-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let file = folder.appendingPathComponent("messageai-account.tar")
      do {
        try await repository.exportAccount(password: currentPassword, to: file)
      } catch {
        Self.remove(folder)
        throw error
      }
      forgetPasswords()
      export = file
    }
  }

  /// Removes the archive from the device. What it was shared with has its own copy.
  public func forgetExport() {
    guard let file = export else { return }
    export = nil
    Self.remove(file.deletingLastPathComponent())
  }

  /// What cannot be removed is in a folder that the system empties.
  private static func remove(_ folder: URL) { try? FileManager.default.removeItem(at: folder) }

  public func signOut() async {
    await act {
      try await repository.signOut()
      outcome = .signedOut
    }
  }

  private func forgetPasswords() {
    currentPassword = ""
    newPassword = ""
    repeatedPassword = ""
  }

  private func act(_ body: @MainActor () async throws -> Void) async {
    guard !isBusy else { return }
    outcome = .none
    await perform(body)
  }

  private static func isFirst(_ left: DeviceSession, _ right: DeviceSession) -> Bool {
    if left.current != right.current { return left.current }
    return left.lastSeenAt > right.lastSeenAt
  }
}
