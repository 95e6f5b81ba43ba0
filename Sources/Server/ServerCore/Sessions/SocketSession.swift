import Domain
import Foundation
import WireProtocol

/// One socket's conversation with the server: frames in, commands and answers out. Knows no
/// sockets; the host gives it bytes and a sink.
///
/// `receive` is called by one thread at a time.
package final class SocketSession: Sendable {
  private enum State {
    /// Legal exits: authenticating, closed.
    case awaitingHello
    /// The store is being asked whether the session is active; frames wait. Legal exits: live,
    /// closed.
    case authenticating
    /// Legal exit: closed.
    case live(UserID)
    case closed
  }

  /// What is to be done with a frame.
  private enum Action {
    case greet, perform(UserID), refuse(Refusal, CloseCode), nothing
  }

  package let id: SocketID
  let context: ServerContext
  let sink: any SocketSink
  let lock = NSLock()
  nonisolated(unsafe) private var state = State.awaitingHello
  /// Frames that came before `welcome` was sent.
  nonisolated(unsafe) private var early: [ClientFrame] = []
  /// What the client said it knows; `nil` once all of it has come.
  nonisolated(unsafe) private var known: [FeedID: Int64]?
  /// What it knows is of another history.
  nonisolated(unsafe) private var isKnownForeign = false
  /// Requests refused as too fast in a row. Used by the thread that performs frames.
  nonisolated(unsafe) private var strikes = 0
  /// Pings, pongs and fragments before `welcome`. Used by the thread that calls `receive`.
  nonisolated(unsafe) private var earlyControlFrames = 0
  nonisolated(unsafe) var typingThrottle: TypingThrottle
  /// What the socket counts for; `nil` for none.
  private let address: String?
  /// Whether there were few enough sockets of the address when this one opened.
  private let isWithinQuota: Bool
  /// The client said that it knows more than is kept: it knows nothing.
  nonisolated(unsafe) private var knowsTooMuch = false

  /// `address` is the peer's; `nil` where there is none.
  package init(id: SocketID, context: ServerContext, sink: any SocketSink, address: String? = nil) {
    self.id = id
    let group = address.map(AddressGroup.of)
    self.address = group
    isWithinQuota = group.map { context.socketQuota.take($0) } ?? true
    self.context = context
    self.sink = sink
    typingThrottle = TypingThrottle(interval: context.limits.typingInterval)
  }

  /// Whether a hello has come; the host closes sockets that stay silent.
  package var hasGreeted: Bool {
    lock.withLock { if case .awaitingHello = state { false } else { true } }
  }

  /// One whole text frame.
  package func receive(_ utf8: UnsafeBufferPointer<UInt8>) {
    do throws(Refusal) {
      let frame = try ClientFrame.decode(utf8)
      switch action(for: frame) {
      case .greet: greet(frame)
      case .perform(let user): performWithinRate(frame, as: user)
      case .refuse(let refusal, let code): refuseAndClose(refusal, code)
      case .nothing: break
      }
    } catch {
      sink.send(.error(ref: FrameInspection.ref(utf8), error))
      close(.badFrame)
    }
  }

  /// The socket is gone, whoever closed it. Later calls do nothing.
  package func didClose() {
    let former = lock.withLock {
      defer { state = .closed }
      return state
    }
    // While the session is being checked, whoever checks it cleans up.
    if case .live(let user) = former { leave(user) }
    if case .closed = former { return }
    if let address { context.socketQuota.release(address) }
  }

  func refuseAndClose(_ refusal: Refusal, _ code: CloseCode) {
    sink.send(.error(ref: nil, refusal))
    close(code)
  }

  static let unreadable = Refusal(.internal, "The data could not be read.", retryAfter: 1)

  private func close(_ code: CloseCode) {
    sink.close(code: code)
    didClose()
  }

  private func action(for frame: ClientFrame) -> Action {
    lock.withLock {
      switch state {
      case .awaitingHello:
        if case .hello = frame { return .greet }
        return .refuse(Refusal(.unauthenticated, "The first frame must be hello."), .unauthenticated)
      case .authenticating:
        guard early.count < context.limits.maximumEarlyFrames else {
          return .refuse(Refusal(.rateLimited, "Wait for welcome.", retryAfter: 1), .tooFast)
        }
        early.append(frame)
        return .nothing
      case .live(let user): return .perform(user)
      case .closed: return .nothing
      }
    }
  }
}

// MARK: - Hello

extension SocketSession {
  private func greet(_ frame: ClientFrame) {
    guard case .hello(let version, let token, _, let known, let more, let history) = frame else { return }
    guard version == ClientFrame.version else {
      let refusal = Refusal(.unsupportedVersion, "This server speaks version \(ClientFrame.version).")
      return refuseAndClose(refusal, .unsupportedVersion)
    }
    guard known.count <= Limits.maximumKnownFeeds else { return refuseAndClose(Self.knewTooMuch, .tooLarge) }
    guard isWithinQuota else { return refuseAndClose(Self.tooManySockets, .tooFast) }
    do throws(Refusal) {
      let session = try context.tokens.verify(token, now: context.clock.now)
      lock.withLock {
        state = .authenticating
        // Revisions of another history say nothing about this one: the client is brought
        // everything.
        isKnownForeign = history != nil && history != context.store.history
        self.known = isKnownForeign ? [:] : known
      }
      context.work.run { [self] in admit(session, isKnownComplete: !more) }
    } catch {
      refuseAndClose(error, .unauthenticated)
    }
  }

