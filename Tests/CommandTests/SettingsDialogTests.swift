import Domain
import TestSupport
import Testing
import ViewModels

@testable import messageai

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

  private func shown(_ dialog: SettingsDialog) -> String {
    dialog.dialog().lines.map(\.text).joined(separator: "\n")
  }
}

/// An account whose profile comes when the test says so.
private final class SlowAccount: AuthRepository {
  private let profiles = AsyncStream<Profile?>.makeStream()

  func arrive(_ profile: Profile) { profiles.continuation.yield(profile) }

  func observeProfile() -> AsyncStream<Profile?> { profiles.stream }
  func signUp(email: String, password: String, name: String) async throws -> Profile {
    throw Refusal(.overloaded, "Not here.")
  }
  func signIn(email: String, password: String) async throws -> Profile { throw Refusal(.overloaded, "Not here.") }
  func signOut() async throws {}
  func changePassword(current: String, new: String) async throws { throw Refusal(.overloaded, "Not here.") }
  func deleteAccount(password: String) async throws { throw Refusal(.overloaded, "Not here.") }
  func updateProfile(_ change: ProfileChange) async throws -> Profile { throw Refusal(.overloaded, "Not here.") }
  func sessions() async throws -> [DeviceSession] { [] }
  func endSession(_ session: SessionID) async throws {}
}
