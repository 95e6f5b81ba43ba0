import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// HTTP/1.1 and the WebSocket on one port.
package struct SocketServerChannel: HTTPChannelHandler {
  /// A connection whose first request decides what it is.
  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
    let kind: EventLoopFuture<ConnectionKind>
  }

  package let responder: Responder
  private let host: SocketHost
  private let idleTimeout: Duration

  package init(host: SocketHost, idleTimeout: Duration = .seconds(60), responder: @escaping Responder) {
    self.host = host
    self.idleTimeout = idleTimeout
    self.responder = responder
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let encoder = HTTPResponseEncoder()
      let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
      let errors = HTTPServerProtocolErrorHandler()
      let filter = UpgradeFilter(origins: host.origins, timeout: host.timings.greeting)
      let upgrade = NIOTypedHTTPServerUpgradeHandler<ConnectionKind>(
        httpEncoder: encoder, extraHTTPHandlers: [decoder, errors, filter],
        upgradeConfiguration: .init(
          upgraders: [SocketUpgrader(host: host)],
          notUpgradingCompletionHandler: { configureHTTP($0, logger: logger) }))
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(encoder)
      try pipeline.addHandler(decoder)
      try pipeline.addHandler(errors)
      try pipeline.addHandler(filter)
      try pipeline.addHandler(upgrade)
      return Value(channel: channel, kind: upgrade.upgradeResultFuture)
    }
  }

  package func handle(value: Value, logger: Logger) async {
    do {
      switch try await value.kind.get() {
      case .http(let asyncChannel): await handleHTTP(asyncChannel: asyncChannel, logger: logger)
      case .socket: try await value.channel.closeFuture.get()
      }
    } catch {
      // The peer left before it asked for anything.
      logger.trace("connection ended early", metadata: ["error": "\(type(of: error))"])
      value.channel.close(promise: nil)
    }
  }

  private func configureHTTP(_ channel: any Channel, logger: Logger) -> EventLoopFuture<ConnectionKind> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger))
      return .http(
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
  }
}
