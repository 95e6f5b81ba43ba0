import Domain
import Foundation
import Synchronization
import TestSupport
import Testing
import ViewModels

@testable import Terminal

@Suite("Profile and settings on the terminal")
@MainActor
struct SettingsDialogTests {
  @Test("the form takes no key before the profile is there, which would overwrite what was typed")
  func waitsForTheProfile() async throws {
    let account = SlowAccount()
    let form = ProfileViewModel(repository: account)
    let dialog = SettingsDialog(profile: form, settings: SettingsViewModel(repository: account))
    let following = Task { await dialog.run() }
    defer { following.cancel() }

    _ = dialog.handle(.text("x"))
    #expect(form.name == "")
    #expect(!shown(dialog).contains("enter save"))

    account.arrive(
      Profile(
        id: UserID(high: 1, low: 1), rev: 1, email: "ada@example.org", name: "Ada", workspaceRole: .member,
        createdAt: Timestamp(milliseconds: 0)))
    try await eventually("the profile is there") { await form.state.content != nil }
    #expect(shown(dialog).contains("enter save"))
    _ = dialog.handle(.text("x"))
    #expect(form.name == "Adax")
  }

  @Test("devices that cannot be asked for again stay, and what went wrong is said below them")
  func keepsDevices() async throws {
    let account = SlowAccount()
    let settings = SettingsViewModel(repository: account)
    let dialog = SettingsDialog(profile: ProfileViewModel(repository: account), settings: settings)
    await settings.loadSessions()
    _ = dialog.handle(.control("t"))
    _ = dialog.handle(.control("t"))
    #expect(shown(dialog).contains("laptop"))
    account.isDown.withLock { $0 = true }
    guard case .perform(let refresh) = dialog.handle(.enter) else {
      Issue.record("enter does not refresh")
      return
    }
    await refresh()
    #expect(shown(dialog).contains("laptop") && shown(dialog).contains("The server is busy."))
    account.isDown.withLock { $0 = false }
    await refresh()
    #expect(shown(dialog).contains("laptop") && !shown(dialog).contains("The server is busy."))
  }

  @Test("ctrl-e has clients tell nothing of how long things take; what the server refuses is put back")
  func events() async throws {
    let account = SlowAccount()
    let form = ProfileViewModel(repository: account)
    let dialog = SettingsDialog(profile: form, settings: SettingsViewModel(repository: account))
    let following = Task { await dialog.run() }
    defer { following.cancel() }
    account.arrive(
      Profile(
        id: UserID(high: 1, low: 1), rev: 1, email: "ada@example.org", name: "Ada", workspaceRole: .member,
        createdAt: Timestamp(milliseconds: 0)))
    try await eventually("the profile is there") { await form.state.content != nil }
    #expect(shown(dialog).contains("How long things take here: told to the admins"))
    guard case .perform(let switching) = dialog.handle(.control("e")) else {
      Issue.record("ctrl-e does nothing")
      return
    }
    await switching()
    #expect(form.problem != nil && shown(dialog).contains("told to the admins"))
    account.takesChanges.withLock { $0 = true }
    await switching()
    #expect(form.problem == nil && shown(dialog).contains("How long things take here: told to nobody"))
  }

  private func shown(_ dialog: SettingsDialog) -> String {
    dialog.dialog().lines.map(\.text).joined(separator: "\n")
  }
}

/// An account whose profile comes when the test says so.
final class SlowAccount: AuthRepository {
  private let profiles = AsyncStream<Profile?>.makeStream()
  let isDown = Mutex(false)
  let takesChanges = Mutex(false)

  func arrive(_ profile: Profile) { profiles.continuation.yield(profile) }

  func observeProfile() -> AsyncStream<Profile?> { profiles.stream }
  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
    throw Refusal(.overloaded, "Not here.")
  }
  func signIn(email: String, password: String) async throws -> Profile { throw Refusal(.overloaded, "Not here.") }
  func signOut() async throws {}
  func changePassword(current: String, new: String) async throws { throw Refusal(.overloaded, "Not here.") }
  func deleteAccount(password: String) async throws { throw Refusal(.overloaded, "Not here.") }
  func exportAccount(password: String, to file: URL) async throws {}
  func updateProfile(_ change: ProfileChange) async throws -> Profile {
    guard takesChanges.withLock({ $0 }) else { throw Refusal(.overloaded, "Not here.") }
    return Profile(
      id: UserID(high: 1, low: 1), rev: 2, email: "ada@example.org", name: "Ada", workspaceRole: .member,
      sendsEvents: change.sendsEvents ?? true, createdAt: Timestamp(milliseconds: 0))
  }
  func sessions() async throws -> [DeviceSession] {
    if isDown.withLock({ $0 }) { throw Refusal(.overloaded, "") }
    let time = Timestamp(milliseconds: 0)
    return [DeviceSession(id: SessionID(high: 1, low: 1), device: "laptop", createdAt: time, lastSeenAt: time)]
  }
  func endSession(_ session: SessionID) async throws {}
}
