import Domain
import Foundation
import WireProtocol

/// Knows the live sockets and tells them what has been committed.
///
/// `publish` is the store's commit observer: it is called by one thread at a time, in commit order, so every socket hears of each feed in rev order.
/// Each event is encoded once; each event loop is entered once and each socket flushed once for a whole commit group.
package final class Hub: Sendable {
  private struct JoinListener: Sendable {
    let hear: @Sendable (ConversationID, [UserID]) -> Void
  }

  private let metrics: ServerMetrics
  private let fanOut: any FanOutExecutor
  private let lock = NSLock()
  nonisolated(unsafe) private var sockets: [SocketID: SocketEntry] = [:]
  nonisolated(unsafe) private var socketsByUser: [UserID: [SocketEntry]] = [:]
  nonisolated(unsafe) private var removalCount = 0
  nonisolated(unsafe) private var joinObserver: JoinListener?

  package init(metrics: ServerMetrics, fanOut: any FanOutExecutor) {
    self.metrics = metrics
    self.fanOut = fanOut
  }

  /// Called, outside any lock, with the connected users who are new in a conversation. Set once, before the first socket.
  package func observeJoins(_ observer: @escaping @Sendable (ConversationID, [UserID]) -> Void) {
    lock.withLock { joinObserver = JoinListener(hear: observer) }
  }
}

// MARK: - Sockets

extension Hub {
  /// Adds a socket whose session is still to be checked: it hears nothing, but the end of its session reaches it.
  package func register(_ id: SocketID, user: UserID, session: SessionID, sink: any SocketSink) {
    let entry = SocketEntry(id: id, user: user, session: session, sink: sink)
    lock.withLock {
      sockets[id] = entry
      socketsByUser[user, default: []].append(entry)
    }
  }

  /// Sends `welcome` and from then on everything. `false` when its session has ended.
  package func admit(_ id: SocketID, welcome: EncodedFrame) -> Bool {
    lock.withLock {
      guard let entry = sockets[id], entry.phase == .pending else { return false }
      entry.phase = .live
      // Under the lock, so that nothing comes before it.
      entry.sink.send([welcome], whenWritten: nil)
      return true
    }
  }

  package func unregister(_ id: SocketID) {
    lock.withLock {
      guard let entry = sockets.removeValue(forKey: id) else { return }
      socketsByUser[entry.user]?.removeAll { $0.id == id }
      if socketsByUser[entry.user]?.isEmpty == true { socketsByUser[entry.user] = nil }
    }
  }

  package func socketIDs(of user: UserID) -> [SocketID] {
    lock.withLock { liveLocked(user).map(\.id) }
  }

  package func isConnected(_ user: UserID) -> Bool {
    lock.withLock { isConnectedLocked(user) }
  }

  /// Sockets of a user, those whose session is still to be checked among them.
  package func count(of user: UserID) -> Int {
    lock.withLock { socketsByUser[user]?.count ?? 0 }
  }

  package var socketCount: Int {
    lock.withLock { sockets.count }
  }

  /// How often anyone has lost a conversation: see `relay`.
  package var removals: Int {
    lock.withLock { removalCount }
  }

  /// What a socket must still be at when content that is being read now is delivered; `nil` when the socket hears nothing.
  package func epoch(of id: SocketID) -> Int? {
    lock.withLock { sockets[id].flatMap { $0.phase == .live ? $0.epoch : nil } }
  }

  /// Sends what was read for one socket, unless its user has joined or lost a conversation since `epoch`.
  /// `false`: read again, for the content may no longer be theirs.
  package func deliver(
    _ frames: [EncodedFrame], to id: SocketID, epoch: Int, whenWritten: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    lock.withLock {
      guard let entry = sockets[id], entry.phase == .live else { return true }
      guard entry.epoch == epoch else { return false }
      // Under the lock, so that a removal committed meanwhile queues its `gone` behind this.
      entry.sink.send(frames, whenWritten: whenWritten)
      return true
    }
  }

  /// Sends to every socket of the users but `except`. For what is never stored: typing and presence. `false`, and nothing is
  /// sent, when anyone has lost a conversation since `removals`: ask again who may hear it.
  @discardableResult
  package func relay(
    _ frame: ServerFrame, to users: some Sequence<UserID>, except: UserID? = nil, removals: Int? = nil
  ) -> Bool {
    let encoded = EncodedFrame(frame)
    return lock.withLock {
      guard removals == nil || removals == removalCount else { return false }
      var batch = FanOutBatch()
      for user in users where user != except {
        for entry in liveLocked(user) { batch.add(encoded, to: entry) }
      }
      batch.dispatch(on: fanOut)
      return true
    }
  }

