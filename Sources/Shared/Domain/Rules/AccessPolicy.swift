/// The one answer to "may this user do that": a pure table with default deny.
package enum AccessPolicy {
  /// Whether a user who has `context` in a conversation (and to the object in it) may do `action`.
  ///
  /// `hidden` must be answered exactly like something that does not exist.
  package static func decide(_ action: ConversationAction, _ context: AccessContext) -> AccessDecision {
    guard context.isMember else { return .hidden }
    switch action {
    case .read, .search, .advanceWatermark, .type, .changeSettings, .post, .askIntelligence, .changeInsight:
      return .allowed
    case .editMessage:
      return context.isAuthor ? .allowed : .forbidden
    case .deleteMessage:
      return context.isAuthor || (context.kind == .group && context.isAdmin) ? .allowed : .forbidden
    case .switchIntelligence:
      return context.kind == .direct || context.isAdmin ? .allowed : .forbidden
    case .leave:
      return context.kind == .group ? .allowed : .forbidden
    case .rename, .addMember, .removeMember, .changeRole:
      return context.kind == .group && context.isAdmin ? .allowed : .forbidden
    }
  }
}
