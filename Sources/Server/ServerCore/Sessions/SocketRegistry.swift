import Domain
import Foundation

/// The open sockets, whose they are, and which of them take part. One lock guards them for all who
/// use them: the fan-out sends under it, so that nothing that is committed later overtakes what is
/// being sent.
package final class SocketRegistry: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var table = SocketTable()

  package init() {}

  /// Runs `body` alone. It must neither wait nor come back here.
  func withLock<Value>(_ body: (inout SocketTable) -> Value) -> Value {
    lock.withLock { body(&table) }
  }

  /// Adds a socket whose session is still to be checked: it hears nothing, but the end of its
  /// session reaches it.
  package func register(_ id: SocketID, user: UserID, session: SessionID, sink: any SocketSink) {
    let entry = SocketEntry(id: id, user: user, session: session, sink: sink)
    withLock { $0.add(entry) }
  }

  /// Sends `welcome` and from then on everything. `false` when its session has ended.
  package func admit(_ id: SocketID, welcome: EncodedFrame) -> Bool {
    withLock { table in
      guard let entry = table[id], entry.phase == .pending else { return false }
      entry.phase = .live
      // Under the lock, so that nothing comes before it.
      entry.sink.send([welcome], whenWritten: nil)
      return true
    }
  }

  package func unregister(_ id: SocketID) {
    withLock { $0.remove(id) }
  }

  /// Of those that take part.
  package func ids(of user: UserID) -> [SocketID] {
    withLock { $0.live(of: user).map(\.id) }
  }

  package func isConnected(_ user: UserID) -> Bool {
    withLock { $0.isConnected(user) }
  }

  /// Sockets of a user, those whose session is still to be checked among them.
  package func count(of user: UserID) -> Int {
    withLock { $0.all(of: user).count }
  }

  package var socketCount: Int {
    withLock { $0.count }
  }
}

extension SocketRegistry {
  /// Sessions of a user whose devices are in use now.
  package func onlineSessions(of user: UserID) -> Set<SessionID> {
    withLock { Set($0.live(of: user).filter { $0.presence == .online }.map(\.session)) }
  }
}
