import Domain
import WireProtocol

/// Brings a socket from what it knows to now: deltas, windows, gones, then `synced`. Runs on the
/// work executor.
///
/// Sends at most a chunk before the reader has taken the last one, so that a first load of any size
/// cannot look like a slow reader.
struct CatchUp: Sendable {
  let session: SocketSession
  let user: UserID
  let known: [FeedID: Int64]

  private var context: ServerContext { session.context }

  /// Everything that differs from `known`.
  func start() {
    while let epoch = context.fanOut.epoch(of: session.id) {
      do {
        let revs = try context.store.feedRevs(of: user)
        let lost = known.keys.filter { revs[$0] == nil }.sorted { $0.description < $1.description }
        let gones = lost.map { EncodedFrame(.gone($0)) }
        guard gones.isEmpty || context.fanOut.deliver(gones, to: session.id, epoch: epoch) else { continue }
        let due = revs.filter { known[$0.key] != $0.value }.keys.sorted { $0.description > $1.description }
        return step(due[...])
      } catch {
        return session.refuseAndClose(SocketSession.unreadable, .goingAway)
      }
    }
  }

  /// One feed, asked for by the client.
  func pull(_ feed: FeedID) {
    session.read(ref: nil) { _ in try frame(of: feed) }
  }

  private func step(_ due: ArraySlice<FeedID>) {
    while let epoch = context.fanOut.epoch(of: session.id) {
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
        guard send(frames, epoch: epoch, rest: rest) else { continue }
        if rest.isEmpty { try context.presence.sendSnapshot(for: user, to: session.sink) }
        return
      } catch {
        return session.refuseAndClose(SocketSession.unreadable, .goingAway)
      }
    }
  }

  /// `false` when it has to be read again.
  private func send(_ frames: [EncodedFrame], epoch: Int, rest: ArraySlice<FeedID>) -> Bool {
    context.fanOut.deliver(frames, to: session.id, epoch: epoch) {
      if !rest.isEmpty { context.work.run { step(rest) } }
    }
  }

  private func frame(of feed: FeedID) throws -> ServerFrame {
    do {
      return .delta(try context.store.delta(of: feed, for: user, fromRev: known[feed] ?? 0))
    } catch let refusal as Refusal where refusal.code == .notFound {
      return .gone(feed)
    }
  }
}
