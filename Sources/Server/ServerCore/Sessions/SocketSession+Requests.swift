import Domain
import WireProtocol

/// What a greeted client may ask.
extension SocketSession {
  func perform(_ frame: ClientFrame, as user: UserID) {
    do throws(Refusal) {
      try submit(frame, as: user)
    } catch {
      sink.send(.error(ref: frame.ref, error))
    }
  }

  private func submit(_ frame: ClientFrame, as user: UserID) throws(Refusal) {
    switch frame {
    case .send(let ref, let conversation, let message, let text, let replyTo, let attachments, let trace):
      context.gateway.submit(
        .message(
          .post(
            sender: user, conversation: conversation, id: message, text: text, replyTo: replyTo,
            attachments: attachments)),
        origin: .socket(id, ref: ref, trace: trace.flatMap(follow)))
    case .edit(let ref, let conversation, let message, let edit, let text):
      context.gateway.submit(
        .message(.edit(asker: user, conversation: conversation, id: message, editID: edit, text: text)),
        origin: .socket(id, ref: ref))
    case .delete(let ref, let conversation, let message):
      context.gateway.submit(
        .message(.delete(asker: user, conversation: conversation, id: message)), origin: .socket(id, ref: ref))
    case .read(let conversation, let seq, let markUnread):
      if markUnread {
        context.receipts.markUnread(user, in: conversation, seq: seq)
      } else {
        context.receipts.read(user, in: conversation, seq: seq)
      }
    case .delivered(let conversation, let seq):
      context.receipts.delivered(user, in: conversation, seq: seq)
    case .pull(let feed, let fromRev):
      CatchUp(session: self, user: user, known: [feed: fromRev]).pull(feed)
    case .history(let ref, let conversation, let before, let after, let limit):
      try history(ref, conversation, before: before, after: after, limit: limit, for: user)
    case .typing(let conversation, let active):
      typing(conversation, active, by: user)
    case .presence(let state):
      context.presence.set(state, of: id, by: user)
    case .sync(let rest, let more):
      try addKnown(rest, more: more, of: user)
    case .ping(let ref):
      sink.send(.pong(ref: ref))
    case .hello:
      throw Refusal(.invalid, "The hello has been said.")
    }
  }

  /// What the server does about a traced message; `nil` where it traces none.
  private func follow(_ trace: TraceContext) -> CommitTrace? {
    context.tracer?.follow(trace, at: context.metrics.now())
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

  /// Reads away from the event loop and delivers; again where the user has joined or lost a
  /// conversation meanwhile.
  func read(ref: Int64?, _ body: @escaping @Sendable (any ServerStore) throws -> ServerFrame) {
    context.work.run { [self] in
      while let epoch = context.fanOut.epoch(of: id) {
        let frame: ServerFrame
        do {
          frame = try body(context.store)
        } catch {
          frame = .error(ref: ref, error as? Refusal ?? Self.unreadable)
        }
        if context.fanOut.deliver([EncodedFrame(frame)], to: id, epoch: epoch) { return }
      }
    }
  }

  private func typing(_ conversation: ConversationID, _ active: Bool, by user: UserID) {
    let now = context.clock.now
    guard lock.withLock({ typingThrottle.admits(conversation, isActive: active, now: now) }) else { return }
    let frame = ServerFrame.typing(conversation: conversation, user: user, active: active)
    context.work.run { [self] in
      do {
        while true {
          let removals = context.fanOut.removals
          let members = try context.store.memberIDs(of: conversation, for: user)
          guard context.fanOut.relay(frame, to: members, except: user, removals: removals) else { continue }
          context.cluster?.relay(EncodedFrame(frame), in: conversation, to: members.filter { $0 != user })
          return
        }
      } catch {
        sink.send(.error(ref: nil, error as? Refusal ?? Self.unreadable))
      }
    }
  }
}
