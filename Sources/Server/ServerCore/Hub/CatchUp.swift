import Domain
import WireProtocol

/// Brings a socket from what it knows to now: deltas, windows, gones, then `synced`. Runs on the work executor.
///
/// Sends at most a chunk before the reader has taken the last one, so that a first load of any size cannot look like a slow reader.
struct CatchUp: Sendable {
  let session: SocketSession
  let user: UserID
  let known: [FeedID: Int64]

  private var context: ServerContext { session.context }

  /// Everything that differs from `known`.
  func start() {
    do {
      let revs = try context.store.feedRevs(of: user)
      let lost = known.keys.filter { revs[$0] == nil }.map(\.description).sorted()
      let due = revs.filter { known[$0.key] != $0.value }.keys.sorted { $0.description > $1.description }
      for feed in lost.compactMap({ FeedID($0) }) { session.sink.send(.gone(feed)) }
      step(due[...])
    } catch {
      session.refuseAndClose(SocketSession.unreadable, .goingAway)
    }
  }

  /// One feed, asked for by the client.
  func pull(_ feed: FeedID) {
    session.read(ref: nil) { store in
      do {
        return .delta(try store.delta(of: feed, for: user, fromRev: known[feed] ?? 0))
      } catch let refusal as Refusal where refusal.code == .notFound {
        return .gone(feed)
      }
    }
  }

  private func step(_ due: ArraySlice<FeedID>) {
    guard let epoch = context.hub.epoch(of: session.id) else { return }
    do {
      var rest = due
      var frames: [EncodedFrame] = []
      var bytes = 0
      while bytes < context.limits.catchUpChunk, let feed = rest.popFirst() {
        let frame = EncodedFrame(try frame(of: feed))
        bytes += frame.bytes.count
        frames.append(frame)
      }
      if rest.isEmpty { frames.append(EncodedFrame(.synced)) }
      send(frames, epoch: epoch, rest: rest, again: due)
    } catch {
      session.refuseAndClose(SocketSession.unreadable, .goingAway)
    }
  }

  private func send(_ frames: [EncodedFrame], epoch: Int, rest: ArraySlice<FeedID>, again: ArraySlice<FeedID>) {
    let isLast = rest.isEmpty
    let next: @Sendable () -> Void = { context.work.run { step(rest) } }
    guard context.hub.deliver(frames, to: session.id, epoch: epoch, whenWritten: isLast ? nil : next) else {
      return step(again)
    }
    if isLast { sendPresence() }
  }

  private func frame(of feed: FeedID) throws -> ServerFrame {
    do {
      return .delta(try context.store.delta(of: feed, for: user, fromRev: known[feed] ?? 0))
    } catch let refusal as Refusal where refusal.code == .notFound {
      return .gone(feed)
    }
  }

  private func sendPresence() {
    do {
      let presences = try context.presence.snapshot(for: user)
      if !presences.isEmpty { session.sink.send(.presence(presences)) }
    } catch {
      session.refuseAndClose(SocketSession.unreadable, .goingAway)
    }
  }
}
