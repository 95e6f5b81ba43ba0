import Foundation

/// One connection that sends a request and waits for its answer, again and again.
final class PlainHTTP {
  struct Answer {
    let status: Int
    let body: [UInt8]
    /// From the request until the first byte of the answer, and until its last.
    let firstByte: Duration
    let whole: Duration
  }

  private let stream: TCPStream
  private let token: String

  init(port: Int, token: String) throws {
    stream = try TCPStream(port: port)
    self.token = token
  }

  /// Throws when the answer has no length, or is another than 2xx.
  @discardableResult
  func send(
    _ method: String, _ path: String, type: String = "application/json", headers: [String: String] = [:],
    body: [UInt8] = []
  ) throws -> Answer {
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nContent-Type: \(type)\r\n"
      + headers.map { "\($0): \($1)\r\n" }.joined() + "Content-Length: \(body.count)\r\n\r\n"
    let started = ContinuousClock.now
    try stream.writeAll(Array(head.utf8) + body)
    var firstByte = Duration.zero
    let received = try Self.receive(on: stream) { firstByte = ContinuousClock.now - started }
    let whole = ContinuousClock.now - started
    let words = String(decoding: received.prefix(64), as: UTF8.self).split(separator: " ")
    let start = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? received.endIndex
    let answer = Answer(
      status: Int(words.dropFirst().first ?? "") ?? 0, body: Array(received[start...]), firstByte: firstByte,
      whole: whole)
    guard (200..<300).contains(answer.status) else {
      throw BenchError(
        "\(method) \(path): \(answer.status) \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    }
    return answer
  }

  /// The next request or answer, with its head. `began` is called with its first bytes.
  static func receive(on stream: TCPStream, began: () -> Void = {}) throws -> [UInt8] {
    var received: [UInt8] = []
    var end: Int?
    while end.map({ received.count < $0 }) ?? true {
      let part = try stream.read(upTo: 1 << 16)
      guard !part.isEmpty else { throw BenchError("the connection has ended") }
      if received.isEmpty { began() }
      received += part
      if end == nil { end = try Self.end(of: received) }
    }
    return received
  }

  /// How many bytes it has with its head; `nil` before the head is there.
  private static func end(of received: [UInt8]) throws -> Int? {
    guard let head = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    for line in String(decoding: received[..<head.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n") {
      if line.hasPrefix("content-length:"), let length = Int(line.dropFirst(15).drop(while: { $0 == " " })) {
        return head.upperBound + length
      }
    }
    guard received.starts(with: Array("HTTP/1.1 204".utf8)) else { throw BenchError("an answer without a length") }
    return head.upperBound
  }
}
