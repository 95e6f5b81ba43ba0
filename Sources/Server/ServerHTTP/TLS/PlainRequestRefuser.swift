import NIOCore

/// Stands first in a TLS connection's pipeline until its first byte has come. Who speaks plain HTTP
/// there is told so in plain HTTP, and the connection ends.
final class PlainRequestRefuser: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first byte of every TLS connection: a record of the handshake.
  private static let handshake: UInt8 = 0x16
  private static let sentence = "This port speaks HTTPS only.\n"
  private static let answer =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(sentence.utf8.count)\r\n"
    + "Connection: close\r\n\r\n\(sentence)"

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    let bytes = Self.unwrapInboundIn(data)
    guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return }
    guard first != Self.handshake else {
      context.fireChannelRead(data)
      return context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
    hasRefused = true
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(context.channel.allocator.buffer(string: Self.answer)))
      .whenComplete { _ in channel.close(promise: nil) }
  }
}
