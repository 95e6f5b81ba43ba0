import Domain

/// Who may use a route. There is no default: every route says one of these.
package enum RouteAccess: Hashable, Sendable {
  /// Anyone, without a token.
  case open
  /// Anyone with a good access token of a session that has not ended.
  case signedIn
  /// As `signedIn`, an admin of the workspace.
  case admin
  /// As `signedIn`, or whoever has a link to the file that the path's `{id}` names.
  case linked
  /// A member of the conversation in the path; for everybody else it does not exist. Roles and
  /// authorship are checked by the store with the change.
  case conversation(ConversationAction)
}
