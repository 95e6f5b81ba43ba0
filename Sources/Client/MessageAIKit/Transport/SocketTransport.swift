/// The engine's socket, whatever carries it. Used on the engine's queue only; events come back
/// through `deliver` on any thread.
final class SocketTransport: Transport {
  private let connector: any SocketConnector
  private let deliver: @Sendable (SocketEvent, _ generation: Int) -> Void
  private var socket: (any Socket)?
  /// Counts connections, so that what a former one still has to say is not heard.
  private(set) var generation = 0

  init(connector: any SocketConnector, deliver: @escaping @Sendable (SocketEvent, _ generation: Int) -> Void) {
    self.connector = connector
    self.deliver = deliver
  }

  func connect() {
    disconnect()
    let current = generation
    let deliver = deliver
    connector.connect { deliver($0, current) }
  }

  /// What a socket says becomes the engine's event; `nil` when it is not the current one.
  func accept(_ event: SocketEvent, generation: Int) -> EngineEvent? {
    guard generation == self.generation else {
      if case .opened(let socket) = event { socket.close() }
      return nil
    }
    switch event {
    case .opened(let socket):
      self.socket = socket
      return .opened
    case .frame(let bytes):
      return .frame(bytes)
    case .closed(let code):
      socket = nil
      return .closed(code: code)
    }
  }

  func send(_ frame: [UInt8]) {
    socket?.send(frame)
  }

  func disconnect() {
    generation += 1
    socket?.close()
    socket = nil
  }
}
