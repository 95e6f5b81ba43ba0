import HummingbirdCore
import Logging
import NIOCore

/// HTTP/1.1 and the WebSocket on one port, over TLS or not.
package struct SocketServerChannel: HTTPChannelHandler {
  /// A connection whose first request decides what it is.
  package struct Value: ServerChildChannelValue {
    package let channel: any Channel
    let kind: EventLoopFuture<ConnectionKind>
  }

  package let responder: Responder
  private let host: SocketHost
  private let certificate: ServerCertificate?
  private let idleTimeout: Duration

  /// With a certificate every connection speaks TLS.
  package init(
    host: SocketHost, certificate: ServerCertificate? = nil, idleTimeout: Duration = .seconds(60),
    responder: @escaping Responder
  ) {
    self.host = host
    self.certificate = certificate
    self.idleTimeout = idleTimeout
    self.responder = responder
  }

  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let decided = channel.eventLoop.makePromise(of: ConnectionKind.self)
      let pipeline = HTTPPipeline(idleTimeout: idleTimeout, tls: certificate?.context, logger: logger)
      let gate = ConnectionGate(
        host: host, pipeline: pipeline, decided: decided, ticker: host.ticker(on: channel.eventLoop))
      do {
        try pipeline.add(gate, to: channel)
      } catch {
        decided.fail(error)
        throw error
      }
      return Value(channel: channel, kind: decided.futureResult)
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
}
