import Domain
import NIOCore
import NIOWebSocket
import ServerCore
import WireProtocol

/// The end of a socket's pipeline: WebSocket frames in, bytes out. Used on its event loop only.
///
/// A peer that does not read cannot make it keep anything: at most one pong is on its way and at
/// most one more is owed (RFC 6455, 5.5.3), and nothing is read while nothing can be written.
final class SocketHandler: ChannelInboundHandler, Ticking {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = ByteBuffer

  private let host: SocketHost
  private let ticker: SocketTicker
  private var context: ChannelHandlerContext?
  private var conversation: (any SocketConversation)?
  private var assembler: MessageAssembler
  private var lastHeard = NIODeadline.now()
  private var hasPinged = false
  private var isClosing = false
  private var owedPong: [UInt8]?
  private var isPongOnItsWay = false
  private var backlog = 0
  private let openedAt = NIODeadline.now()

  init(host: SocketHost, ticker: SocketTicker) {
    self.host = host
    self.ticker = ticker
    assembler = MessageAssembler(rules: host.rules)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let metrics = host.context.metrics
    let sink = ChannelSink(
      channel: context.channel, loopIndex: host.fanOut.index(of: context.eventLoop),
      maximumBacklog: host.context.limits.maximumSocketBacklog,
      closer: { bound.value.close($0) }, onSlowReader: { metrics.recordSlowReader() })
    conversation = host.makeConversation(host.ids.next(), sink, context.remoteAddress?.ipAddress)
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
    conversation?.didClose()
    conversation = nil
    context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastHeard = .now()
    hasPinged = false
    guard !isClosing else { return }
    let frame = Self.unwrapInboundIn(data)
    do throws(FrameViolation) {
      try host.rules.check(frame)
      switch frame.opcode {
      case .ping: if admitsControlFrame() { answer(frame) }
      case .pong: _ = admitsControlFrame()
      case .connectionClose: close(FrameRules.answer(toClose: frame.unmaskedData.readableBytesView))
      default:
        if !frame.fin, !admitsControlFrame() { return close(.tooFast) }
        if let message = try assembler.add(frame) { conversation?.receive(message) }
      }
    } catch {
      refuse(error)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // Whoever does not read what is sent is not listened to: no answer of ours can pile up.
    do {
      try context.channel.syncOptions?.setOption(.autoRead, value: context.channel.isWritable)
    } catch {
      context.close(promise: nil)
    }
    sendOwedPong()
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: refuse(host.rules.tooLarge)
    case is NIOWebSocketError: refuse(host.rules.violation("That is no WebSocket frame."))
    default: context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent: close(.goingAway)
    case ChannelEvent.inputClosed: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func tick(now: NIODeadline) {
    guard let conversation, !isClosing else { return }
    noteProgress(now: now)
    if !conversation.hasGreeted {
      if now - openedAt > host.timings.greeting { close(.silent) }
    } else if now - lastHeard > host.timings.dead {
      close(.silent)
    } else if !hasPinged, now - lastHeard > host.timings.ping {
      hasPinged = true
      write(.ping, [])
    }
  }

  /// While nothing is read, a peer that takes what was sent lives.
  private func noteProgress(now: NIODeadline) {
    guard let channel = context?.channel, !channel.isWritable,
      let buffered = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
    else { return backlog = 0 }
    if buffered + HTTPLimits.minimumProgress(in: host.timings.tick) < backlog { lastHeard = now }
    backlog = buffered
  }

  // MARK: Answers

  private func admitsControlFrame() -> Bool {
    conversation?.admitsControlFrame() ?? false
  }

  /// Only the newest ping is answered when the peer does not take the pongs.
  private func answer(_ ping: WebSocketFrame) {
    owedPong = Array(buffer: ping.unmaskedData)
    sendOwedPong()
  }

  private func sendOwedPong() {
    guard let payload = owedPong, !isPongOnItsWay, !isClosing, context?.channel.isWritable == true else { return }
    owedPong = nil
    isPongOnItsWay = true
    write(.pong, payload)?.assumeIsolated().whenComplete { _ in
      self.isPongOnItsWay = false
      self.sendOwedPong()
    }
  }

  private func refuse(_ violation: FrameViolation) {
    guard !isClosing, let context else { return }
    if host.rules.explains {
      let bytes = EncodedFrame(.error(ref: nil, violation.refusal)).bytes
      context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }
    close(violation.code)
  }

  /// Sends the close frame, then closes: at the latest when the closing time is over, even if the
  /// peer no longer reads.
  private func close(_ code: CloseCode) {
    guard !isClosing, let context else { return }
    isClosing = true
    conversation?.didClose()
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
