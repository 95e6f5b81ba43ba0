import Foundation
import Synchronization

/// A language model of the test's own: answers each request at once, as one that has found a task
/// in the first new message that it was shown.
final class ReadingProvider: Sendable {
  let port: Int
  private let answers = Mutex(0)

  /// Requests that were answered so far.
  var answered: Int { answers.withLock(\.self) }

  /// Answers from now on, until the process ends.
  init() throws {
    let listener = try TCPStream.listening()
    port = try listener.localPort()
    try listener.takeConnections()
    let descriptor = listener.descriptor
    // The thread has the descriptor for as long as the process lives.
    _ = Unmanaged.passRetained(listener)
    Thread.detachNewThread { [self] in
      while let connection = TCPStream(accepting: descriptor) {
        // A server that is stopped meanwhile cuts its request off: the next one counts again.
        if (try? Self.answer(on: connection)) != nil { answers.withLock { $0 += 1 } }
      }
    }
  }

  private static func answer(on connection: TCPStream) throws {
    let received = try PlainHTTP.receive(on: connection)
    let content = found(in: String(decoding: received, as: UTF8.self))
    let body = try JSONSerialization.data(withJSONObject: [
      "model": "reading", "choices": [["message": ["content": content], "finish_reason": "stop"]],
      "usage": ["prompt_tokens": received.count / 4, "completion_tokens": content.utf8.count / 4],
    ])
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
    try connection.writeAll(Array(head.utf8) + Array(body))
  }

  /// The request has the new messages behind `<new>`, each as a list that begins with its number.
  private static func found(in request: String) -> String {
    guard let new = request.range(of: "<new>") else { return #"{}"# }
    let number = request[new.upperBound...].drop { !$0.isNumber }.prefix(while: \.isNumber)
    let task =
      #"{"task": "Carry the load", "owner": null, "due": null, "confidence": 0.9, "citations": [\#(number)]}"#
    return #"{"tasks": [\#(task)], "decisions": [], "meetings": [], "urgency": [], "wrong": []}"#
  }
}
