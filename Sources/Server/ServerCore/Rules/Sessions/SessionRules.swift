import Domain

/// What is known of a refresh token and its session.
package struct RefreshTokenState: Sendable {
  package let session: SessionID
  package let user: UserID
  package let usedAt: Timestamp?
  /// Whether one of the tokens that it gave has been used.
  package let successorUsed: Bool
  package let sessionExpiresAt: Timestamp
  package let sessionEnded: Bool
  /// Whether the token that it is to give exists already.
  package let isSuccessorTaken: Bool
  /// Whether it has given that one before.
  package let isSuccessorGiven: Bool

  package init(
    session: SessionID, user: UserID, usedAt: Timestamp?, successorUsed: Bool, sessionExpiresAt: Timestamp,
    sessionEnded: Bool, isSuccessorTaken: Bool, isSuccessorGiven: Bool
  ) {
    self.session = session
    self.user = user
    self.usedAt = usedAt
    self.successorUsed = successorUsed
    self.sessionExpiresAt = sessionExpiresAt
    self.sessionEnded = sessionEnded
    self.isSuccessorTaken = isSuccessorTaken
    self.isSuccessorGiven = isSuccessorGiven
  }
}

package enum RefreshRuling: Sendable {
  /// The token is marked as used, unless it was, the successor is stored as its child where it is
  /// new, and the session's tokens that were used before `forgetting` go.
  case issued(SessionID, isNew: Bool, forgetting: Timestamp, CommandAnswer)
  /// The session ends.
  case revoked(SessionID, CommandAnswer)
}

/// Sessions that a command ends.
package struct SessionsEnd: Sendable {
  package let sessions: [SessionID]

  /// What is to be heard of it.
  package var changes: [FeedChange] { sessions.isEmpty ? [] : [.sessionsEnded(sessions)] }
}

extension Rules.Sessions {
  /// Milliseconds for which a used refresh token is remembered, so that its reuse still ends the
  /// session.
  private static let tokenMemory: Int64 = 7 * 86_400_000
  /// Milliseconds for which an ended or expired session is remembered.
  private static let sessionMemory: Int64 = 30 * 86_400_000
  private static let revoked = Refusal(.sessionRevoked, "The session has ended: sign in again.")

  /// Throws `forbidden` for a disabled account, and `conflict` when the session's id or its token
  /// is in use.
  package static func create(
    _ session: DeviceSession, of account: AccountState, isInUse: Bool
  ) throws(Refusal) -> CommandAnswer {
    guard !account.isDisabled else { throw Refusal(.forbidden, "This account has been disabled.") }
    guard !isInUse else { throw Refusal(.conflict, "That session exists.") }
    return CommandAnswer(.session(user: account.profile.id, session: session.id))
  }

  /// Sessions that ended or expired before are forgotten when their user signs in again.
  package static func forgotten(at time: Timestamp) -> Timestamp {
    time.adding(milliseconds: -sessionMemory)
  }

  /// `token` is `nil` when it is not known: `unauthenticated`. See `RefreshRotation` for the rest.
  package static func rotate(_ token: RefreshTokenState?, at time: Timestamp) throws(Refusal) -> RefreshRuling {
    guard let token else { throw Refusal(.unauthenticated, "That refresh token is not known.") }
    guard !token.sessionEnded else { throw revoked }
    let decision = RefreshRotation.decide(
      usedAt: token.usedAt, successorUsed: token.successorUsed, sessionExpiresAt: token.sessionExpiresAt, now: time)
    guard decision == .issue else {
      return .revoked(
        token.session, CommandAnswer(refusal: revoked, changes: [.sessionsEnded([token.session])]))
    }
    guard token.isSuccessorGiven || !token.isSuccessorTaken else {
      throw Refusal(.conflict, "The new refresh token exists.")
    }
    return .issued(
      token.session, isNew: !token.isSuccessorGiven, forgetting: time.adding(milliseconds: -tokenMemory),
      CommandAnswer(.session(user: token.user, session: token.session)))
  }

  /// `isOpen` is `nil` when the user has no such session: `notFound`. To end one again changes
  /// nothing.
  package static func end(_ session: SessionID, isOpen: Bool?) throws(Refusal) -> SessionsEnd {
    guard let isOpen else { throw Refusal.notFound }
    return SessionsEnd(sessions: isOpen ? [session] : [])
  }

  /// Ends those of a user's open sessions that are not `kept`.
  package static func endAll(_ open: [SessionID], except kept: SessionID? = nil) -> SessionsEnd {
    SessionsEnd(sessions: open.filter { $0 != kept })
  }
}
