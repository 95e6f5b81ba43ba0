import Domain
import Foundation
import WireProtocol

/// One socket's conversation with the server: frames in, commands and answers out. Knows no sockets; the host gives it bytes and a sink.
///
/// `receive` is called by one thread at a time.
package final class SocketSession: Sendable {
  private enum State {
    /// Legal exits: authenticating, closed.
    case awaitingHello
    /// The store is being asked whether the session is active. Legal exits: live, closed.
    case authenticating(UserID)
    /// Legal exit: closed.
    case live(UserID)
    case closed
  }

  package let id: SocketID
  let context: ServerContext
  let sink: any SocketSink
  private let lock = NSLock()
  nonisolated(unsafe) private var state = State.awaitingHello
  /// What the client said it knows, until all of it has come and the catch-up has begun.
  nonisolated(unsafe) private var known: [FeedID: Int64] = [:]
  nonisolated(unsafe) private var isKnownComplete = false
  nonisolated(unsafe) private var bucket: TokenBucket?
  nonisolated(unsafe) private var typingSince: [ConversationID: Timestamp] = [:]

  package init(id: SocketID, context: ServerContext, sink: any SocketSink) {
    self.id = id
    self.context = context
    self.sink = sink
    bucket = context.limits.socketRate.map {
      TokenBucket(capacity: $0.burst, refillPerSecond: $0.perSecond, now: context.clock.now)
    }
  }

  /// Whether a hello has come; the host closes sockets that stay silent.
  package var hasGreeted: Bool {
    lock.withLock { if case .awaitingHello = state { false } else { true } }
  }

  /// One whole text frame.
  package func receive(_ utf8: UnsafeBufferPointer<UInt8>) {
    do throws(Refusal) {
      handle(try ClientFrame.decode(utf8))
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
    guard case .live(let user) = former else { return }
    if context.hub.unregister(id) { context.presence.noteChange(of: user) }
    context.metrics.connectionClosed()
  }

  func close(_ code: CloseCode) {
    sink.close(code: code)
    didClose()
  }

  private func handle(_ frame: ClientFrame) {
    switch (lock.withLock { state }, frame) {
    case (.awaitingHello, .hello(let version, let token, _, let known, let more)):
      hello(version: version, token: token, known: known, more: more)
    case (.awaitingHello, _):
      refuseAndClose(Refusal(.unauthenticated, "The first frame must be hello."), .unauthenticated)
    case (.authenticating, .sync(let rest, let more)), (.live, .sync(let rest, let more)):
      addKnown(rest, more: more)
    case (.authenticating, .ping(let ref)), (.live, .ping(let ref)):
      sink.send(.pong(ref: ref))
    case (.authenticating, _):
      refuseAndClose(Refusal(.malformed, "Wait for welcome."), .badFrame)
    case (.live(let user), _):
      perform(frame, as: user)
    case (.closed, _):
      break
    }
  }

  func refuseAndClose(_ refusal: Refusal, _ code: CloseCode) {
    sink.send(.error(ref: nil, refusal))
    close(code)
  }
}

// MARK: - Hello

extension SocketSession {
  private func hello(version: Int, token: String, known: [FeedID: Int64], more: Bool) {
    guard version == ClientFrame.version else {
      let refusal = Refusal(.unsupportedVersion, "This server speaks version \(ClientFrame.version).")
      return refuseAndClose(refusal, .unsupportedVersion)
    }
    do throws(Refusal) {
      let session = try context.tokens.verify(token, now: context.clock.now)
      lock.withLock {
        state = .authenticating(session.user)
        self.known = known
        isKnownComplete = !more
      }
      context.work.run { [self] in admit(session) }
    } catch {
      refuseAndClose(error, .unauthenticated)
    }
  }

  /// Registers first and asks then, so that a session that ends in between is either seen here or closed by the hub.
  private func admit(_ session: AuthenticatedSession) {
    let isFirst = context.hub.register(id, user: session.user, session: session.session, sink: sink)
    let isActive = Result { try context.store.activeSession(session.session) == session.user }
    guard case .success(true) = isActive else {
      _ = context.hub.unregister(id)
      if case .failure = isActive { return refuseAndClose(Self.unreadable, .goingAway) }
      return refuseAndClose(Refusal(.sessionRevoked, "Your session has ended. Sign in again."), .unauthenticated)
    }
    let isOpen = lock.withLock {
      guard case .authenticating = state else { return false }
      state = .live(session.user)
      return true
    }
    guard isOpen else {
      _ = context.hub.unregister(id)
      return
    }
    context.metrics.connectionOpened()
    if isFirst { context.presence.noteChange(of: session.user) }
    sink.send(.welcome(user: session.user, session: session.session, serverTime: context.clock.now))
    startCatchUpWhenComplete(session.user)
  }

  private func addKnown(_ rest: [FeedID: Int64], more: Bool) {
    let user: UserID? = lock.withLock {
      known.merge(rest) { $1 }
      isKnownComplete = !more
      if case .live(let user) = state { return user }
      return nil
    }
    if let user { startCatchUpWhenComplete(user) }
  }

  private func startCatchUpWhenComplete(_ user: UserID) {
    let complete: [FeedID: Int64]? = lock.withLock {
      guard isKnownComplete else { return nil }
      isKnownComplete = false
      defer { known = [:] }
      return known
    }
    guard let complete else { return }
    context.work.run { [self] in CatchUp(session: self, user: user, known: complete).start() }
  }

  static let unreadable = Refusal(.internal, "The data could not be read.", retryAfter: 1)
}

// MARK: - Requests

extension SocketSession {
  private func perform(_ frame: ClientFrame, as user: UserID) {
    if let wait = takeToken() {
      let refusal = Refusal(.rateLimited, "That was too fast.", retryAfter: wait)
      return sink.send(.error(ref: frame.ref, refusal))
    }
    do throws(Refusal) {
      try submit(frame, as: user)
    } catch {
      sink.send(.error(ref: frame.ref, error))
    }
  }

  private func takeToken() -> Int? {
    lock.withLock { bucket?.take(now: context.clock.now) }
  }

  private func submit(_ frame: ClientFrame, as user: UserID) throws(Refusal) {
    switch frame {
    case .send(let ref, let conversation, let message, let text, let replyTo):
      let text = try MessageText.validated(text)
      context.gateway.submit(
        .postMessage(sender: user, conversation: conversation, id: message, text: text, replyTo: replyTo),
        origin: .socket(id, ref: ref))
    case .edit(let ref, let conversation, let message, let edit, let text):
      let text = try MessageText.validated(text)
      context.gateway.submit(
        .editMessage(asker: user, conversation: conversation, id: message, editID: edit, text: text),
        origin: .socket(id, ref: ref))
    case .delete(let ref, let conversation, let message):
      context.gateway.submit(
        .deleteMessage(asker: user, conversation: conversation, id: message), origin: .socket(id, ref: ref))
    case .read(let conversation, let seq, let markUnread):
      if markUnread {
        context.receipts.markUnread(user, in: conversation, seq: seq)
      } else {
        context.receipts.read(user, in: conversation, seq: seq)
      }
    case .delivered(let conversation, let seq):
      context.receipts.delivered(user, in: conversation, seq: seq)
    case .pull(let feed, let fromRev):
      context.work.run { [self] in CatchUp(session: self, user: user, known: [feed: fromRev]).pull(feed) }
    case .history(let ref, let conversation, let before, let after, let limit):
      try history(ref, conversation, before: before, after: after, limit: limit, for: user)
    case .typing(let conversation, let active):
      typing(conversation, active, by: user)
    case .presence(let state):
      setPresence(state, of: user)
    case .hello:
      throw Refusal(.malformed, "The hello has been said.")
    case .sync, .ping:
      break
    }
  }

  private func history(
    _ ref: Int64, _ conversation: ConversationID, before: Int64?, after: Int64?, limit: Int?, for user: UserID
  ) throws(Refusal) {
    guard (before == nil) != (after == nil) else { throw Refusal(.invalid, "Give either before or after.") }
    let limit = limit ?? Limits.window
    guard (1...Limits.maximumPage).contains(limit) else {
      throw Refusal(.invalid, "limit is 1 to \(Limits.maximumPage).")
    }
    read(ref: ref) { store in
      .page(
        ref: ref, try store.page(of: conversation, for: user, before: before, after: after, limit: limit))
    }
  }

  /// Reads away from the event loop and delivers, again where the user has lost a conversation meanwhile.
  func read(ref: Int64?, _ body: @escaping @Sendable (any ServerStore) throws -> ServerFrame) {
    context.work.run { [self] in
      while let epoch = context.hub.epoch(of: id) {
        let frame: ServerFrame
        do {
          frame = try body(context.store)
        } catch {
          frame = .error(ref: ref, error as? Refusal ?? Self.unreadable)
        }
        if context.hub.deliver([EncodedFrame(frame)], to: id, epoch: epoch) { return }
      }
    }
  }

  private func typing(_ conversation: ConversationID, _ active: Bool, by user: UserID) {
    let now = context.clock.now
    let isDue = lock.withLock {
      if active, let last = typingSince[conversation],
        now.milliseconds - last.milliseconds < context.limits.typingInterval, now >= last
      {
        return false
      }
      typingSince[conversation] = active ? now : nil
      return true
    }
    guard isDue else { return }
    context.work.run { [self] in
      do {
        let members = try context.store.memberIDs(of: conversation, for: user)
        context.hub.relay(.typing(conversation: conversation, user: user, active: active), to: members, except: user)
      } catch {
        sink.send(.error(ref: nil, error as? Refusal ?? Self.unreadable))
      }
    }
  }

  private func setPresence(_ state: Presence.State, of user: UserID) {
    guard state != .offline else { return }
    _ = context.hub.setPresence(state, of: id)
    context.presence.noteChange(of: user)
  }
}
