import Domain
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServerCore
import ServerHTTP
import StoreSQLite

/// The server's own WebSocket (gate, decoder, assembler, handler and sink) with a session that
/// sends back what it gets, for the conformance suite: scripts/harden-autobahn. Never part of a
/// release.
@main
enum WebSocketEcho {
  /// The suite's largest message has 16 MiB.
  private static let maximumMessage = 17 << 20

  static func main() async throws {
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 9_001
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let fanOut = EventLoopFanOut(group: group)
    let store = try SQLiteStore(path: nil)
    var limits = ServerLimits()
    limits.maximumSocketBacklog = 4 * maximumMessage
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    let context = ServerContext(
      store: store, tokens: AccessTokens(store: store), clock: SystemClock(), limits: limits, metrics: ServerMetrics(),
      work: ThreadPoolWork(pool: pool), fanOut: fanOut)
    var rules = FrameRules()
    rules.maximumBytes = maximumMessage
    rules.takesBinary = true
    rules.malformed = .protocolError
    rules.explains = false
    let host = SocketHost(
      context: context, fanOut: fanOut, origins: OriginPolicy(allowed: [String]()), rules: rules,
      conversation: { _, sink, _ in EchoConversation(sink: sink) })
    var logger = Logger(label: "echo")
    logger.logLevel = .warning
    let application = Application(
      responder: NotFoundResponder(), server: SocketServerBuilder.make(host: host),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      eventLoopGroupProvider: .shared(group), logger: logger)
    try await application.runService()
  }
}

/// Sends every message back.
struct EchoConversation: SocketConversation {
  let sink: any SocketSink

  var hasGreeted: Bool { true }

  func receive(_ message: MessageAssembler.Message) {
    let bytes = Array(message.data.readableBytesView)
    guard message.isBinary || String(validating: bytes, as: UTF8.self) != nil else {
      return sink.close(code: .invalidText)
    }
    sink.send([EncodedFrame(json: bytes, isBinary: message.isBinary)], whenWritten: {})
  }

  func admitsControlFrame() -> Bool { true }

  func didClose() {}
}

struct NotFoundResponder: HTTPResponder {
  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    Response(status: .notFound)
  }
}
