import Domain

/// A live socket as the hub knows it. Every mutable part is guarded by the hub's lock.
final class SocketEntry: @unchecked Sendable {
  let id: SocketID
  let user: UserID
  let session: SessionID
  let sink: any SocketSink
  /// Frames of the commit group in work.
  var pending: [EncodedFrame] = []
  /// Counts the conversations that the user has lost while this socket was open: content read before is not delivered after.
  var goneEpoch = 0
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
