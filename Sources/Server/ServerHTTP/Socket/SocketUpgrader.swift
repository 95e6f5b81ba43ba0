import Domain
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers the handshake as NIO's own upgrader does, and then builds the smallest pipeline: no frame encoder, since frames come complete.
struct SocketUpgrader: NIOTypedHTTPServerProtocolUpgrader {
  typealias UpgradeResult = ConnectionKind

  let supportedProtocol = "websocket"
  let requiredUpgradeHeaders: [String] = []
  let host: SocketHost
  private let handshake = NIOTypedWebSocketServerUpgrader<Void>(
    shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
    upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })

  init(host: SocketHost) {
    self.host = host
  }

  func buildUpgradeResponse(
    channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
  ) -> EventLoopFuture<HTTPHeaders> {
    handshake.buildUpgradeResponse(
      channel: channel, upgradeRequest: upgradeRequest, initialResponseHeaders: initialResponseHeaders)
  }

  func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<ConnectionKind> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let backlog = host.context.limits.maximumSocketBacklog
      try channel.syncOptions?.setOption(
        .writeBufferWaterMark, value: .init(low: backlog / 2, high: backlog))
      // An idle socket keeps the buffer of its last read.
      try channel.syncOptions?.setOption(
        .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 8_192))
      try pipeline.addHandler(
        ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: Limits.maximumFrameBytes)))
      try pipeline.addHandler(SocketHandler(host: host, ticker: host.ticker(on: channel.eventLoop)))
      return .socket
    }
  }
}
