import Domain
import Foundation

/// Accounts before a server has been chosen: nobody is signed in, and nobody can.
struct NoServer: AuthRepository, IdentityRepository {
  private static let refusal = Refusal(.invalid, "Choose a server first.")

  func observeProfile() -> AsyncStream<Profile?> {
    let (stream, continuation) = AsyncStream.makeStream(of: Profile?.self)
    continuation.yield(nil)
    return stream
  }

  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
    throw Self.refusal
  }
  func workspace() async throws -> Workspace { throw Self.refusal }
  func begin(with provider: IdentityProvider, returnTo place: String) async throws -> IdentityStart {
    throw Self.refusal
  }
  func claim(_ answer: IdentityAnswer, with provider: IdentityProvider) async throws -> IdentityOutcome {
    throw Self.refusal
  }
  func provider() async -> IdentityProvider? { nil }
  func signOutPage(of provider: IdentityProvider) async throws -> URL? { throw Self.refusal }
  func signIn(email: String, password: String) async throws -> Profile { throw Self.refusal }
  func signOut() async throws { throw Self.refusal }
  func changePassword(current: String, new: String) async throws { throw Self.refusal }
  func deleteAccount(password: String) async throws { throw Self.refusal }
  func exportAccount(password: String, to file: URL) async throws { throw Self.refusal }
  func updateProfile(_ change: ProfileChange) async throws -> Profile { throw Self.refusal }
  func sessions() async throws -> [DeviceSession] { throw Self.refusal }
  func endSession(_ session: SessionID) async throws { throw Self.refusal }
}
