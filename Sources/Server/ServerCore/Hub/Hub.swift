import Domain
import Foundation
import WireProtocol

/// Knows the live sockets and tells them what has been committed.
///
/// `publish` is the store's commit observer: it is called by one thread at a time, in commit order, so every socket hears of each feed in rev order.
/// Each event is encoded once; each event loop is entered once and each socket flushed once for a whole commit group.
package final class Hub: Sendable {
  private let metrics: ServerMetrics
  private let fanOut: any FanOutExecutor
  private let lock = NSLock()
  nonisolated(unsafe) private var sockets: [SocketID: SocketEntry] = [:]
  nonisolated(unsafe) private var socketsByUser: [UserID: [SocketEntry]] = [:]
  nonisolated(unsafe) private var joinObserver: (@Sendable (ConversationID, UserID) -> Void)?

  package init(metrics: ServerMetrics, fanOut: any FanOutExecutor) {
    self.metrics = metrics
    self.fanOut = fanOut
  }

  /// Called, outside any lock, for each connected user who is new in a conversation. Set once, before the first socket.
  package func observeJoins(_ observer: @escaping @Sendable (ConversationID, UserID) -> Void) {
    lock.withLock { joinObserver = observer }
  }
}

// MARK: - Sockets

extension Hub {
  /// Adds a socket; returns whether it is the user's first.
  package func register(_ id: SocketID, user: UserID, session: SessionID, sink: any SocketSink) -> Bool {
    let entry = SocketEntry(id: id, user: user, session: session, sink: sink)
    return lock.withLock {
      sockets[id] = entry
      socketsByUser[user, default: []].append(entry)
      return socketsByUser[user]?.count == 1
    }
  }

  /// Removes a socket; returns whether it was the user's last.
  package func unregister(_ id: SocketID) -> Bool {
    lock.withLock {
      guard let entry = sockets.removeValue(forKey: id) else { return false }
      socketsByUser[entry.user]?.removeAll { $0.id == id }
      guard socketsByUser[entry.user]?.isEmpty == true else { return false }
      socketsByUser[entry.user] = nil
      return true
    }
  }

  package func socketIDs(of user: UserID) -> [SocketID] {
    lock.withLock { socketsByUser[user, default: []].map(\.id) }
  }

  package func isConnected(_ user: UserID) -> Bool {
    lock.withLock { socketsByUser[user] != nil }
  }

  package var socketCount: Int {
    lock.withLock { sockets.count }
  }

  /// What a socket must still be at when content that is being read now is delivered; `nil` when the socket is gone.
  package func epoch(of id: SocketID) -> Int? {
    lock.withLock { sockets[id]?.goneEpoch }
  }

  /// Sends to one socket unless the user has lost a conversation since `epoch`. `false`: read again, for the content may no longer be theirs.
  package func deliver(
    _ frames: [EncodedFrame], to id: SocketID, epoch: Int, whenWritten: (@Sendable () -> Void)? = nil
  ) -> Bool {
    lock.withLock {
      guard let entry = sockets[id] else { return true }
      guard entry.goneEpoch == epoch else { return false }
      // Under the lock, so that a removal committed meanwhile queues its `gone` behind this.
      entry.sink.send(frames, whenWritten: whenWritten)
      return true
    }
  }

  /// Sends to every socket of the users but `except`. For what is never stored: typing and presence.
  package func relay(_ frame: ServerFrame, to users: some Sequence<UserID>, except: UserID? = nil) {
    let encoded = EncodedFrame(frame)
    let sinks = lock.withLock {
      users.flatMap { user in user == except ? [] : socketsByUser[user] ?? [] }.map(\.sink)
    }
    for sink in sinks {
      sink.send([encoded], whenWritten: nil)
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

  package func closeAll(code: CloseCode) {
    let sinks = lock.withLock { sockets.values.map(\.sink) }
    for sink in sinks { sink.close(code: code) }
  }
}

// MARK: - Presence

extension Hub {
  /// Sets what one socket says of its user; returns the user's state over all sockets, `.offline` with none.
  package func setPresence(_ state: Presence.State, of id: SocketID) -> Presence.State {
    lock.withLock {
      guard let entry = sockets[id] else { return .offline }
      entry.presence = state
      return presenceLocked(of: entry.user)
    }
  }

  package func presence(of user: UserID) -> Presence.State {
    lock.withLock { presenceLocked(of: user) }
  }

  private func presenceLocked(of user: UserID) -> Presence.State {
    guard let entries = socketsByUser[user], !entries.isEmpty else { return .offline }
    return entries.contains { $0.presence == .online } ? .online : .away
  }
}

// MARK: - Commit groups

extension Hub {
  /// Tells the live sockets what a commit group changed, and the origins how their requests ended.
  package func publish(_ outcomes: [CommitOutcome]) {
    let start = metrics.now()
    let encoded = outcomes.map(EncodedOutcome.init)
    var joined: [(ConversationID, UserID)] = []
    var ended: [SessionID] = []
    var batch = FanOutBatch()
    lock.withLock {
      for outcome in encoded {
        for change in outcome.changes {
          apply(change, of: outcome, to: &batch, joined: &joined, ended: &ended)
        }
        acknowledge(outcome, in: &batch, now: start)
      }
      // Queued on the loops under the lock: see `deliver`.
      batch.dispatch(on: fanOut)
    }
    close(sessions: ended)
    let observer = lock.withLock { joinObserver }
    for (conversation, user) in joined { observer?(conversation, user) }
    metrics.recordFanOut(since: start, deliveries: batch.deliveries)
  }

  private func apply(
    _ change: EncodedChange, of outcome: EncodedOutcome, to batch: inout FanOutBatch,
    joined: inout [(ConversationID, UserID)], ended: inout [SessionID]
  ) {
    switch change {
    case .frame(let frame, let audience):
      for user in audience {
        guard let entries = socketsByUser[user] else { continue }
        for entry in entries where entry.id != outcome.socket { batch.add(frame, to: entry) }
      }
    case .joined(let conversation, let users):
      joined += users.filter { socketsByUser[$0] != nil }.map { (conversation, $0) }
    case .gone(let frame, let users):
      for entry in users.flatMap({ socketsByUser[$0] ?? [] }) {
        entry.goneEpoch += 1
        batch.add(frame, to: entry)
      }
    case .sessionsEnded(let sessions):
      ended += sessions
    }
  }

  private func acknowledge(_ outcome: EncodedOutcome, in batch: inout FanOutBatch, now: UInt64) {
    guard let answer = outcome.answer, let socket = outcome.socket, let entry = sockets[socket] else { return }
    batch.add(answer, to: entry)
    if let ref = outcome.ref, let arrived = entry.requests.removeValue(forKey: ref) {
      metrics.recordAck(nanoseconds: now &- arrived)
    }
  }

  private func close(sessions: [SessionID]) {
    guard !sessions.isEmpty else { return }
    let ended = Set(sessions)
    let sinks = lock.withLock { sockets.values.filter { ended.contains($0.session) }.map(\.sink) }
    for sink in sinks { sink.close(code: .unauthenticated) }
  }
}
