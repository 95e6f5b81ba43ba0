import Domain

extension StoreTransaction {
  func perform(_ command: SessionCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let user, let session, let hash, let expiresAt):
      let account = try account(user)
      let answer = try Rules.Sessions.create(
        session, of: account, isInUse: isInUse(session.id, refreshHash: hash))
      try forgetSessions(of: account.number, before: Rules.Sessions.forgotten(at: time))
      try insert(session, of: account.number, expiresAt: expiresAt)
      try insertRefreshToken(hash, session: session.id, parent: nil, at: time)
      return answer
    case .rotateRefresh(let presented, let successor):
      let token = try refreshToken(presented, successor: successor)
      switch try Rules.Sessions.rotate(token, at: time) {
      case .revoked(let session, var answer):
        try close(session, at: time)
        answer.subject = token?.user
        return answer
      case .issued(let session, let isNew, let forgetting, let answer):
        try useRefreshToken(presented, session: session, forgetting: forgetting, at: time)
        if isNew { try insertRefreshToken(successor, session: session, parent: presented, at: time) }
        return answer
      }
    case .end(let user, let session):
      let isOpen = try isOpen(session, of: account(user).number)
      return try CommandAnswer(.done, changes: end(Rules.Sessions.end(session, isOpen: isOpen), at: time))
    case .endAll(let user):
      return try CommandAnswer(.done, changes: endSessions(of: account(user).number, at: time))
    }
  }

  /// Answers what is to be heard of it.
  func endSessions(of account: Int64, at time: Timestamp) throws -> [FeedChange] {
    try end(Rules.Sessions.endAll(openSessions(of: account)), at: time)
  }

  /// Answers what is to be heard of it.
  func end(_ ending: SessionsEnd, at time: Timestamp) throws -> [FeedChange] {
    for session in ending.sessions { try close(session, at: time) }
    return ending.changes
  }
}
