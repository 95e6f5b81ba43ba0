import Domain
import Foundation
import WireProtocol

/// Tells the live sockets what has been committed.
///
/// `publish` is the store's commit observer: it is called by one thread at a time, in commit order,
/// so every socket hears of each feed in rev order. Each event is encoded once; each event loop is
/// entered once and each socket flushed once for a whole commit group.
package final class FanOut: Sendable {
  private struct JoinListener: Sendable {
    let hear: @Sendable (ConversationID, [UserID]) -> Void
  }

  private let sockets: SocketRegistry
  private let metrics: ServerMetrics
  private let loops: any FanOutExecutor
  private let tracer: Tracer?
  // Guarded by the sockets' lock.
  nonisolated(unsafe) private var removalCount = 0
  nonisolated(unsafe) private var joinObserver: JoinListener?

  package init(
    to sockets: SocketRegistry, metrics: ServerMetrics, on loops: any FanOutExecutor, tracer: Tracer? = nil
  ) {
    self.sockets = sockets
    self.metrics = metrics
    self.loops = loops
    self.tracer = tracer
  }

  /// Called, outside any lock, with the connected users who are new in a conversation. Set once,
  /// before the first socket.
  package func observeJoins(_ observer: @escaping @Sendable (ConversationID, [UserID]) -> Void) {
    sockets.withLock { _ in joinObserver = JoinListener(hear: observer) }
  }
}

// MARK: - One socket

extension FanOut {
  /// What a socket must still be at when content that is being read now is delivered; `nil` when
  /// the socket hears nothing.
  package func epoch(of id: SocketID) -> Int? {
    sockets.withLock { sockets in sockets[id].flatMap { $0.phase == .live ? $0.epoch : nil } }
  }

  /// Of each socket of the user that takes part, as `epoch(of:)`.
  func epochs(of user: UserID) -> [(socket: SocketID, epoch: Int)] {
    sockets.withLock { sockets in sockets.live(of: user).map { ($0.id, $0.epoch) } }
  }

  /// Sends what was read for one socket, unless its user has joined or lost a conversation since
  /// `epoch`. `false`: read again, for the content may no longer be theirs.
  package func deliver(
    _ frames: [EncodedFrame], to id: SocketID, epoch: Int, whenWritten: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    sockets.withLock { sockets in
      guard let entry = sockets[id], entry.phase == .live else { return true }
      guard entry.epoch == epoch else { return false }
      // Under the lock, so that a removal committed meanwhile queues its `gone` behind this.
      entry.sink.send(frames, whenWritten: whenWritten)
      return true
    }
  }

  /// Notes the arrival of a request, for the ack time.
  package func noteRequest(_ ref: Int64, of id: SocketID, at nanoseconds: UInt64) {
    sockets.withLock { $0[id]?.requests[ref] = nanoseconds }
  }

  /// Answers a request with a refusal.
  package func refuse(_ refusal: Refusal, ref: Int64, to id: SocketID) {
    let sink = sockets.withLock { sockets in
      sockets[id]?.requests[ref] = nil
      return sockets[id]?.sink
    }
    sink?.send(.error(ref: ref, refusal))
  }
}

// MARK: - What is never stored

extension FanOut {
  /// Rises whenever a user loses a conversation. `relay` sends nothing if it has risen meanwhile.
  package var removals: Int {
    sockets.withLock { _ in removalCount }
  }

  /// Sends to every socket of the users but `except`. For what is never stored: typing and
  /// presence. `false`, and nothing is sent, when anyone has lost a conversation since `removals`:
  /// ask again who may hear it.
  @discardableResult
  package func relay(
    _ frame: ServerFrame, to users: some Sequence<UserID>, except: UserID? = nil, removals: Int? = nil
  ) -> Bool {
    let encoded = EncodedFrame(frame)
    return sockets.withLock { sockets in
      guard removals == nil || removals == removalCount else { return false }
      var batch = FanOutBatch()
      for user in users where user != except {
        for entry in sockets.live(of: user) { batch.add(encoded, to: entry) }
      }
      batch.dispatch(on: loops)
      return true
    }
  }
}

