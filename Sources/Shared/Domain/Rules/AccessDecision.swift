/// What the access policy answers.
package enum AccessDecision: Sendable {
  case allowed
  /// The user can see the object but may not do this.
  case forbidden
  /// The user must not learn that the object exists.
  case hidden

  /// Throws the refusal that this decision stands for.
  package func check() throws(Refusal) {
    switch self {
    case .allowed: return
    case .forbidden: throw Refusal(.forbidden, "You may not do that here.")
    case .hidden: throw Refusal.notFound
    }
  }
}
