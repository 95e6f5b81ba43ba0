import Domain
import Foundation
import WireProtocol

/// A raw WebSocket on loopback: sends any bytes, reads only when asked, and keeps everything that
/// it has read.
///
/// All calls on one socket are made one after another.
package final class TestSocket: @unchecked Sendable {
  /// One WebSocket frame of the server, or the end of the connection.
  package enum Event: Sendable, Equatable {
    case text([UInt8])
    case ping
    case pong
    /// 1005 when the close frame has no code.
    case close(UInt16)
    case end
  }

  /// An HTTP answer to the handshake other than 101.
  package struct Denied: Error, Sendable {
    package let status: Int
    package let head: String
    package let body: [UInt8]
  }

  package struct Timeout: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  /// Whether the server's pings are answered.
  package var answersPings = true
  /// Every payload that came, in order.
  package private(set) var received: [UInt8] = []
  private let stream: TestStream
  private let queue = DispatchQueue(label: "test-socket")
  private var buffer: [UInt8] = []
  private var lastRef: Int64 = 1_000_000

  private init(stream: TestStream) {
    self.stream = stream
  }

  // MARK: Opening

  /// Upgrades. Throws `Denied` with the server's answer when it refuses. A small `receiveBuffer`
  /// (bytes) makes a slow reader. `before` are the paths that are asked for first on the same
  /// connection, `atOnce` without waiting for their answers.
  package static func open(
    port: Int, path: String = "/v1/socket", headers: [(String, String)] = [], version: String = "13",
    receiveBuffer: Int32? = nil, before: [String] = [], atOnce: Bool = false
  ) async throws -> TestSocket {
    let socket = TestSocket(stream: try TestStream(port: port, receiveBuffer: receiveBuffer))
    let fields = [
      ("Host", "127.0.0.1:\(port)"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", version),
    ]
    let upgrade = "GET \(path) HTTP/1.1\r\n" + (fields + headers).map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    let others = before.map { "GET \($0) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n" }
    try await socket.upgrade(others + [upgrade], atOnce: atOnce)
    return socket
  }

  /// The last of the requests is the handshake.
  private func upgrade(_ requests: [String], atOnce: Bool) async throws {
    try await onQueue { [self] in
      if atOnce { try stream.write(Array(requests.joined().utf8)) }
      for (index, request) in requests.enumerated() {
        if !atOnce { try stream.write(Array(request.utf8)) }
        let answer = try readAnswer(until: Date(timeIntervalSinceNow: 10))
        if index == requests.count - 1, answer.status != 101 { throw answer }
      }
    }
  }

  private func readAnswer(until deadline: Date) throws -> Denied {
    let end = Array("\r\n\r\n".utf8)
    var headEnd = buffer.indices.first { buffer[$0...].starts(with: end) }
    while headEnd == nil {
      guard try fill(until: deadline) else { throw Timeout(description: "no answer to the handshake") }
      headEnd = buffer.indices.first { buffer[$0...].starts(with: end) }
      if headEnd == nil, stream.hasEnded { throw Timeout(description: "the connection ended before an answer") }
    }
    let head = String(decoding: buffer.prefix(headEnd ?? 0), as: UTF8.self)
    buffer.removeFirst((headEnd ?? 0) + end.count)
    let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
    let count = length.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
    while buffer.count < count { guard try fill(until: deadline), !stream.hasEnded else { break } }
    defer { buffer.removeFirst(min(count, buffer.count)) }
    return Denied(status: Int(head.split(separator: " ")[1]) ?? 0, head: head, body: Array(buffer.prefix(count)))
  }

  // MARK: Sending

  package func send(_ frame: ClientFrame) async throws {
    try await sendText(frame.encode())
  }

  package func sendText(_ text: String) async throws {
    try await sendText(Array(text.utf8))
  }

  package func sendText(_ bytes: [UInt8]) async throws {
    try await sendFrame(opcode: 1, bytes)
  }

  /// One masked frame. What the server no longer takes, because it has closed, is dropped.
  package func sendFrame(opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8]) async throws {
    let frame = Self.masked(opcode: opcode, isFinal: isFinal, payload)
    try await onQueue { [self] in try stream.write(frame) }
  }

  /// Many alike, in few packets.
  package func sendFrames(count: Int, opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8]) async throws {
    let frame = Self.masked(opcode: opcode, isFinal: isFinal, payload)
    let batch = Array(repeatElement(frame, count: min(count, 500)).joined())
    try await onQueue { [self] in
      for _ in 0..<(count / 500) { try stream.write(batch) }
      try stream.write(Array(batch.prefix(frame.count * (count % 500))))
    }
  }

  /// Ends the connection without a closing handshake.
  package func cut() {
    stream.shutDown()
  }

  private static func masked(opcode: UInt8, isFinal: Bool, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    switch payload.count {
    case 0...125: frame.append(0x80 | UInt8(payload.count))
    case 126...0xFFFF: frame += [0xFE, UInt8(payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    default:
      frame.append(0xFF)
      frame += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: payload.count >> $0) }
    }
    frame += mask
    frame.reserveCapacity(frame.count + payload.count)
    for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
    return frame
  }

  // MARK: Receiving

  /// The next WebSocket frame. Throws `Timeout` when none comes.
  package func nextEvent(within seconds: Double = 10) async throws -> Event {
    try await onQueue { [self] in
      let deadline = Date(timeIntervalSinceNow: seconds)
      while true {
        if let event = try takeEvent() { return event }
        guard try fill(until: deadline) else { throw Timeout(description: "no frame within \(seconds) s") }
      }
    }
  }

  /// The next frame of the protocol. Throws `Timeout` when none comes or the connection ends.
  package func next(within seconds: Double = 10) async throws -> ServerFrame {
    while true {
      switch try await nextEvent(within: seconds) {
      case .text(let bytes): return try ServerFrame.decode(bytes)
      case .ping, .pong: continue
      case .close(let code): throw Timeout(description: "closed with \(code)")
      case .end: throw Timeout(description: "the connection ended")
      }
    }
  }

  /// The first frame from which `pick` takes something; others before it are skipped.
  package func first<Value: Sendable>(
    within seconds: Double = 10, _ pick: (ServerFrame) -> Value?
  ) async throws -> Value {
    while true {
      if let value = pick(try await next(within: seconds)) { return value }
    }
  }

  /// The code that the server closes with; frames before it are skipped.
  package func closeCode(within seconds: Double = 10) async throws -> UInt16? {
    while true {
      switch try await nextEvent(within: seconds) {
      case .close(let code): return code
      case .end: return nil
      default: continue
      }
    }
  }

  /// Everything that the server had sent before it answered a ping which is sent now.
  package func fence() async throws -> [ServerFrame] {
    lastRef += 1
    let ref = lastRef
    try await send(.ping(ref: ref))
    var frames: [ServerFrame] = []
    while true {
      let frame = try await next()
      if frame == .pong(ref: ref) { return frames }
      frames.append(frame)
    }
  }

  private func takeEvent() throws -> Event? {
    guard buffer.count >= 2 else { return buffer.isEmpty && stream.hasEnded ? .end : nil }
    var header = 2
    var length = Int(buffer[1] & 0x7F)
    if length == 126 {
      guard buffer.count >= 4 else { return nil }
      length = Int(buffer[2]) << 8 | Int(buffer[3])
      header = 4
    } else if length == 127 {
      guard buffer.count >= 10 else { return nil }
      length = buffer[2..<10].reduce(0) { $0 << 8 | Int($1) }
      header = 10
    }
    guard buffer.count >= header + length else { return stream.hasEnded ? .end : nil }
    let opcode = buffer[0] & 0x0F
    let payload = Array(buffer[header..<(header + length)])
    buffer.removeFirst(header + length)
    received += payload
    switch opcode {
    case 8: return .close(payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : 1005)
    case 9:
      if answersPings { try stream.write(Self.masked(opcode: 10, isFinal: true, payload)) }
      return .ping
    case 10: return .pong
    default: return .text(payload)
    }
  }

  /// Reads once. `false` when nothing came in time.
  private func fill(until deadline: Date) throws -> Bool {
    let chunk = try stream.read(until: deadline)
    buffer += chunk
    return !chunk.isEmpty || stream.hasEnded
  }

  private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }
}
