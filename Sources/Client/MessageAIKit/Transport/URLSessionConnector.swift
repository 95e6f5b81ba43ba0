#if canImport(Darwin)
  import Foundation

  /// WebSockets as tasks of a `URLSession`, one session each, so that nothing outlives a
  /// connection.
  struct URLSessionConnector: SocketConnector {
    private static let maximumFrameBytes = 16 << 20

    let server: URL

    func connect(_ deliver: @escaping @Sendable (SocketEvent) -> Void) {
      guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: false) else {
        return deliver(.closed(code: nil))
      }
      parts.scheme = server.scheme == "https" || server.scheme == "wss" ? "wss" : "ws"
      parts.path = (server.path == "/" ? "" : server.path) + "/v1/socket"
      guard let url = parts.url else { return deliver(.closed(code: nil)) }
      let delegate = SocketDelegate()
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      let task = session.webSocketTask(with: URLRequest(url: url, timeoutInterval: 10))
      task.maximumMessageSize = Self.maximumFrameBytes
      delegate.loop = WebSocketLoop(task: SystemTask(task: task, session: session), deliver: deliver)
      task.resume()
    }
  }

  private struct SystemTask: WebSocketTask {
    let task: URLSessionWebSocketTask
    let session: URLSession

    func receive(_ completion: @escaping @Sendable (Result<[UInt8]?, any Error>) -> Void) {
      task.receive { result in
        completion(
          result.map { message in
            if case .string(let text) = message { Array(text.utf8) } else { nil }
          })
      }
    }

    func send(_ text: String, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
      task.send(.string(text), completionHandler: completion)
    }

    func close() {
      task.cancel(with: .normalClosure, reason: nil)
      session.finishTasksAndInvalidate()
    }

    var closeCode: UInt16? {
      task.closeCode == .invalid ? nil : UInt16(exactly: task.closeCode.rawValue)
    }
  }

  /// Set up before its task runs, and told of things by one queue after that.
  private final class SocketDelegate: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    var loop: WebSocketLoop?

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
      loop?.opened()
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      loop?.ended(code: UInt16(exactly: closeCode.rawValue))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      loop?.ended(code: nil)
      loop = nil
      session.finishTasksAndInvalidate()
    }
  }
#endif