  /// Notes the arrival of a request, for the ack time.
  package func noteRequest(_ ref: Int64, of id: SocketID, at nanoseconds: UInt64) {
    lock.withLock { sockets[id]?.requests[ref] = nanoseconds }
  }

  /// Answers a request with a refusal.
  package func refuse(_ refusal: Refusal, ref: Int64, to id: SocketID) {
    let sink = lock.withLock {
      sockets[id]?.requests[ref] = nil
      return sockets[id]?.sink
    }
    sink?.send(.error(ref: ref, refusal))
  }

  private func liveLocked(_ user: UserID) -> [SocketEntry] {
    guard let entries = socketsByUser[user] else { return [] }
    return entries.allSatisfy { $0.phase == .live } ? entries : entries.filter { $0.phase == .live }
  }

  private func isConnectedLocked(_ user: UserID) -> Bool {
    socketsByUser[user]?.contains { $0.phase == .live } ?? false
  }
}

// MARK: - Presence

extension Hub {
  /// Sets what one socket says of its user.
  package func setPresence(_ state: Presence.State, of id: SocketID) {
    lock.withLock { sockets[id]?.presence = state }
  }

  /// The user's state over all sockets, `.offline` with none.
  package func presence(of user: UserID) -> Presence.State {
    lock.withLock {
      let entries = liveLocked(user)
      if entries.isEmpty { return .offline }
      return entries.contains { $0.presence == .online } ? .online : .away
    }
  }
}

// MARK: - Commit groups

extension Hub {
  /// Tells the live sockets what a commit group changed, and the origins how their requests ended.
  package func publish(_ outcomes: [CommitOutcome]) {
    let start = metrics.now()
    let encoded = outcomes.map(EncodedOutcome.init)
    var joined: [(ConversationID, [UserID])] = []
    var ended: [any SocketSink] = []
    var batch = FanOutBatch()
    let observer = lock.withLock {
      for outcome in encoded {
        for change in outcome.changes {
          apply(change, of: outcome, to: &batch, joined: &joined, ended: &ended)
        }
        acknowledge(outcome, in: &batch, now: start)
      }
      // Queued on the loops under the lock: see `deliver`.
      batch.dispatch(on: fanOut)
      return joinObserver
    }
    for sink in ended { sink.close(code: .unauthenticated) }
    for (conversation, users) in joined { observer?.hear(conversation, users) }
    metrics.recordFanOut(since: start, deliveries: batch.deliveries)
  }

  private func apply(
    _ change: EncodedChange, of outcome: EncodedOutcome, to batch: inout FanOutBatch,
    joined: inout [(ConversationID, [UserID])], ended: inout [any SocketSink]
  ) {
    switch change {
    case .frame(let frame, let audience):
      for user in audience {
        guard let entries = socketsByUser[user] else { continue }
        for entry in entries where entry.phase == .live && entry.id != outcome.socket { batch.add(frame, to: entry) }
      }
    case .joined(let conversation, let users):
      advanceEpochs(of: users)
      let connected = users.filter(isConnectedLocked)
      if !connected.isEmpty { joined.append((conversation, connected)) }
    case .gone(let frame, let users):
      removalCount += 1
      advanceEpochs(of: users)
      for entry in users.flatMap(liveLocked) { batch.add(frame, to: entry) }
    case .sessionsEnded(let sessions):
      let sessions = Set(sessions)
      for entry in sockets.values where sessions.contains(entry.session) {
        entry.phase = .ended
        ended.append(entry.sink)
      }
    case .tokensReplaced:
      for entry in sockets.values {
        entry.phase = .ended
        ended.append(entry.sink)
      }
    }
  }

  private func advanceEpochs(of users: [UserID]) {
    for user in users {
      for entry in socketsByUser[user] ?? [] { entry.epoch += 1 }
    }
  }

  private func acknowledge(_ outcome: EncodedOutcome, in batch: inout FanOutBatch, now: UInt64) {
    guard let answer = outcome.answer, let socket = outcome.socket, let entry = sockets[socket] else { return }
    if entry.phase == .live { batch.add(answer, to: entry) }
    if let ref = outcome.ref, let arrived = entry.requests.removeValue(forKey: ref) {
      metrics.recordAck(nanoseconds: now &- arrived)
    }
  }
}
