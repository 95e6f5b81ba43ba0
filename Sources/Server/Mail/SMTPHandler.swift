import NIOCore
import NIOSSL

/// Makes bytes of commands and replies of bytes, one reply to each command, and begins TLS.
///
/// All of that is decided on the event loop: what comes with the reply to STARTTLS is refused
/// before TLS begins, and what comes after it is read as TLS. No byte gets between.
final class SMTPHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = SMTPReply
  typealias OutboundIn = SMTPCommand
  typealias OutboundOut = ByteBuffer

  private let settings: SMTPSettings
  private let deadline: NIODeadline
  private var parser = SMTPReplyParser()
  /// The greeting is the first reply, without a command.
  private var isReplyAwaited = true
  private var isTLSAwaited = false
  private var fault: SMTPFault?
  private var timeout: Scheduled<Void>?

  /// After `deadline` the connection is cut.
  init(_ settings: SMTPSettings, deadline: NIODeadline) {
    self.settings = settings
    self.deadline = deadline
  }

  func handlerAdded(context: ChannelHandlerContext) {
    timeout = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.end(context, .timedOut)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timeout?.cancel()
    timeout = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard fault == nil else { return }
    var reply: SMTPReply?
    do throws(SMTPFault) {
      for byte in unwrapInboundIn(data).readableBytesView {
        guard isReplyAwaited else { throw .unasked }
        reply = try parser.read(byte)
        if reply != nil { isReplyAwaited = false }
      }
    } catch {
      return end(context, error)
    }
    guard let reply else { return }
    guard isTLSAwaited, reply.code == 220 else { return context.fireChannelRead(wrapInboundOut(reply)) }
    do {
      try context.pipeline.syncOperations.addHandler(settings.tlsHandler(), position: .before(self))
    } catch {
      context.fireErrorCaught(error)
      return context.close(promise: nil)
    }
    context.fireChannelRead(wrapInboundOut(reply))
    // The end of this read goes through the new handler, which has read nothing and passes none on.
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if let fault {
      promise?.fail(fault)
      return
    }
    let command = unwrapOutboundIn(data)
    isReplyAwaited = true
    isTLSAwaited = command == .startTLS
    context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: command.bytes)), promise: promise)
  }

  private func end(_ context: ChannelHandlerContext, _ fault: SMTPFault) {
    self.fault = fault
    context.fireErrorCaught(fault)
    context.close(promise: nil)
  }
}
