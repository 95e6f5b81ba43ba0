import Domain

/// Who says what is known here of who is there, and hears what others know.
protocol LocalPresence: AnyObject, Sendable {
  /// Over the sockets of this server alone.
  func localState(of user: UserID) -> Presence.State
  /// Another server has said something else of the user.
  func noteChange(elsewhere user: UserID)
  /// The server at which the user was is gone.
  func noteChange(of user: UserID)
  /// Tells the server that notifies which sessions of these users are in use here.
  func announceSessions(of users: [UserID])
}

/// Who is there, over several servers. What is lost on the bus is said again once it is back; a
/// server that says nothing for five seconds is gone with all who were there.
extension ClusterNode {
  /// Milliseconds between two beats.
  static let beatInterval: Int64 = 1_000
  /// Milliseconds of silence after which a server is gone.
  static let beatPatience: Int64 = 4_000

  /// Once, before the first socket.
  func observe(_ presence: any LocalPresence) {
    withRemote { _ in self.presence = presence }
  }

  func remoteState(of user: UserID) -> Presence.State {
    withRemote { $0.state(of: user) }
  }

  /// Tells the servers with members of the conversations what the user's sockets here say.
  func tell(_ state: Presence.State, of user: UserID, in conversations: [ConversationID]) {
    for conversation in conversations { publish(.presence(user, state), to: .conversation(conversation)) }
  }

  func hearPresence(_ state: Presence.State, of user: UserID, at node: UInt64) {
    if withRemote({ $0.set(state, of: user, at: node) }) { presence?.noteChange(elsewhere: user) }
  }

  func answerPresence(in conversation: ConversationID) {
    for user in users(of: conversation) { tell(of: user, in: [conversation]) }
  }

  /// A server is there; one that was not there before is told everything, and asked.
  func noteSign(of node: UInt64) {
    let isNew = withRemote { remote in
      plan.noteSign(of: node)
      guard remote.hear(node) else { return false }
      remote.sessions.ask()
      return true
    }
    if isNew { work.run { [self] in tellAll() } }
  }

  /// After the bus was away: others may have missed what was said here.
  func tellAll() {
    for (user, conversations) in memberships() { tell(of: user, in: conversations) }
    tellAllSessions()
  }

  private func tell(of user: UserID, in conversations: [ConversationID]) {
    let state = presence?.localState(of: user) ?? .offline
    if state != .offline { tell(state, of: user, in: conversations) }
  }

  /// Called every `coalescingInterval`.
  func tickPresence(isBeatDue: Bool) {
    if isBeatDue { publish(.beat, to: .workspace) }
    for user in withRemote({ $0.tick() }) { presence?.noteChange(of: user) }
  }
}
