/// Opens a session on this device.
public struct SignIn: Sendable {
  private let repository: any AuthRepository

  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Throws `invalid` for something that is no address and for an empty password before anything
  /// leaves the device.
  public func callAsFunction(email: String, password: String) async throws -> Profile {
    let email = try AccountRules.validatedEmail(email)
    guard !password.isEmpty else { throw Refusal(.invalid, "Type your password.") }
    return try await repository.signIn(email: email, password: password)
  }
}
