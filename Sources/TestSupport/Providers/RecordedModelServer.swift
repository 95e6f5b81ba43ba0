import AIProviders
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A provider on loopback that answers what a test wrote down, byte by byte if wanted, and notes
/// what it was asked.
package final class RecordedModelServer: Sendable {
  private struct State {
    var requests: [RecordedRequest] = []
    var answer: @Sendable (RecordedRequest, Int) -> RecordedReply
    /// Requests that got no complete answer yet.
    var open = 0
    var mostOpen = 0
  }

  private let state: Mutex<State>
  private let channel: Mutex<(any Channel)?> = Mutex(nil)

  /// `answer` is given each request and its number from 0.
  package init(answer: @escaping @Sendable (RecordedRequest, Int) -> RecordedReply) {
    state = Mutex(State(answer: answer))
  }

  /// Answers with `replies` in order, and with the last one for ever.
  package convenience init(_ replies: [RecordedReply]) {
    precondition(!replies.isEmpty, "a script needs a reply")
    self.init { _, number in replies[min(number, replies.count - 1)] }
  }

  package var requests: [RecordedRequest] { state.withLock { $0.requests } }
  /// Requests that were under way at one moment, at most.
  package var mostOpen: Int { state.withLock { $0.mostOpen } }
  /// Connections whose client has gone while its answer was open.
  package var abandoned: Int { abandonedCount.withLock { $0 } }
  private let abandonedCount = Mutex(0)
  private let silent = Mutex<[any Channel]>([])

  /// Ends the connections on which requests were taken and nothing was said.
  package func hangUp() {
    for channel in silent.withLock({ channels in
      defer { channels = [] }
      return channels
    }) { channel.close(promise: nil) }
  }

  /// Starts on a free port; the base address to ask, with `/v1`.
  package func start() async throws -> String {
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)), Connection(server: self),
          ])
        }
      }
    let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    self.channel.withLock { $0 = channel }
    return "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/v1"
  }

  package func stop() async throws {
    let channel = channel.withLock { $0 }
    try await channel?.close().get()
  }

  /// Runs `body` with a started server and its base address.
  package static func run<Value>(
    _ replies: [RecordedReply], _ body: (RecordedModelServer, String) async throws -> Value
  ) async throws -> Value {
    let server = RecordedModelServer(replies)
    let base = try await server.start()
    do {
      let value = try await body(server, base)
      try await server.stop()
      return value
    } catch {
      try await server.stop()
      throw error
    }
  }

  fileprivate func reply(to request: RecordedRequest) -> RecordedReply {
    let (answer, number) = state.withLock { state in
      state.requests.append(request)
      state.open += 1
      state.mostOpen = max(state.mostOpen, state.open)
      return (state.answer, state.requests.count - 1)
    }
    return answer(request, number)
  }

  fileprivate func saysNothing(on channel: any Channel) { silent.withLock { $0.append(channel) } }
  fileprivate func finished() { state.withLock { $0.open -= 1 } }
  fileprivate func lost() { abandonedCount.withLock { $0 += 1 } }
}

/// One connection: reads whole requests, writes raw bytes.
private final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  private let server: RecordedModelServer
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isAnswering = false

  init(server: RecordedModelServer) {
    self.server = server
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
    case .body(let part): body += Array(part.readableBytesView)
    case .end:
      guard let head else { return }
      answer(request(head), context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isAnswering {
      server.finished()
      server.lost()
    }
    isAnswering = false
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func request(_ head: HTTPRequestHead) -> RecordedRequest {
    let json: JSONValue
    do { json = try JSONParser.parse(body[...]) } catch { json = .null }
    return RecordedRequest(
      path: head.uri,
      headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }), body: json)
  }

  private func answer(_ request: RecordedRequest, _ context: ChannelHandlerContext) {
    isAnswering = true
    let reply = server.reply(to: request)
    if reply.isSilent {
      server.saysNothing(on: context.channel)
      return
    }
    var text = "HTTP/1.1 \(reply.status) Recorded\r\n"
    for (name, value) in reply.headers { text += "\(name): \(value)\r\n" }
    // A length past the bytes sent makes the client wait for more.
    let missing = if case .complete = reply.ending { 0 } else { 1_000 }
    text += "content-length: \(reply.body.count + missing)\r\n\r\n"
    write(Array(text.utf8), context)
    switch reply.cut {
    case .whole: write(reply.body, context)
    case .everyByte: for byte in reply.body { write([byte], context) }
    }
    switch reply.ending {
    case .complete:
      isAnswering = false
      server.finished()
    case .cut:
      isAnswering = false
      server.finished()
      context.close(promise: nil)
    case .silence: break
    }
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }
}
