import NIOCore
import ServerCore

/// A channel as a socket's way out. Frames are complete when they come, so they skip every encoder and go out as one buffer.
final class ChannelSink: SocketSink {
  let loopIndex: Int
  private let channel: any Channel
  private let closer: @Sendable (CloseCode) -> Void
  private let onSlowReader: @Sendable () -> Void

  /// `closer` and `onSlowReader` are called on the channel's event loop.
  init(
    channel: any Channel, loopIndex: Int, closer: @escaping @Sendable (CloseCode) -> Void,
    onSlowReader: @escaping @Sendable () -> Void
  ) {
    self.channel = channel
    self.loopIndex = loopIndex
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
    // The backlog is over the water mark although it was asked to drain: whoever reads this slowly catches up by delta later.
    guard channel.isWritable else {
      onSlowReader()
      return closer(.slowReader)
    }
    var buffer = channel.allocator.buffer(capacity: frames.reduce(0) { $0 + $1.bytes.count })
    for frame in frames { buffer.writeBytes(frame.bytes) }
    guard let whenWritten else { return channel.writeAndFlush(buffer, promise: nil) }
    let promise = channel.eventLoop.makePromise(of: Void.self)
    promise.futureResult.whenComplete { _ in whenWritten() }
    channel.writeAndFlush(buffer, promise: promise)
  }
}
