import NIOCore

#if canImport(Glibc)
  import Glibc
#endif

/// Stands first in an HTTP connection's pipeline and counts its bytes: of the head that is being
/// read, and of all that is written.
final class ConnectionMeter: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData

  /// Called when a head is too large; nothing more is read then.
  var onLargeHead: () -> Void = {}
  /// When the first byte of a head came that has not ended; `nil` between requests and within
  /// bodies.
  private(set) var headSince: NIODeadline?
  private var isInHead = true
  private var headBytes = 0
  private var isFull = false
  private var written = 0
  /// What had left when it was last looked at, and what is to have left by the end of the time
  /// given.
  private var window: (since: NIODeadline, left: Int, due: Int)?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isFull else { return }
    if isInHead {
      headSince = headSince ?? .now()
      headBytes += Self.unwrapInboundIn(data).readableBytes
    }
    context.fireChannelRead(data)
    guard isInHead, headBytes > HTTPLimits.head else { return }
    isFull = true
    onLargeHead()
  }

  func headEnded() {
    isInHead = false
    headSince = nil
    headBytes = 0
  }

  /// What comes now is the next head.
  func requestEnded() {
    isInHead = true
  }

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
