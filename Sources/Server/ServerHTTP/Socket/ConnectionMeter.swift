import NIOCore

/// Stands before the decoder in an HTTP connection's pipeline and counts the bytes of the head that
/// is being read.
final class ConnectionMeter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// Called when a head is too large; nothing more is read then.
  var onLargeHead: () -> Void = {}
  /// When the first byte of a head came that has not ended; `nil` between requests and within
  /// bodies.
  private(set) var headSince: NIODeadline?
  private var isInHead = true
  private var headBytes = 0
  private var isFull = false

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
}
