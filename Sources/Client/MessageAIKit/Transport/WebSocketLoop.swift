import Foundation

/// What of a WebSocket task a connection needs: the system's, or what a test puts in its place.
package protocol WebSocketTask: Sendable {
  /// The next text frame; `nil` for any other kind. Called back once, on any thread.
  func receive(_ completion: @escaping @Sendable (Result<[UInt8]?, any Error>) -> Void)
  func send(_ text: String, _ completion: @escaping @Sendable ((any Error)?) -> Void)
  func close()
  /// Why the other side has closed, as far as it has said so.
  var closeCode: UInt16? { get }
}

/// A WebSocket on the system's task: reads one frame after the other, and tells of the end once,
/// whichever call meets it first.
package final class WebSocketLoop: Socket, @unchecked Sendable {
  private struct Listener {
    let hear: @Sendable (SocketEvent) -> Void
  }

  private let task: any WebSocketTask
  private let lock = NSLock()
  private var listener: Listener?
  private var isOpen = false

  package init(task: any WebSocketTask, deliver: @escaping @Sendable (SocketEvent) -> Void) {
    self.task = task
    listener = Listener(hear: deliver)
  }

  /// The upgrade has succeeded.
  package func opened() {
    let first = lock.withLock {
      defer { isOpen = true }
      return isOpen ? nil : listener
    }
    guard let first else { return }
    first.hear(.opened(self))
    receive()
  }

  /// The task has ended, for `code` where the other side gave one.
  package func ended(code: UInt16?) {
    let last = lock.withLock {
      defer { listener = nil }
      return listener
    }
    last?.hear(.closed(code: code ?? task.closeCode))
  }

  package func send(_ frame: [UInt8]) {
    task.send(String(decoding: frame, as: UTF8.self)) { [self] error in
      if error != nil { ended(code: nil) }
    }
  }

  package func close() {
    task.close()
  }

  private func receive() {
    task.receive { [self] result in
      switch result {
      case .success(let frame):
        if let frame { lock.withLock { listener }?.hear(.frame(frame)) }
        receive()
      case .failure:
        ended(code: nil)
      }
    }
  }
}
