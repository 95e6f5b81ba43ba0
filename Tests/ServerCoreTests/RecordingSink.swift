import Foundation
import ServerCore
import WireProtocol

/// A socket's way out that keeps what is sent.
final class RecordingSink: SocketSink, @unchecked Sendable {
  let loopIndex: Int
  private let lock = NSLock()
  private var sent: [[UInt8]] = []
  private var callbacks: [@Sendable () -> Void] = []
  private var flushCount = 0
  private var code: CloseCode?

  init(loopIndex: Int = 0) {
    self.loopIndex = loopIndex
  }

  func send(_ frames: [EncodedFrame], whenWritten: (@Sendable () -> Void)?) {
    lock.withLock {
      guard code == nil else { return }
      flushCount += 1
      sent += frames.map(\.bytes)
      if let whenWritten { callbacks.append(whenWritten) }
    }
  }

  func close(code: CloseCode) {
    lock.withLock { self.code = self.code ?? code }
  }

  var closeCode: CloseCode? { lock.withLock { code } }

  /// How often something has been written and flushed.
  var flushes: Int { lock.withLock { flushCount } }

  /// Everything since the last call, without WebSocket headers.
  func take() throws -> [ServerFrame] {
    let frames = lock.withLock {
      defer { sent = [] }
      return sent
    }
    return try frames.map { try ServerFrame.decode(Self.payload($0)) }
  }

  /// The reader takes what has been written so far. `false` when nobody waited for that.
  func read() -> Bool {
    let due = lock.withLock {
      defer { callbacks = [] }
      return callbacks
    }
    for callback in due { callback() }
    return !due.isEmpty
  }

  static func payload(_ bytes: [UInt8]) -> [UInt8] {
    switch bytes[1] {
    case 126: Array(bytes[4...])
    case 127: Array(bytes[10...])
    default: Array(bytes[2...])
    }
  }
}
