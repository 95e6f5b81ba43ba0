/// Replaces my password; all my other sessions end.
public struct ChangePassword: Sendable {
  private let repository: any AuthRepository

  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Throws `invalid` when the new password is too short, too long, the old one, or not the same as
  /// its repetition.
  public func callAsFunction(current: String, new: String, repeated: String) async throws {
    guard !current.isEmpty else { throw Refusal(.invalid, "Type your current password.") }
    try AccountRules.validatePassword(new, commonest: [])
    guard new == repeated else { throw Refusal(.invalid, "The two new passwords are not the same.") }
    guard new != current else { throw Refusal(.invalid, "The new password is the old one.") }
    try await repository.changePassword(current: current, new: new)
  }
}
