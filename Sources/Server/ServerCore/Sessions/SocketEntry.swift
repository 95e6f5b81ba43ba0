import Domain

/// An open socket. Every mutable part is guarded by the lock of `SocketRegistry`.
final class SocketEntry: @unchecked Sendable {
  enum Phase {
    /// Its session is being checked: it hears nothing yet. Legal exits: live, ended.
    case pending
    /// Legal exit: ended.
    case live
    /// Its session has ended: it hears nothing more.
    case ended
  }

  let id: SocketID
  let user: UserID
  let session: SessionID
  let sink: any SocketSink
  var phase = Phase.pending
  /// Frames of the commit group in work.
  var pending: [EncodedFrame] = []
  /// Counts the conversations that the user has joined or lost while this socket was open: what was
  /// read before is not delivered after.
  var epoch = 0
  var presence = Presence.State.online
  /// When each unanswered request came, in nanoseconds, for the ack time.
  var requests: [Int64: UInt64] = [:]

  init(id: SocketID, user: UserID, session: SessionID, sink: any SocketSink) {
    self.id = id
    self.user = user
    self.session = session
    self.sink = sink
  }
}
