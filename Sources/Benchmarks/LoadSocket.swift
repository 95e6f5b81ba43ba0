import Domain
import Foundation
import WireProtocol

/// One WebSocket of the load generator.
final class LoadSocket {
  private let stream: TCPStream
  private var scanner = FrameScanner()
  private var outgoing: [UInt8] = []
  private var written = 0

  var descriptor: Int32 { stream.descriptor }
  var hasOutgoing: Bool { written < outgoing.count }

  /// Connects, upgrades, says hello and waits until the server has sent all that was missed.
  /// Blocking.
  init(port: Int, token: String, known: [FeedID: Int64], buffer: ReadBuffer) throws {
    stream = try TCPStream(port: port)
    let request = """
      GET /v1/socket HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      \r

      """
    let hello = ClientFrame.hello(
      version: ClientFrame.version, token: token, client: "bench", known: known, more: false)
    // The server may read both at once; it answers the upgrade first.
    try stream.writeAll(Array(request.utf8))
    try readUpgrade()
    try stream.writeAll(LoadFrame.masked(hello.encode()))
    try waitFor(.synced, buffer)
  }

  /// One socket for each user, with what each has, in their order.
  static func connect(
    _ users: [BenchUser], known: [[FeedID: Int64]], to server: ServerProcess, buffer: ReadBuffer
  ) throws -> [LoadSocket] {
    try connect(users, known: known, to: [server], buffer: buffer)
  }

  /// The same, over the servers in turn: neighbours are on different ones.
  static func connect(
    _ users: [BenchUser], known: [[FeedID: Int64]], to servers: [ServerProcess], buffer: ReadBuffer
  ) throws -> [LoadSocket] {
    try users.indices.map { index in
      try LoadSocket(
        port: servers[index % servers.count].port, token: users[index].token, known: known[index], buffer: buffer)
    }
  }

  /// From here on nothing blocks.
  func setNonBlocking() throws {
    try stream.setNonBlocking()
  }

  /// Blocks until a frame of this kind has come.
  func waitFor(_ event: LoadEvent, _ buffer: ReadBuffer) throws {
    var hasCome = false
    while !hasCome {
      try receive(buffer) { kind, _ in
        if kind == event { hasCome = true }
      }
    }
  }

  /// Queues bytes that are frames already.
  func enqueue(_ frame: [UInt8]) {
    if written == outgoing.count {
      outgoing.removeAll(keepingCapacity: true)
      written = 0
    }
    outgoing += frame
  }

  /// Writes what the system takes of what is queued.
  func flush() throws {
    while hasOutgoing {
      let count = outgoing.withUnsafeBytes { bytes in
        send(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, Int32(Self.noSignal))
      }
      guard count >= 0 else {
        if errno == EAGAIN || errno == EINTR { return }
        throw BenchError.system("send")
      }
      written += count
    }
  }

  /// Reads once and reports each protocol frame. Pings are answered with the next flush.
  func receive(_ buffer: ReadBuffer, _ onFrame: (LoadEvent, UnsafeRawBufferPointer) -> Void) throws {
    let count = recv(descriptor, buffer.bytes.baseAddress, buffer.bytes.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      throw count == 0 ? BenchError("the server closed a socket") : BenchError.system("recv")
    }
    var fault: BenchError?
    scanner.scan(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])) { opcode, payload in
      switch opcode {
      case 1:
        guard payload.count > 9, let event = LoadEvent(rawValue: payload[9]) else {
          fault = BenchError("the server sent an unknown frame")
          return
        }
        if event == .error { fault = BenchError("refused: \(String(decoding: payload, as: UTF8.self))") }
        onFrame(event, payload)
      case 8:
        let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
        fault = fault ?? BenchError("the server closed a socket with \(code)")
      case 9: enqueue(LoadFrame.masked(Array(payload), opcode: 10))
      default: break
      }
    }
    if let fault { throw fault }
  }

  /// The server sends nothing after the upgrade until it has read the hello.
  private func readUpgrade() throws {
    var answer: [UInt8] = []
    while !answer.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      let part = try stream.read(upTo: 1_024)
      guard !part.isEmpty else { throw BenchError("the server refused the upgrade") }
      answer += part
    }
    guard String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 101") else {
      throw BenchError("the server refused the upgrade")
    }
  }

  #if os(Linux)
    private static let noSignal = Int(MSG_NOSIGNAL)
  #else
    private static let noSignal = 0
  #endif
}

/// Where all sockets of one generator read into.
final class ReadBuffer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  deinit {
    bytes.deallocate()
  }
}
