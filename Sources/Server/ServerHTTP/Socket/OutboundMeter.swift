import NIOCore

#if canImport(Glibc)
  import Glibc
#endif

/// Stands first in an HTTP connection's pipeline, before TLS, and counts what is written: the very
/// bytes that the kernel is given.
final class OutboundMeter: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = IOData

  private var written = 0
  /// What had left when it was last looked at, and what is to have left by the end of the time
  /// given.
  private var window: (since: NIODeadline, left: Int, due: Int)?

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += Self.unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  /// Whether the peer has taken less than `HTTPLimits.minimumRate` for `time`, and not all that was
  /// there for it at the beginning.
  func isUnread(by channel: any Channel, for time: TimeAmount, now: NIODeadline) -> Bool {
    let left = written - Self.waiting(in: channel)
    guard let window, left < window.due else {
      self.window = left < written ? (now, left, written) : nil
      return false
    }
    let elapsed = now - window.since
    guard elapsed >= time else { return false }
    if left - window.left < HTTPLimits.minimumProgress(in: elapsed) { return true }
    self.window = (now, left, written)
    return false
  }

  /// Bytes that have not reached the peer: those that the channel keeps, and those that the kernel
  /// keeps.
  private static func waiting(in channel: any Channel) -> Int {
    let kept = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    #if canImport(Glibc)
      let inKernel = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: CInt) -> Int in
        var count: CInt = 0
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
      }
      return kept + ((inKernel ?? 0))
    #else
      return kept
    #endif
  }
}