// MARK: - Commit groups

extension FanOut {
  /// Tells the live sockets what a commit group changed, and the origins how their requests ended.
  func publish(_ outcomes: [CommitOutcome]) {
    publish(outcomes, outcomes.map(EncodedOutcome.init))
  }

  /// The same with their frames.
  func publish(_ outcomes: [CommitOutcome], _ encoded: [EncodedOutcome]) {
    let start = metrics.now()
    var joined: [(ConversationID, [UserID])] = []
    var ended: [any SocketSink] = []
    var batch = FanOutBatch()
    let observer = sockets.withLock { sockets in
      for outcome in encoded {
        for change in outcome.changes {
          apply(change, except: outcome.socket, to: &sockets, in: &batch, joined: &joined, ended: &ended)
        }
        acknowledge(outcome, to: &sockets, in: &batch, now: start)
      }
      // Queued on the loops under the lock: see `deliver`.
      batch.dispatch(on: loops)
      return joinObserver
    }
    finish(joined, ended, observer)
    metrics.recordFanOut(since: start, deliveries: batch.deliveries)
    tracer?.published(outcomes, committed: start, fannedOut: metrics.now(), deliveries: batch.deliveries)
  }

  /// Tells the live sockets, but for one, what another server of the store has committed. `false`,
  /// and nothing is told, when anyone has lost a conversation since `removals`.
  @discardableResult
  func tell(_ changes: [EncodedChange], except socket: SocketID? = nil, removals: Int? = nil) -> Bool {
    let start = metrics.now()
    var joined: [(ConversationID, [UserID])] = []
    var ended: [any SocketSink] = []
    var batch = FanOutBatch()
    let (isTold, observer) = sockets.withLock { sockets in
      guard removals == nil || removals == removalCount else { return (false, joinObserver) }
      for change in changes { apply(change, except: socket, to: &sockets, in: &batch, joined: &joined, ended: &ended) }
      batch.dispatch(on: loops)
      return (true, joinObserver)
    }
    finish(joined, ended, observer)
    if isTold { metrics.recordFanOut(since: start, deliveries: batch.deliveries) }
    return isTold
  }

  private func finish(
    _ joined: [(ConversationID, [UserID])], _ ended: [any SocketSink], _ observer: JoinListener?
  ) {
    for sink in ended { sink.close(code: .unauthenticated) }
    for (conversation, users) in joined { observer?.hear(conversation, users) }
  }

  private func apply(
    _ change: EncodedChange, except socket: SocketID?, to sockets: inout SocketTable, in batch: inout FanOutBatch,
    joined: inout [(ConversationID, [UserID])], ended: inout [any SocketSink]
  ) {
    switch change {
    case .frame(let frame, let audience):
      for user in audience {
        for entry in sockets.all(of: user) where entry.phase == .live && entry.id != socket {
          batch.add(frame, to: entry)
        }
      }
    case .joined(let conversation, let users):
      sockets.advanceEpochs(of: users)
      let connected = users.filter { sockets.isConnected($0) }
      if !connected.isEmpty { joined.append((conversation, connected)) }
    case .gone(let frame, let users):
      removalCount += 1
      sockets.advanceEpochs(of: users)
      for user in users {
        for entry in sockets.live(of: user) { batch.add(frame, to: entry) }
      }
    case .sessionsEnded(let sessions):
      let sessions = Set(sessions)
      ended += sockets.end { sessions.contains($0) }
    case .tokensReplaced:
      ended += sockets.end { _ in true }
    }
  }

  private func acknowledge(
    _ outcome: EncodedOutcome, to sockets: inout SocketTable, in batch: inout FanOutBatch, now: UInt64
  ) {
    guard let answer = outcome.answer, let socket = outcome.socket, let entry = sockets[socket] else { return }
    if entry.phase == .live { batch.add(answer, to: entry) }
    if let ref = outcome.ref, let arrived = entry.requests.removeValue(forKey: ref) {
      metrics.recordAck(nanoseconds: now &- arrived)
    }
  }
}
