import Domain

/// Which sessions are in use, over several servers. Only the server that notifies wants to hear of
/// them. It forgets those of a server that is gone, and what a server has not said again.
extension ClusterNode {
  /// Milliseconds after which a server says again which sessions are in use there.
  static let sessionInterval: Int64 = 10_000
  /// Milliseconds after which what was not said again is over.
  static let sessionMemory: Int64 = 25_000

  /// Listens to what other servers say of their sessions from now on, and has them say it.
  func gatherSessions() {
    withRemote { remote in
      remote.sessions.begin(waiting: beats.ticks)
      bus.subscribe(.online)
    }
  }

  func stopGatheringSessions() {
    withRemote { remote in
      remote.sessions.end()
      bus.unsubscribe(.online)
    }
  }

  /// Whether the others have had time to answer.
  var hasGatheredSessions: Bool { withRemote { $0.sessions.isComplete } }

  func remoteSessions(of user: UserID) -> Set<SessionID> {
    withRemote { $0.sessions.sessions(of: user) }
  }

  /// Tells the server that notifies.
  func tell(_ sessions: [UserSessions]) {
    for batch in UserSessions.batches(sessions) { publish(.sessions(batch), to: .online) }
  }

  /// Which sessions are in use here, all of them.
  func tellAllSessions() {
    for batch in batches(of: locked { $0.users }) { presence?.announceSessions(of: Array(batch)) }
  }

  /// Called every `coalescingInterval`.
  func tickSessions() {
    if withRemote({ $0.sessions.tick() }) { publish(.sessionsWanted, to: .workspace) }
    if lock.withLock({ sessionLists.tick() }) { work.run { [self] in tellAllSessions() } }
  }
}
