import Foundation
import ServerCore

/// One connection: frames in flight in both directions, delivered one by one when the seed says so.
final class SimulatedLink: SocketSink, @unchecked Sendable {
  let loopIndex = 0
  private let lock = NSLock()
  private var outgoing: [[UInt8]] = []
  private var callbacks: [@Sendable () -> Void] = []
  private var closeCode: UInt16?
  var toServer: [[UInt8]] = []
  var session: SocketSession?
  /// Where it ends.
  var server: SimulatedServer?

  func send(_ frames: [EncodedFrame], whenWritten: (@Sendable () -> Void)?) {
    lock.withLock {
      guard closeCode == nil else { return }
      outgoing += frames.map { Self.payload($0.bytes) }
      if let whenWritten { callbacks.append(whenWritten) }
    }
  }

  func close(code: CloseCode) {
    lock.withLock { if closeCode == nil { closeCode = code.rawValue } }
  }

  var hasOutgoing: Bool { lock.withLock { !outgoing.isEmpty || closeCode != nil } }

  /// The next frame for the client, or the close that follows the last one.
  func next() -> (frame: [UInt8]?, code: UInt16?) {
    lock.withLock { outgoing.isEmpty ? (nil, closeCode) : (outgoing.removeFirst(), nil) }
  }

  func takeCallbacks() -> [@Sendable () -> Void] {
    lock.withLock {
      defer { callbacks = [] }
      return callbacks
    }
  }

  /// The frame without its WebSocket header.
  private static func payload(_ bytes: [UInt8]) -> [UInt8] {
    switch bytes[1] {
    case 126: Array(bytes[4...])
    case 127: Array(bytes[10...])
    default: Array(bytes[2...])
    }
  }
}
