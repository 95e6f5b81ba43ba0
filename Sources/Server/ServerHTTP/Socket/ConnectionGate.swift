import Domain
import NIOCore
import NIOHTTP1
import WireProtocol

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Watches over one HTTP connection, whose requests it lets through until one of them makes it a
/// socket.
///
/// - Grants upgrades, of any request: the handlers of HTTP give way to those of the socket. Refuses
///   foreign origins and other versions, and takes the wish out of all other requests.
/// - Bounds how long a head, a body and an unread answer may take, and how large a head is. Nobody
///   can hold a connection by doing little.
///
/// Used on its event loop only.
final class ConnectionGate: ChannelDuplexHandler, RemovableChannelHandler, Ticking {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request that this handler answers itself, in its turn.
  private enum Own {
    case upgrade(HTTPRequestHead)
    case refusal(Refusal, status: HTTPResponseStatus, headers: HTTPHeaders)
  }

  private let host: SocketHost
  private let upgrader: SocketUpgrader
  private let pipeline: HTTPPipeline
  private let decided: EventLoopPromise<ConnectionKind>
  private let ticker: SocketTicker
  private var context: ChannelHandlerContext?
  private let openedAt = NIODeadline.now()
  private var hasDecided = false
  /// Requests that were let through and have not been answered whole.
  private var unanswered = 0
  private var isAnswering = false
  private var own: Own?
  private var isOwnComplete = false
  /// Whether the decoder stops after the request that is being read.
  private var isDecoderSpent = false
  private var body: (since: NIODeadline, bytes: Int)?
  /// How long it may take.
  private var bodyTime: TimeAmount
  /// Nothing goes through any more, in either direction.
  private var isShut = false

  init(host: SocketHost, pipeline: HTTPPipeline, decided: EventLoopPromise<ConnectionKind>, ticker: SocketTicker) {
    self.host = host
    self.pipeline = pipeline
    self.decided = decided
    self.ticker = ticker
    upgrader = SocketUpgrader(host: host)
    bodyTime = host.timings.body
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    pipeline.meter.onLargeHead = { [unowned self] in
      shut(
        Refusal(.tooLarge, "The head of a request has at most \(HTTPLimits.head) bytes."),
        status: .requestHeaderFieldsTooLarge)
    }
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
    pipeline.meter.onLargeHead = {}
    context = nil
    decide(.failure(ChannelError.alreadyClosed))
  }

  private func decide(_ kind: Result<ConnectionKind, any Error>) {
    guard !hasDecided else { return }
    hasDecided = true
    decided.completeWith(kind)
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isShut else { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      pipeline.meter.headEnded()
      body = (.now(), 0)
      let isUpload = head.method == .PATCH && head.headers.first(name: "content-type") == HTTPLimits.uploadType
      bodyTime = isUpload ? host.timings.upload : host.timings.body
      read(head, context)
    case .body(let bytes):
      body?.bytes += bytes.readableBytes
      if own == nil { context.fireChannelRead(data) }
    case .end:
      pipeline.meter.requestEnded()
      body = nil
      guard own == nil else {
        isOwnComplete = true
        return answerOwn()
      }
      context.fireChannelRead(data)
      if isDecoderSpent { renewDecoder(context) }
    }
  }

