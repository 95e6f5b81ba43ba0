import Domain
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Knows the handshake, and builds the smallest pipeline after it: no frame encoder, since frames
/// come complete.
struct SocketUpgrader {
  static let path = "/v1/socket"
  static let version = "13"

  /// What becomes of a request that asks for an upgrade.
  enum Verdict {
    case granted
    /// A foreign page.
    case foreignOrigin
    case wrongVersion
    /// It is for something else: it is served as if it had not asked.
    case ignored
  }

  let host: SocketHost
  private let handshake = NIOTypedWebSocketServerUpgrader<Void>(
    shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
    upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })

  func verdict(on head: HTTPRequestHead) -> Verdict {
    let connection = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    let upgrade = head.headers[canonicalForm: "upgrade"].map { $0.lowercased() }
    guard head.uri.prefix(while: { $0 != "?" }) == Self.path, head.method == .GET, upgrade == ["websocket"],
      connection.contains("upgrade"), head.headers[canonicalForm: "sec-websocket-key"].count == 1
    else { return .ignored }
    guard head.headers[canonicalForm: "sec-websocket-version"] == [Substring(Self.version)] else {
      return .wrongVersion
    }
    let origin = head.headers.first(name: "origin")
    return host.origins.allows(origin: origin, host: head.headers.first(name: "host")) ? .granted : .foreignOrigin
  }

  /// The headers of 101 for a request that was granted.
  func headers(for head: HTTPRequestHead, channel: any Channel) -> EventLoopFuture<HTTPHeaders> {
    handshake.buildUpgradeResponse(channel: channel, upgradeRequest: head, initialResponseHeaders: [:])
  }

  /// Puts the socket's handlers behind `handler`.
  func addHandlers(after handler: any ChannelHandler, in channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let backlog = host.context.limits.maximumSocketBacklog
    try channel.syncOptions?.setOption(
      .writeBufferWaterMark, value: .init(low: backlog / 2, high: backlog))
    // An idle socket keeps the buffer of its last read.
    try channel.syncOptions?.setOption(
      .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 8_192))
    let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: host.rules.maximumBytes))
    try pipeline.addHandler(decoder, position: .after(handler))
    let socket = SocketHandler(host: host, ticker: host.ticker(on: channel.eventLoop))
    try pipeline.addHandler(socket, position: .after(decoder))
  }
}
