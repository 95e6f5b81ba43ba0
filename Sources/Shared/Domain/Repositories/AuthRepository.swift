import Foundation

/// Accounts and sessions.
public protocol AuthRepository: Sendable {
  /// The signed-in user, restored from the device at start; `nil` when signed out.
  func observeProfile() -> AsyncStream<Profile?>
  /// `invitation` is the token of one.
  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile
  func signIn(email: String, password: String) async throws -> Profile
  /// Ends the session and erases what the device holds, even without network.
  func signOut() async throws
  func changePassword(current: String, new: String) async throws
  func deleteAccount(password: String) async throws
  /// Writes all that the server has of the user into a new file: an archive (tar). When it throws,
  /// nothing of it is left.
  func exportAccount(password: String, to file: URL) async throws
  /// Changes what others see of me. Throws `invalid` for a name that breaks the rule of names.
  func updateProfile(_ change: ProfileChange) async throws -> Profile
  func sessions() async throws -> [DeviceSession]
  func endSession(_ session: SessionID) async throws
}

extension AuthRepository {
  public func signUp(email: String, password: String, name: String) async throws -> Profile {
    try await signUp(email: email, password: password, name: name, invitation: nil)
  }
}
