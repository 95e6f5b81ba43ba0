/// The one answer to "may this user do that": a pure table with default deny.
package enum AccessPolicy {
  /// Whether a user who stands as `standing` to a conversation (and to the object in it) may do `action`.
  ///
  /// `hidden` must be answered exactly like something that does not exist.
  package static func decide(_ action: ConversationAction, _ standing: Standing) -> AccessDecision {
    guard standing.isMember else { return .hidden }
    switch action {
    case .read, .search, .advanceWatermark, .type, .changeSettings, .post, .askIntelligence, .changeInsight:
      return .allowed
    case .editMessage:
      return standing.isAuthor ? .allowed : .forbidden
    case .deleteMessage:
      return standing.isAuthor || (standing.kind == .group && standing.isAdmin) ? .allowed : .forbidden
    case .switchIntelligence:
      return standing.kind == .direct || standing.isAdmin ? .allowed : .forbidden
    case .leave:
      return standing.kind == .group ? .allowed : .forbidden
    case .rename, .addMember, .removeMember, .changeRole:
      return standing.kind == .group && standing.isAdmin ? .allowed : .forbidden
    }
  }
}
