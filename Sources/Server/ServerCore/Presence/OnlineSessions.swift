import Domain

/// Which sessions have devices in use now, at whatever server of the store: those are not notified.
package struct OnlineSessions: Sendable {
  private let sockets: SocketRegistry
  /// `nil` where this is the only server.
  private let cluster: ClusterNode?

  init(sockets: SocketRegistry, cluster: ClusterNode?) {
    self.sockets = sockets
    self.cluster = cluster
  }

  /// Has the other servers say which sessions are in use there, until `stop`.
  package func start() { cluster?.gatherSessions() }
  package func stop() { cluster?.stopGatheringSessions() }

  /// Whether the other servers have had time to say so since `start`.
  package var isKnown: Bool { cluster?.hasGatheredSessions ?? true }

  package func sessions(of user: UserID) -> Set<SessionID> {
    let own = sockets.onlineSessions(of: user)
    return cluster.map { own.union($0.remoteSessions(of: user)) } ?? own
  }
}
