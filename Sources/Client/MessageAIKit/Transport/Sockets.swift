/// One open WebSocket. Safe on any thread.
package protocol Socket: Sendable {
  /// Sends one text frame.
  func send(_ frame: [UInt8])
  func close()
}

/// What happens to a socket: `opened`, or not, then frames, and `closed` last and once.
package enum SocketEvent: Sendable {
  case opened(any Socket)
  case frame([UInt8])
  case closed(code: UInt16?)
}

/// Opens WebSockets to the server. Events come on any thread.
package protocol SocketConnector: Sendable {
  func connect(_ deliver: @escaping @Sendable (SocketEvent) -> Void)
}
