import NIOCore
import ServerCore

/// What a socket's frames are for. Called on the socket's event loop only.
package protocol SocketConversation: Sendable {
  /// Whether a hello has come; sockets that stay silent are closed.
  var hasGreeted: Bool { get }
  /// One whole message.
  func receive(_ message: MessageAssembler.Message)
  /// Whether a ping, a pong or a fragment is within what the peer may send. Closes the socket of a
  /// peer that goes on and on.
  func admitsControlFrame() -> Bool
  /// The socket is gone, whoever closed it.
  func didClose()
}

extension SocketSession: SocketConversation {
  package func receive(_ message: MessageAssembler.Message) {
    message.data.withUnsafeReadableBytes { receive($0.bindMemory(to: UInt8.self)) }
  }
}
