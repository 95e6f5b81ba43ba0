import NIOCore
import ServerCore

/// A channel as a socket's way out. Frames are complete when they come, so they skip every encoder
/// and go out as one buffer.
final class ChannelSink: SocketSink {
  let loopIndex: Int
  private let channel: any Channel
  private let maximumBacklog: Int
  private let closer: @Sendable (CloseCode) -> Void
  private let onSlowReader: @Sendable () -> Void

  /// Writes of content that was asked for and has not left yet, and the bytes queued since. Used on
  /// the channel's event loop only.
  nonisolated(unsafe) private var unwritten = 0
  nonisolated(unsafe) private var queuedBehind = 0

  /// `closer` and `onSlowReader` are called on the channel's event loop. `maximumBacklog` is the
  /// channel's high water mark in bytes.
  init(
    channel: any Channel, loopIndex: Int, maximumBacklog: Int, closer: @escaping @Sendable (CloseCode) -> Void,
    onSlowReader: @escaping @Sendable () -> Void
  ) {
    self.channel = channel
    self.loopIndex = loopIndex
    self.maximumBacklog = maximumBacklog
    self.closer = closer
    self.onSlowReader = onSlowReader
  }

  func send(_ frames: [EncodedFrame], whenWritten: (@Sendable () -> Void)?) {
    if channel.eventLoop.inEventLoop {
      write(frames, whenWritten: whenWritten)
    } else {
      channel.eventLoop.execute { self.write(frames, whenWritten: whenWritten) }
    }
  }

  func close(code: CloseCode) {
    if channel.eventLoop.inEventLoop { closer(code) } else { channel.eventLoop.execute { self.closer(code) } }
  }

  private func write(_ frames: [EncodedFrame], whenWritten: (@Sendable () -> Void)?) {
    let bytes = frames.reduce(0) { $0 + $1.bytes.count }
    // Over its limit: whoever reads this slowly catches up by delta later.
    guard hasRoom(for: bytes) else {
      onSlowReader()
      return closer(.slowReader)
    }
    var buffer = channel.allocator.buffer(capacity: bytes)
    for frame in frames { buffer.writeBytes(frame.bytes) }
    guard let whenWritten else { return channel.writeAndFlush(buffer, promise: nil) }
    unwritten += 1
    let promise = channel.eventLoop.makePromise(of: Void.self)
    promise.futureResult.whenComplete { [self] _ in
      unwritten -= 1
      if unwritten == 0 { queuedBehind = 0 }
      whenWritten()
    }
    channel.writeAndFlush(buffer, promise: promise)
  }

  /// What was asked for may be larger than the limit, once; then all that queues behind it counts.
  private func hasRoom(for bytes: Int) -> Bool {
    if unwritten == 0 { return channel.isWritable }
    queuedBehind += bytes
    return queuedBehind <= maximumBacklog
  }
}
