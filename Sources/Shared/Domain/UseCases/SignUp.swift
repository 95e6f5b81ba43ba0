/// Makes an account and signs in.
public struct SignUp: Sendable {
  private let repository: any AuthRepository

  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Throws `invalid` for a bad address, name or password length before anything leaves the device.
  public func callAsFunction(email: String, password: String, name: String) async throws -> Profile {
    let email = try AccountRules.validatedEmail(email)
    let name = try AccountRules.validatedName(name)
    try AccountRules.validatePassword(password, commonest: [])
    return try await repository.signUp(email: email, password: password, name: name)
  }
}
