import Domain
import Foundation

/// Tells people who share a conversation whether someone is there: at most one frame an interval
/// for each of them; keeps when they were last seen.
package final class PresenceTracker: Sendable {
  private let sockets: SocketRegistry
  private let fanOut: FanOut
  private let store: any ServerStore
  private let gateway: CommandGateway
  private let work: any WorkExecutor
  private let clock: any WallClock
  private let maximumContacts: Int
  /// `nil` where this is the only server.
  private let cluster: ClusterNode?
  private let lock = NSLock()
  /// Held while states are looked up and sent, so that nobody hears an older state after a newer
  /// one. Taken before the sockets' lock.
  private let order = NSLock()
  /// Users whose state may have changed since the last flush.
  nonisolated(unsafe) private var dirty: Set<UserID> = []
  /// Those of them whose sockets are or were here, or at a server that is gone.
  nonisolated(unsafe) private var own: Set<UserID> = []
  /// Held while other servers are told, so that none hears an older state after a newer one.
  private let announcing = NSLock()
  /// What other servers were told of each user who is there. Guarded by `announcing`.
  nonisolated(unsafe) private var announced: [UserID: Presence.State] = [:]
  /// Of whom others were told that sessions are in use here. Guarded by `announcing`.
  nonisolated(unsafe) private var inUse: Set<UserID> = []
  /// What was last told of each user who is there. Guarded by `order`.
  nonisolated(unsafe) private var told: [UserID: Presence.State] = [:]

  package init(
    sockets: SocketRegistry, fanOut: FanOut, store: any ServerStore, gateway: CommandGateway, work: any WorkExecutor,
    clock: any WallClock, maximumContacts: Int, cluster: ClusterNode? = nil
  ) {
    self.sockets = sockets
    self.fanOut = fanOut
    self.store = store
    self.gateway = gateway
    self.work = work
    self.clock = clock
    self.maximumContacts = maximumContacts
    self.cluster = cluster
  }

  /// Sets what one socket says of its user.
  package func set(_ state: Presence.State, of socket: SocketID, by user: UserID) {
    sockets.withLock { $0[socket]?.presence = state }
    noteChange(of: user)
  }

  package func noteChange(of user: UserID) {
    lock.withLock {
      dirty.insert(user)
      if cluster != nil { own.insert(user) }
    }
  }

  /// Sends what changed to those who may know, and stores when people left.
  package func flush() {
    let (users, here) = lock.withLock {
      defer { (dirty, own) = ([], []) }
      return (dirty, own)
    }
    guard !users.isEmpty else { return }
    work.run { [self] in
      tell(users.sorted(), own: cluster == nil ? users : here)
      if let cluster { announce(here.sorted(), to: cluster) }
    }
  }

  /// Presence of everyone the user shares a conversation with, to one of the user's sockets. Reads
  /// the store on the caller's thread.
  package func sendSnapshot(for user: UserID, to sink: any SocketSink) throws {
    let contacts = try store.contacts(of: user, limit: maximumContacts)
    let lastSeen = try store.lastSeen(of: contacts)
    guard !contacts.isEmpty else { return }
    order.withLock {
      let presences = contacts.map { contact in
        let state = state(of: contact)
        return Presence(user: contact, state: state, lastSeen: state == .offline ? lastSeen[contact] : nil)
      }
      sink.send(.presence(presences))
    }
  }

  /// Makes people who have just joined a conversation and those in it known to each other. Reads
  /// the store on the caller's thread.
  package func introduce(_ joiners: [UserID], in conversation: ConversationID) {
    guard let members = joiners.lazy.compactMap({ self.members(of: conversation, for: $0) }).first else { return }
    order.withLock {
      let present = members.map { Presence(user: $0, state: state(of: $0)) }.filter { $0.state != .offline }
      for joiner in joiners {
        let others = present.filter { $0.user != joiner }
        if !others.isEmpty { fanOut.relay(.presence(others), to: [joiner]) }
      }
      let new = Set(joiners)
      let arrivals = present.filter { new.contains($0.user) }
      guard !arrivals.isEmpty else { return }
      let others = members.filter { !new.contains($0) }
      fanOut.relay(.presence(arrivals), to: others)
      cluster?.relay(EncodedFrame(.presence(arrivals)), in: conversation, to: others)
    }
  }

  /// `nil` when the joiner has been removed again, or the store cannot be read now: presence may be
  /// lost.
  private func members(of conversation: ConversationID, for joiner: UserID) -> [UserID]? {
    switch Result(catching: { try store.memberIDs(of: conversation, for: joiner) }) {
    case .success(let members): members
    case .failure: nil
    }
  }

  private func tell(_ users: [UserID], own: Set<UserID>) {
    let now = clock.now
    var contacts: [UserID: [UserID]] = [:]
    for user in users {
      switch Result(catching: { try store.contacts(of: user, limit: maximumContacts) }) {
      case .success(let found): contacts[user] = found
      // Whoever needs the store reports that it cannot be read; this is tried again.
      case .failure: noteChange(of: user)
      }
    }
    let left = order.withLock {
      let changes = users.filter { contacts[$0] != nil }.compactMap { change(of: $0, at: now) }
      send(changes, to: contacts)
      // Where they were connected, it is stored that they left.
      return changes.filter { $0.state == .offline && own.contains($0.user) }.map { ($0.user, now) }
    }
    if !left.isEmpty { gateway.submit(.account(.touchLastSeen(Dictionary(uniqueKeysWithValues: left)))) }
  }

  /// Tells other servers what has changed of those whose sockets are here.
  private func announce(_ users: [UserID], to cluster: ClusterNode) {
    announceSessions(of: users)
    for user in users {
      switch Result(catching: { try store.feedRevs(of: user).keys.compactMap(\.conversation).sorted() }) {
      case .success(let conversations):
        announcing.withLock {
          let state = localState(of: user)
          guard announced[user, default: .offline] != state else { return }
          announced[user] = state == .offline ? nil : state
          cluster.tell(state, of: user, in: conversations)
        }
      case .failure: noteChange(of: user)
      }
    }
  }

  /// The user's state over all sockets of all servers, `.offline` with none.
  private func state(of user: UserID) -> Presence.State {
    let state = localState(of: user)
    return cluster.map { state.joined($0.remoteState(of: user)) } ?? state
  }

  /// The user's state over the sockets here.
  func localState(of user: UserID) -> Presence.State {
    sockets.withLock { sockets in
      let entries = sockets.live(of: user)
      if entries.isEmpty { return .offline }
      return entries.contains { $0.presence == .online } ? .online : .away
    }
  }

  /// `nil` when nothing else was told last. Under `order`.
  private func change(of user: UserID, at now: Timestamp) -> Presence? {
    let state = state(of: user)
    guard told[user, default: .offline] != state else { return nil }
    told[user] = state == .offline ? nil : state
    return Presence(user: user, state: state, lastSeen: state == .offline ? now : nil)
  }

  /// One frame for each recipient, encoded once for all who get the same.
  private func send(_ changes: [Presence], to contacts: [UserID: [UserID]]) {
    var indexes: [UserID: [Int]] = [:]
    for (index, change) in changes.enumerated() {
      for contact in contacts[change.user] ?? [] where sockets.isConnected(contact) {
        indexes[contact, default: []].append(index)
      }
    }
    for (indexes, group) in Dictionary(grouping: indexes.keys, by: { indexes[$0] ?? [] }) {
      fanOut.relay(.presence(indexes.map { changes[$0] }), to: group.sorted())
    }
  }
}

extension PresenceTracker: LocalPresence {
  func noteChange(elsewhere user: UserID) {
    lock.withLock { _ = dirty.insert(user) }
  }

  func announceSessions(of users: [UserID]) {
    announcing.withLock {
      let sessions = users.compactMap { user -> UserSessions? in
        let sessions = sockets.onlineSessions(of: user).sorted()
        if sessions.isEmpty { return inUse.remove(user).map { UserSessions(user: $0, sessions: []) } }
        inUse.insert(user)
        return UserSessions(user: user, sessions: sessions)
      }
      cluster?.tell(sessions)
    }
  }
}
