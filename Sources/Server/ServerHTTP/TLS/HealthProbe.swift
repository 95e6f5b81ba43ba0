import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Asks a server for its `/health`, as a watchdog beside it does. Over TLS it believes every
/// certificate: it sends nothing that is secret, and the name that the server shows is not that of
/// the machine.
package struct HealthProbe: Sendable {
  package struct Answer: Sendable {
    package let isWell: Bool
    package let body: String
  }

  /// Nobody has answered, in time or at all.
  package struct NoAnswer: Error {}

  private let host: String
  private let port: Int
  private let isSecure: Bool

  package init(host: String, port: Int, isSecure: Bool) {
    self.host = host
    self.port = port
    self.isSecure = isSecure
  }

  /// Throws `NoAnswer` after `timeout` at the latest.
  package func ask(timeout: TimeAmount) async throws(NoAnswer) -> Answer {
    let group = MultiThreadedEventLoopGroup.singleton
    let promise = group.next().makePromise(of: Answer.self)
    do {
      let channel = try await ClientBootstrap(group: promise.futureResult.eventLoop)
        .connectTimeout(timeout)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try addHandlers(to: channel, promise: promise) }
        }
        .connect(host: host, port: port).get()
      let deadline = channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
      defer { deadline.cancel() }
      let request = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/health", headers: ["host": host, "connection": "close"])
      channel.write(HTTPClientRequestPart.head(request), promise: nil)
      channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
      return try await promise.futureResult.get()
    } catch {
      promise.fail(NoAnswer())
      throw NoAnswer()
    }
  }

  private func addHandlers(to channel: any Channel, promise: EventLoopPromise<Answer>) throws {
    let pipeline = channel.pipeline.syncOperations
    if isSecure {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.certificateVerification = .none
      let context = try NIOSSLContext(configuration: configuration)
      try pipeline.addHandler(try NIOSSLClientHandler(context: context, serverHostname: nil))
    }
    try pipeline.addHTTPClientHandlers()
    try pipeline.addHandler(Reader(promise: promise))
  }

  private final class Reader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let promise: EventLoopPromise<Answer>
    private var status: HTTPResponseStatus?
    private var body = ByteBuffer()

    init(promise: EventLoopPromise<Answer>) {
      self.promise = promise
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch Self.unwrapInboundIn(data) {
      case .head(let head): status = head.status
      case .body(var bytes): body.writeBuffer(&bytes)
      case .end:
        promise.succeed(Answer(isWell: status == .ok, body: String(buffer: body)))
        context.close(promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      promise.fail(NoAnswer())
    }
  }
}