  private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let connection = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    isDecoderSpent =
      head.method == .CONNECT || (head.headers.contains(name: "upgrade") && connection.contains("upgrade"))
    guard head.headers.contains(name: "upgrade") else { return letThrough(head, context) }
    switch upgrader.verdict(on: head) {
    case .granted:
      own = .upgrade(head)
    case .foreignOrigin:
      own = .refusal(
        Refusal(.forbidden, "This origin may not open a socket here."), status: .forbidden, headers: [:])
    case .wrongVersion:
      own = .refusal(
        Refusal(.unsupportedVersion, "This server speaks version \(SocketUpgrader.version) of the WebSocket."),
        status: .upgradeRequired,
        headers: ["sec-websocket-version": SocketUpgrader.version, "upgrade": "websocket"])
    case .ignored:
      var head = head
      head.headers.remove(name: "upgrade")
      head.headers.remove(name: "http2-settings")
      letThrough(head, context)
    }
  }

  private func letThrough(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    if !hasDecided {
      do {
        decide(.success(try pipeline.serveHTTP(on: context.channel)))
      } catch {
        return context.close(promise: nil)
      }
    }
    unanswered += 1
    context.fireChannelRead(Self.wrapInboundOut(.head(head)))
  }

  /// NIO's decoder takes nothing more after a request that asked for an upgrade or a tunnel.
  private func renewDecoder(_ context: ChannelHandlerContext) {
    isDecoderSpent = false
    do {
      try pipeline.renewDecoder(on: context.channel)
    } catch {
      context.close(promise: nil)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isShut else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch Self.unwrapOutboundIn(data) {
    case .head(let head): isAnswering = head.status.code >= 200
    case .body: break
    case .end:
      isAnswering = false
      unanswered -= 1
      if own != nil {
        // After this write has gone its way.
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute { bound.value.answerOwn() }
      }
    }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, unanswered == 0 { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A request that cannot be read has been answered with 400, and nothing after it can be read.
    if error is HTTPParserError, unanswered == 0, !isShut {
      isShut = true
      return context.close(promise: nil)
    }
    context.fireErrorCaught(error)
  }

  // MARK: Own answers

  private func answerOwn() {
    guard let own, isOwnComplete, unanswered == 0, !isShut, let context else { return }
    switch own {
    case .refusal(let refusal, let status, let headers): shut(refusal, status: status, headers: headers)
    case .upgrade(let head):
      isShut = true
      upgrader.headers(for: head, channel: context.channel).assumeIsolated().whenComplete { self.upgrade($0) }
    }
  }

  private func upgrade(_ headers: Result<HTTPHeaders, any Error>) {
    guard let context else { return }
    do {
      let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: try headers.get())
      context.writeAndFlush(Self.wrapOutboundOut(.head(head)), promise: nil)
      try upgrader.addHandlers(after: self, in: context.channel)
      decide(.success(.socket))
      pipeline.giveWay(on: context.channel)
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }

  /// The last answer on this connection.
  private func shut(_ refusal: Refusal, status: HTTPResponseStatus, headers: HTTPHeaders = [:]) {
    guard !isShut, let context else { return }
    isShut = true
    // Other answers come first, or half of one is out: nothing can be said.
    guard !isAnswering, unanswered == (body == nil || own != nil ? 0 : 1) else { return abort(context.channel) }
    let body = ProblemBody(refusal: refusal, title: status.reasonPhrase, status: Int(status.code)).json()
    var headers = headers
    headers.add(name: "content-type", value: "application/problem+json")
    headers.add(name: "content-length", value: String(body.count))
    headers.add(name: "connection", value: "close")
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    let buffer = context.channel.allocator.buffer(bytes: body)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }

  // MARK: Time

  func tick(now: NIODeadline) {
    guard let context else { return }
    let timings = host.timings
    if pipeline.outbound.isUnread(by: context.channel, for: timings.unread, now: now) { return abort(context.channel) }
    guard !isShut else { return }
    if let since = pipeline.meter.headSince ?? (hasDecided || own != nil ? nil : openedAt),
      now - since > timings.greeting
    {
      return context.close(promise: nil)
    }
    guard let body else { return }
    let elapsed = now - body.since
    let isSlow = elapsed > timings.bodyGrace && body.bytes < HTTPLimits.minimumProgress(in: elapsed)
    if isSlow || elapsed > bodyTime {
      shut(Refusal(.malformed, "The body did not come in time."), status: .requestTimeout)
    }
  }

  /// Closes without leaving the kernel anything to send.
  private func abort(_ channel: any Channel) {
    isShut = true
    if let provider = channel as? any SocketOptionProvider {
      provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
    } else {
      channel.close(promise: nil)
    }
  }
}
