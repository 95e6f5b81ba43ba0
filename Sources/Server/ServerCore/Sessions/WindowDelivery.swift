import Domain
import WireProtocol

/// Brings a conversation's window to the sockets of someone who has just joined it.
struct WindowDelivery: Sendable {
  let store: any ServerStore
  let sockets: SocketRegistry
  let fanOut: FanOut
  let work: any WorkExecutor

  func deliver(_ conversation: ConversationID, to user: UserID) {
    work.run { [self] in
      for socket in sockets.ids(of: user) { deliver(conversation, to: user, socket) }
    }
  }

  private func deliver(_ conversation: ConversationID, to user: UserID, _ socket: SocketID) {
    while let epoch = fanOut.epoch(of: socket) {
      // Nothing to bring when the user has been removed again meanwhile: `gone` has been sent. What
      // cannot be read now is asked for by the client with the next delta.
      guard case .success(let window) = read(conversation, for: user) else { return }
      if fanOut.deliver([EncodedFrame(.delta(window))], to: socket, epoch: epoch) { return }
    }
  }

  private func read(_ conversation: ConversationID, for user: UserID) -> Result<FeedDelta, any Error> {
    Result { try store.delta(of: .conversation(conversation), for: user, fromRev: 0) }
  }
}
