/// What somebody signs in or up with, checked before anything leaves the device.
public struct Credentials: Sendable {
  public enum Field: Hashable, Sendable, CaseIterable {
    case email
    case password
    case name
    case invitation
  }

  /// What is wrong, field by field.
  public struct Problems: Error {
    public let fields: [Field: Refusal]

    /// That of the first field.
    public var first: Refusal? { Field.allCases.lazy.compactMap { fields[$0] }.first }
  }

  private let email: String
  private let password: String
  private let name: String?
  private let invitation: InvitationLink?

  /// A `name` makes a new account, with an invitation unless it is empty. Then the password's
  /// length counts too; an existing account's may be older than the rule.
  public init(email: String, password: String, name: String? = nil, invitation: String = "") throws(Problems) {
    var problems: [Field: Refusal] = [:]
    self.email = Self.checked(.email, &problems) { () throws(Refusal) in try AccountRules.validatedEmail(email) } ?? ""
    self.name = name.flatMap { name in
      Self.checked(.name, &problems) { () throws(Refusal) in try AccountRules.validatedName(name) }
    }
    self.invitation = InvitationLink(invitation)
    if self.invitation == nil, !invitation.trimmingWhitespace.isEmpty {
      problems[.invitation] = Refusal(.invalid, "That is not an invitation. Paste the whole link.")
    }
    self.password = password
    Self.checked(.password, &problems) { () throws(Refusal) in
      if name != nil { return try AccountRules.validatePassword(password, commonest: []) }
      guard !password.isEmpty else { throw Refusal(.invalid, "Type your password.") }
    }
    guard problems.isEmpty else { throw Problems(fields: problems) }
  }

  @discardableResult
  private static func checked<Value>(
    _ field: Field, _ problems: inout [Field: Refusal], _ check: () throws(Refusal) -> Value
  ) -> Value? {
    do {
      return try check()
    } catch {
      problems[field] = error
      return nil
    }
  }

  public func authenticate(with repository: any AuthRepository) async throws -> Profile {
    guard let name else { return try await repository.signIn(email: email, password: password) }
    return try await repository.signUp(
      email: email, password: password, name: name, invitation: invitation?.token)
  }
}
