import WireProtocol

/// One socket's way out. Thread-safe; never blocks; after `close` everything is ignored.
package protocol SocketSink: Sendable {
  /// Sinks with the same index share an event loop.
  var loopIndex: Int { get }
  /// Writes the frames in order with one flush. `whenWritten` marks content that the client has
  /// asked for, of any size; it is called on another turn once that has left for the kernel, and
  /// may never be called when the socket closes first.
  func send(_ frames: [EncodedFrame], whenWritten: (@Sendable () -> Void)?)
  /// Sends a close frame and closes.
  func close(code: CloseCode)
}

extension SocketSink {
  package func send(_ frame: ServerFrame) {
    send([EncodedFrame(frame)], whenWritten: nil)
  }
}
