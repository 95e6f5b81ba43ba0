import CNATS
import Foundation
import ServerCore

/// Where the library's threads call.
final class NATSEars: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var listener: (any BusListener)?
  nonisolated(unsafe) private var connected = false

  var isConnected: Bool { lock.withLock { connected } }

  func noteConnection(_ isConnected: Bool) {
    lock.withLock { connected = isConnected }
  }

  func listen(_ listener: any BusListener) {
    lock.withLock { self.listener = listener }
  }

  /// Hears nothing more, apart from what is being told now.
  func close() {
    lock.withLock { listener = nil }
  }

  /// Something may not have been heard.
  static func missed(_ closure: UnsafeMutableRawPointer?) {
    ears(closure)?.current?.mayHaveMissed()
  }

  /// The connection came or went, and either way something may not have been heard.
  static func changed(_ closure: UnsafeMutableRawPointer?, isConnected: Bool) {
    ears(closure)?.noteConnection(isConnected)
    missed(closure)
  }

  static func hear(_ message: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
    defer { natsMsg_Destroy(message) }
    guard let data = natsMsg_GetData(message) else { return }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(natsMsg_GetDataLength(message)))
    ears(closure)?.current?.hear(Array(bytes))
  }

  private var current: (any BusListener)? { lock.withLock { listener } }

  private static func ears(_ closure: UnsafeMutableRawPointer?) -> NATSEars? {
    closure.map { Unmanaged<NATSEars>.fromOpaque($0).takeUnretainedValue() }
  }
}
