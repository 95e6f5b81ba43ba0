import NIOCore

/// What happens to a socket.
enum SocketEvent: Sendable {
  case opened(any Channel)
  case frame([UInt8])
  case closed(code: UInt16?)
}
