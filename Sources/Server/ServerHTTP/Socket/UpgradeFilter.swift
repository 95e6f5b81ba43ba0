import Domain
import NIOCore
import NIOHTTP1
import WireProtocol

/// Stands before NIO's upgrade handler, which loses requests that ask for an upgrade and do not get one: lets through only upgrades that will be
/// granted, strips the wish from all others, and refuses foreign origins. Also closes connections that never ask for anything.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  static let path = "/v1/socket"
  private let origins: OriginPolicy
  private let timeout: TimeAmount
  private var timer: Scheduled<Void>?
  private var hasRequest = false
  private var isRefused = false

  init(origins: OriginPolicy, timeout: TimeAmount) {
    self.origins = origins
    self.timeout = timeout
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(var head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    hasRequest = true
    timer?.cancel()
    guard head.headers.contains(name: "upgrade") else { return context.fireChannelRead(data) }
    guard isSocketRequest(head) else {
      head.headers.remove(name: "upgrade")
      head.headers.remove(name: "http2-settings")
      return context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }
    guard origins.allows(origin: head.headers.first(name: "origin"), host: head.headers.first(name: "host")) else {
      return refuse(context, version: head.version)
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, !hasRequest { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  /// Everything that NIO's upgrader checks, so that it never says no.
  private func isSocketRequest(_ head: HTTPRequestHead) -> Bool {
    let path = head.uri.prefix { $0 != "?" }
    let connection = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    let upgrade = head.headers[canonicalForm: "upgrade"].map { $0.lowercased() }
    let keys = head.headers[canonicalForm: "sec-websocket-key"]
    return path == Self.path && head.method == .GET && upgrade == ["websocket"] && connection.contains("upgrade")
      && head.headers[canonicalForm: "sec-websocket-version"] == ["13"] && keys.count == 1
  }

  private func refuse(_ context: ChannelHandlerContext, version: HTTPVersion) {
    isRefused = true
    let body = ProblemBody(
      refusal: Refusal(.forbidden, "This origin may not open a socket here."), title: "Forbidden", status: 403
    ).json()
    let headers: HTTPHeaders = [
      "content-type": "application/problem+json", "content-length": String(body.count), "connection": "close",
    ]
    let head = HTTPResponseHead(version: version, status: .forbidden, headers: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    let buffer = context.channel.allocator.buffer(bytes: body)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }
}
