#if !canImport(Darwin)
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NIOWebSocket

  /// Opens a WebSocket: TCP, TLS for https, the HTTP/1.1 upgrade.
  struct SocketDialer: Sendable {
    let server: URL
    let authorities: URL?
    let group: any EventLoopGroup
    let maximumFrameBytes: Int
    let deliver: @Sendable (SocketEvent) -> Void

    private var isSecure: Bool { server.scheme == "https" || server.scheme == "wss" }

    /// The upgraded channel. Frames and the end come through `deliver`, never before this succeeds.
    func dial() -> EventLoopFuture<any Channel> {
      guard let host = server.host else {
        return group.next().makeFailedFuture(ClientError.offline)
      }
      let port = server.port ?? (isSecure ? 443 : 80)
      return ClientBootstrap(group: group)
        .connectTimeout(.seconds(10))
        .channelOption(.socketOption(.so_reuseaddr), value: 1)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try secure(channel, host: host) }
        }
        .connect(host: host, port: port)
        .flatMap { channel in upgrade(channel, host: host, port: port) }
    }

    private func secure(_ channel: any Channel, host: String) throws {
      guard isSecure else { return }
      let context = try NIOSSLContext(configuration: .trusting(authorities))
      // A certificate for an address is compared with the one that was connected to.
      let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
      let handler = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
      try channel.pipeline.syncOperations.addHandler(handler)
    }

    private func upgrade(_ channel: any Channel, host: String, port: Int) -> EventLoopFuture<any Channel> {
      let upgrader = NIOTypedWebSocketClientUpgrader<Bool>(
        maxFrameSize: maximumFrameBytes,
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
              NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1 << 14,
                maxAccumulatedFrameSize: maximumFrameBytes))
            try pipeline.addHandler(SocketFrameHandler(deliver: deliver))
            return true
          }
        })
      var headers = HTTPHeaders()
      let isDefaultPort = port == (isSecure ? 443 : 80)
      headers.add(name: "host", value: isDefaultPort ? host : "\(host):\(port)")
      let path = server.path == "/" ? "" : server.path
      let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: path + "/v1/socket", headers: headers)
      let configuration = NIOTypedHTTPClientUpgradeConfiguration<Bool>(
        upgradeRequestHead: request, upgraders: [upgrader],
        notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(false) })
      let timeout = channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.close(promise: nil) }
      return channel.eventLoop.flatSubmit {
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: .init(upgradeConfiguration: configuration))
        }.flatMap { $0 }
      }.flatMapThrowing { isUpgraded in
        guard isUpgraded else { throw ClientError.offline }
        return channel
      }.always { result in
        timeout.cancel()
        if case .failure = result { channel.close(promise: nil) }
      }
    }
  }

  /// The end of the client's pipeline: whole frames in, events out.
  private final class SocketFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let deliver: @Sendable (SocketEvent) -> Void
    private var code: UInt16?

    init(deliver: @escaping @Sendable (SocketEvent) -> Void) {
      self.deliver = deliver
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = Self.unwrapInboundIn(data)
      var payload = frame.unmaskedData
      switch frame.opcode {
      case .text:
        deliver(.frame(payload.readBytes(length: payload.readableBytes) ?? []))
      case .ping:
        let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: payload)
        context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
      case .connectionClose:
        code = payload.readInteger()
        context.close(promise: nil)
      default:
        break
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      deliver(.closed(code: code))
      context.fireChannelInactive()
    }
  }
#endif
