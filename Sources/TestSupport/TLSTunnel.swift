import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// Speaks TLS with a server of this machine for a client that does not, and notes what the server
/// shows. Believes everybody.
package final class TLSTunnel: Sendable {
  /// How the other side speaks.
  package struct Manner: Sendable {
    package var newest: TLSVersion?
    package var protocols: [String] = []
    /// Takes so many bytes of what the server sends, and then no more.
    package var appetite = Int.max

    package init() {}
  }

  package let port: Int
  private let channel: any Channel
  private let notes: Notes

  private final class Notes: Sendable {
    let ends = Mutex<[Int]>([])
    let protocols = Mutex<[String?]>([])
  }

  package static func start(to target: Int, manner: Manner = Manner()) async throws -> TLSTunnel {
    let notes = Notes()
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.maximumTLSVersion = manner.newest
    configuration.minimumTLSVersion = .tlsv1
    configuration.applicationProtocols = manner.protocols
    let context = try NIOSSLContext(configuration: configuration)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { client in
        ClientBootstrap(group: client.eventLoop)
          .channelInitializer { server in
            server.eventLoop.makeCompletedFuture {
              let tls = try NIOSSLClientHandler(context: context, serverHostname: "localhost") { chain, promise in
                if let first = chain.first { notes.ends.withLock { $0.append(Int(first.notValidAfter)) } }
                promise.succeed(.certificateVerified)
              }
              try server.pipeline.syncOperations.addHandler(tls)
              if manner.appetite < .max { try server.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: 2_048) }
            }
          }
          .connect(host: "127.0.0.1", port: target)
          .flatMapThrowing { server in
            try client.pipeline.syncOperations.addHandler(Relay(to: server, appetite: .max))
            let relay = Relay(to: client, appetite: manner.appetite) { name in
              notes.protocols.withLock { $0.append(name) }
            }
            try server.pipeline.syncOperations.addHandler(relay)
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return TLSTunnel(channel: channel, port: try require(channel.localAddress?.port, "the tunnel's port"), notes: notes)
  }

  private init(channel: any Channel, port: Int, notes: Notes) {
    self.channel = channel
    self.port = port
    self.notes = notes
  }

  /// Unix times at which the certificates end that connections were shown, oldest first.
  package var ends: [Int] { notes.ends.withLock { $0 } }
  /// What connections have agreed to speak, oldest first.
  package var protocols: [String?] { notes.protocols.withLock { $0 } }

  package func close() async throws { try await channel.close() }

  private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let other: any Channel
    private var appetite: Int
    private let whenSecure: (String?) -> Void

    init(to other: any Channel, appetite: Int, whenSecure: @escaping (String?) -> Void = { _ in }) {
      self.other = other
      self.appetite = appetite
      self.whenSecure = whenSecure
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let piece = unwrapInboundIn(data)
      other.writeAndFlush(piece, promise: nil)
      take(piece.readableBytes, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard case TLSUserEvent.handshakeCompleted(let name) = event else { return }
      whenSecure(name)
      take(0, context)
    }

    private func take(_ bytes: Int, _ context: ChannelHandlerContext) {
      appetite -= bytes
      guard appetite <= 0 else { return }
      context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      other.close(promise: nil)
    }
  }
}
