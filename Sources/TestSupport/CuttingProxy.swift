import NIOCore
import NIOPosix
import Synchronization

/// Stands between a client and a server of this machine, and cuts what they say.
package final class CuttingProxy: Sendable {
  private struct Rules {
    /// Bytes of a client after which its connection is cut.
    var bytes = Int.max
    /// After the first such cut nothing passes any more.
    var isLast = false
    /// Connections that are cut as soon as their client says something.
    var connections = 0
  }

  package let port: Int
  private let channel: any Channel
  private let rules: RuleBox

  private final class RuleBox: Sendable {
    let rules = Mutex(Rules())
  }

  package static func run<Value>(to port: Int, _ body: (CuttingProxy) async throws -> Value) async throws -> Value {
    let proxy = try await start(to: port)
    do {
      let value = try await body(proxy)
      try await proxy.channel.close()
      return value
    } catch {
      try await proxy.channel.close()
      throw error
    }
  }

  private init(channel: any Channel, rules: RuleBox) throws {
    self.channel = channel
    self.rules = rules
    port = try require(channel.localAddress?.port, "the proxy's port")
  }

  private static func start(to target: Int) async throws -> CuttingProxy {
    let rules = RuleBox()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { client in
        ClientBootstrap(group: client.eventLoop).connect(host: "127.0.0.1", port: target).flatMapThrowing { server in
          try client.pipeline.syncOperations.addHandler(
            Relay(to: server) { bytes in
              rules.rules.withLock { rules in
                guard rules.connections == 0 else {
                  rules.connections -= 1
                  return false
                }
                guard bytes > rules.bytes else { return true }
                if rules.isLast { rules.bytes = 0 }
                return false
              }
            })
          try server.pipeline.syncOperations.addHandler(Relay(to: client) { _ in true })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return try CuttingProxy(channel: channel, rules: rules)
  }

  /// Cuts each connection after so many bytes of its client; with `thenAll` everything after the
  /// first cut.
  package func cut(after bytes: Int, thenAll isLast: Bool = false) {
    rules.rules.withLock {
      $0.bytes = bytes
      $0.isLast = isLast
    }
  }

  /// Cuts the next connections at their first word.
  package func cut(connections: Int) {
    rules.rules.withLock { $0.connections = connections }
  }

  private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let other: any Channel
    private let mayPass: @Sendable (Int) -> Bool
    private var bytes = 0

    init(to other: any Channel, mayPass: @escaping @Sendable (Int) -> Bool) {
      self.other = other
      self.mayPass = mayPass
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let piece = unwrapInboundIn(data)
      bytes += piece.readableBytes
      guard mayPass(bytes) else {
        context.close(promise: nil)
        return
      }
      other.writeAndFlush(piece, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      other.close(promise: nil)
    }
  }
}