  /// Registers first and asks then, so that a session that ends in between is either seen here or
  /// closed by the fan-out.
  private func admit(_ session: AuthenticatedSession, isKnownComplete: Bool) {
    context.sockets.register(id, user: session.user, session: session.session, sink: sink)
    guard context.sockets.count(of: session.user) <= context.limits.socketsPerUser else {
      context.sockets.unregister(id)
      return refuseAndClose(Self.tooManySockets, .tooFast)
    }
    context.cluster?.connect(id, of: session.user, session.session)
    let isActive = Result {
      guard try context.store.activeSession(session.session) == session.user else { return false }
      try context.cluster?.follow(session.user)
      return true
    }
    let welcome = ServerFrame.welcome(
      user: session.user, session: session.session, serverTime: context.clock.now, history: context.store.history,
      traces: tracedShare)
    guard case .success(true) = isActive, context.sockets.admit(id, welcome: EncodedFrame(welcome)) else {
      context.sockets.unregister(id)
      context.cluster?.disconnect(id)
      if case .failure = isActive { return refuseAndClose(Self.unreadable, .goingAway) }
      return refuseAndClose(Refusal(.sessionRevoked, "Your session has ended. Sign in again."), .unauthenticated)
    }
    context.metrics.connectionOpened()
    context.presence.noteChange(of: session.user)
    if isKnownComplete { startCatchUp(session.user) }
    goLive(session.user)
  }

  /// Of a million messages; `nil` where none is traced, or the workspace wants nothing told.
  private var tracedShare: Int64? {
    guard let tracer = context.tracer, tracer.share.millionths > 0,
      case .success(true) = Result(catching: { try context.store.workspace().collectsEvents })
    else { return nil }
    return tracer.share.millionths
  }

  /// Performs what came early, in order, until nothing is left.
  private func goLive(_ user: UserID) {
    while true {
      let (frames, isOpen) = lock.withLock {
        guard case .authenticating = state else { return ([ClientFrame](), false) }
        if early.isEmpty { state = .live(user) }
        defer { early = [] }
        return (early, true)
      }
      guard isOpen else { return leave(user) }
      if frames.isEmpty { return }
      for frame in frames { performWithinRate(frame, as: user) }
    }
  }

  private func leave(_ user: UserID) {
    context.sockets.unregister(id)
    context.cluster?.disconnect(id)
    // Another socket of the user's may still say "away".
    context.presence.noteChange(of: user)
    context.metrics.connectionClosed()
  }

  /// The rest of what the hello said is known.
  func addKnown(_ rest: [FeedID: Int64], more: Bool, of user: UserID) throws(Refusal) {
    guard rest.count <= Limits.maximumKnownFeeds else { return refuseAndClose(Self.knewTooMuch, .tooLarge) }
    let isAnnounced = lock.withLock {
      guard let before = known else { return false }
      knowsTooMuch = knowsTooMuch || before.count + rest.count > context.limits.maximumKnownFeeds
      if knowsTooMuch || isKnownForeign { known = [:] } else { known?.merge(rest) { $1 } }
      return true
    }
    guard isAnnounced else { throw Refusal(.invalid, "Nothing more was announced.") }
    if !more { startCatchUp(user) }
  }

  private func startCatchUp(_ user: UserID) {
    let complete = lock.withLock {
      defer { known = nil }
      return known
    }
    guard let complete else { return }
    context.work.run { [self] in CatchUp(session: self, user: user, known: complete).start() }
  }

  private static let tooManySockets = Refusal(
    .rateLimited, "There are too many connections open. Close one and try again.", retryAfter: 30)
  private static let knewTooMuch = Refusal(
    .tooLarge, "At most \(Limits.maximumKnownFeeds) feeds are known in one frame.")
}

// MARK: - Rate

extension SocketSession {
  /// Whether a ping, a pong or a fragment is within what the user may ask for: they count like
  /// frames. Closes the socket when it is not, before the hello soon, later after many. Called by
  /// the thread that calls `receive`.
  package func admitsControlFrame() -> Bool {
    let user: UserID? = lock.withLock { if case .live(let user) = state { user } else { nil } }
    guard let user else {
      earlyControlFrames += 1
      if earlyControlFrames <= context.limits.maximumEarlyFrames { return true }
      refuseAndClose(Refusal(.rateLimited, "Say hello first.", retryAfter: 1), .tooFast)
      return false
    }
    do throws(Refusal) {
      try context.socketLimiter.take(user, now: context.clock.now)
      return true
    } catch {
      strikes += 1
      if strikes > context.limits.maximumStrikes { refuseAndClose(error, .tooFast) }
      return false
    }
  }

  private func performWithinRate(_ frame: ClientFrame, as user: UserID) {
    do throws(Refusal) {
      try context.socketLimiter.take(user, now: context.clock.now)
      if strikes > 0 { strikes = 0 }
    } catch {
      strikes += 1
      if strikes > context.limits.maximumStrikes { return refuseAndClose(error, .tooFast) }
      return sink.send(.error(ref: frame.ref, error))
    }
    perform(frame, as: user)
  }
}
