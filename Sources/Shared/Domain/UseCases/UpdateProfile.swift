/// Changes what others see of me.
public struct UpdateProfile: Sendable {
  private let repository: any AuthRepository

  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Throws `invalid` for a name that breaks the rule of names.
  public func callAsFunction(_ change: ProfileChange) async throws -> Profile {
    var change = change
    if let name = change.name { change.name = try AccountRules.validatedName(name) }
    return try await repository.updateProfile(change)
  }
}
