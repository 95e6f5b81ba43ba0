import Domain

/// Checks access tokens. Synchronous and cheap enough for an event loop (about 60 µs).
package protocol TokenVerifier: Sendable {
  /// Throws `unauthenticated` for anything but a good token of this server that has not expired.
  func verify(_ token: String, now: Timestamp) throws(Refusal) -> AuthenticatedSession
  /// Takes the key that another server has put in place of the one that is known here; answers
  /// whether there is one.
  func refresh() throws(Refusal) -> Bool
}

/// Whom a good access token stands for. Whether the session still is active is for the store to
/// say.
package struct AuthenticatedSession: Hashable, Sendable, Codable {
  package let user: UserID
  package let session: SessionID

  package init(user: UserID, session: SessionID) {
    self.user = user
    self.session = session
  }
}
