import Foundation
import NIOCore
import NIOPosix
import OpenID
import Testing

/// Answers whatever comes with the same bytes, and leaves the connection open.
private final class CannedAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let bytes: ByteBuffer

  init(_ bytes: ByteBuffer) { self.bytes = bytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.writeAndFlush(NIOAny(bytes), promise: nil)
  }
}

/// What a provider may do to the server with its answers.
struct HTTPOpenIDTransportTests {
  /// Asks a server that answers with `text`, within `limit`.
  private func ask(_ text: String, limit: Duration = .seconds(60)) async throws -> Result<Data, OpenIDFailure> {
    let bytes = ByteBuffer(string: text)
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(CannedAnswer(bytes))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    let address = try #require(URL(string: "http://127.0.0.1:\(port)/keys"))
    let transport = HTTPOpenIDTransport(limit: limit)
    let result: Result<Data, OpenIDFailure>
    do {
      result = .success(try await transport.get(address))
    } catch {
      result = .failure(error)
    }
    try await transport.shutdown()
    try await server.close()
    return result
  }

  @Test func anAnswerIsRead() async throws {
    #expect(try await ask("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").get() == Data("{}".utf8))
  }

  @Test func aRedirectIsNotFollowed() async throws {
    let answer = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"
    #expect(try await ask(answer) == .failure(.unavailable("it answers with status 302.")))
  }

  @Test func aLongAnswerIsNotReadToItsEnd() async throws {
    let body = String(repeating: "x", count: 300 << 10)
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)"
    #expect(try await ask(answer) == .failure(.unavailable("its answer is too long.")))
  }

  @Test func anAnswerThatNeverEndsIsGivenUp() async throws {
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"
    let late = Result<Data, OpenIDFailure>.failure(.unavailable("it did not answer in time."))
    #expect(try await ask(answer, limit: .milliseconds(300)) == late)
    #expect(try await ask("", limit: .milliseconds(300)) == late)
  }
}
