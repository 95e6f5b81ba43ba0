import Domain

/// Who is there at other servers, as far as they have said, with which sessions, and which servers
/// are there.
struct RemotePresence {
  /// Ticks after which a server that says nothing is gone.
  private let patience: Int64
  private var states: [UserID: [UInt64: Presence.State]] = [:]
  /// Ticks since each server has said something.
  private var silence: [UInt64: Int64] = [:]
  var sessions: RemoteSessions

  /// `memory` is how many ticks sessions are in use after a server has said so.
  init(patience: Int64, memory: Int64) {
    self.patience = patience
    sessions = RemoteSessions(memory: memory)
  }

  /// Whether any other server has been heard of lately.
  var hasServers: Bool { !silence.isEmpty }

  func state(of user: UserID) -> Presence.State {
    (states[user] ?? [:]).values.reduce(.offline) { $0.joined($1) }
  }

  /// `false` when nothing else was known.
  mutating func set(_ state: Presence.State, of user: UserID, at node: UInt64) -> Bool {
    let former = self.state(of: user)
    states[user, default: [:]][node] = state == .offline ? nil : state
    if states[user]?.isEmpty == true { states[user] = nil }
    return self.state(of: user) != former
  }

  /// Whether the server was not known to be there.
  mutating func hear(_ node: UInt64) -> Bool {
    silence.updateValue(0, forKey: node) == nil
  }

  /// Those who were at a server that is gone.
  mutating func tick() -> [UserID] {
    for node in silence.keys { silence[node, default: 0] += 1 }
    let gone = silence.filter { $0.value > patience }.keys
    guard !gone.isEmpty else { return [] }
    var lost: [UserID] = []
    for node in gone {
      silence[node] = nil
      sessions.forget(node)
      for user in states.keys.sorted() where states[user]?.removeValue(forKey: node) != nil {
        lost.append(user)
        if states[user]?.isEmpty == true { states[user] = nil }
      }
    }
    return lost
  }
}

extension Presence.State {
  /// What two places say of one user together.
  func joined(_ other: Presence.State) -> Presence.State {
    if self == .online || other == .online { return .online }
    return self == .away || other == .away ? .away : .offline
  }
}
