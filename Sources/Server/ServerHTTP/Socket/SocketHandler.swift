import Domain
import NIOCore
import NIOWebSocket
import ServerCore
import WireProtocol

/// The end of a socket's pipeline: WebSocket frames in, bytes out. Used on its event loop only.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = ByteBuffer

  private let host: SocketHost
  private let ticker: SocketTicker
  private var context: ChannelHandlerContext?
  private var session: SocketSession?
  private var assembler = MessageAssembler()
  private var lastHeard = NIODeadline.now()
  private var hasPinged = false
  private var isClosing = false
  private let openedAt = NIODeadline.now()

  init(host: SocketHost, ticker: SocketTicker) {
    self.host = host
    self.ticker = ticker
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let metrics = host.context.metrics
    let sink = ChannelSink(
      channel: context.channel, loopIndex: host.fanOut.index(of: context.eventLoop),
      maximumBacklog: host.context.limits.maximumSocketBacklog,
      closer: { bound.value.close($0) }, onSlowReader: { metrics.recordSlowReader() })
    session = SocketSession(
      id: host.ids.next(), context: host.context, sink: sink, address: context.remoteAddress?.ipAddress)
    ticker.add(self, on: context.eventLoop)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    ended()
  }

  func channelInactive(context: ChannelHandlerContext) {
    ended()
    context.fireChannelInactive()
  }

  private func ended() {
    ticker.remove(self)
    session?.didClose()
    session = nil
    context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastHeard = .now()
    hasPinged = false
    guard !isClosing else { return }
    let frame = Self.unwrapInboundIn(data)
    do throws(MessageAssembler.Violation) {
      try MessageAssembler.check(frame)
      switch frame.opcode {
      case .ping: write(.pong, Array(buffer: frame.unmaskedData))
      case .connectionClose: close(.normal)
      case .pong: break
      default:
        try assembler.add(frame)?.withUnsafeReadableBytes { session?.receive($0.bindMemory(to: UInt8.self)) }
      }
    } catch {
      refuse(error.refusal, error.code)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      refuse(MessageAssembler.Violation.tooLarge.refusal, .tooLarge)
    case is NIOWebSocketError:
      refuse(Refusal(.malformed, "That is no WebSocket frame."), .badFrame)
    default:
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent: close(.goingAway)
    case ChannelEvent.inputClosed: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  /// Called by the loop's timer.
  func tick(now: NIODeadline) {
    guard let session, !isClosing else { return }
    if !session.hasGreeted {
      if now - openedAt > host.timings.greeting { close(.silent) }
    } else if now - lastHeard > host.timings.dead {
      close(.silent)
    } else if !hasPinged, now - lastHeard > host.timings.ping {
      hasPinged = true
      write(.ping, [])
    }
  }

  private func refuse(_ refusal: Refusal, _ code: CloseCode) {
    guard !isClosing, let context else { return }
    context.writeAndFlush(
      wrapOutboundOut(context.channel.allocator.buffer(bytes: EncodedFrame(.error(ref: nil, refusal)).bytes)),
      promise: nil)
    close(code)
  }

  /// Sends the close frame, then closes: at the latest when the closing time is over, even if the peer no longer reads.
  private func close(_ code: CloseCode) {
    guard !isClosing, let context else { return }
    isClosing = true
    session?.didClose()
    let channel = context.channel
    let value = code.rawValue
    let written = write(.connectionClose, [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)])
    written?.whenComplete { _ in channel.close(mode: .output, promise: nil) }
    let deadline = context.eventLoop.scheduleTask(in: code == .slowReader ? .zero : host.timings.closing) {
      channel.close(promise: nil)
    }
    channel.closeFuture.whenComplete { _ in deadline.cancel() }
  }

  /// Control frames have at most 125 bytes.
  @discardableResult
  private func write(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    let code: UInt8 = opcode == .ping ? 0x9 : opcode == .pong ? 0xA : 0x8
    let bytes = [0x80 | code, UInt8(min(payload.count, 125))] + payload.prefix(125)
    return context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)))
  }
}
