import Domain
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import WireProtocol

/// A port before a server, on which a test makes the faults of a network: requests that are held,
/// requests that are refused, and no connection at all. Sockets and whatever else is not named
/// pass.
///
/// A request is named by the beginning of its method and path, such as `GET /v1/ai/`.
package final class FaultGate: Sendable {
  private struct Faults {
    var isCut = false
    var held: [String] = []
    var refused: [String] = []
    var refusal = Refusal(.internal, "")
    var asked: [String] = []
    var channels: [ObjectIdentifier: any Channel] = [:]
    var waiting: [@Sendable () -> Void] = []
  }

  /// What becomes of a request.
  enum Verdict {
    case passes
    case waits
    case isRefused([UInt8])
  }

  private let faults = Mutex(Faults())
  private let listener = Mutex<(any Channel)?>(nil)
  let target: Int

  /// Opens a gate to the server on `target`; `close` it.
  package static func open(to target: Int) async throws -> FaultGate {
    let gate = FaultGate(target: target)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(GateHandler(gate: gate))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    gate.listener.withLock { $0 = listener }
    return gate
  }

  private init(target: Int) {
    self.target = target
  }

  package var port: Int { listener.withLock { $0?.localAddress?.port ?? 0 } }

  /// The requests so far, as `GET /v1/me`.
  package var asked: [String] { faults.withLock { $0.asked } }

  /// Requests that begin so get no answer until `pass`.
  package func hold(_ requests: [String]) {
    faults.withLock { $0.held = requests }
  }

  /// Requests that begin so are answered with the refusal.
  package func refuse(_ requests: [String], with refusal: Refusal = Refusal(.internal, "")) {
    faults.withLock { faults in
      faults.refused = requests
      faults.refusal = refusal
    }
  }

  /// Ends every connection, and each new one.
  package func cut() {
    let channels = faults.withLock { faults in
      faults.isCut = true
      return Array(faults.channels.values)
    }
    for channel in channels { channel.close(promise: nil) }
  }

  /// Everything passes; what was held goes on.
  package func pass() {
    let waiting = faults.withLock { faults in
      faults.isCut = false
      faults.held = []
      faults.refused = []
      defer { faults.waiting = [] }
      return faults.waiting
    }
    for resume in waiting { resume() }
  }

  package func close() async throws {
    cut()
    try await listener.withLock { $0 }?.close()
  }

  // MARK: Of its connections

  /// Whether the connection may stay.
  func add(_ channel: any Channel) -> Bool {
    faults.withLock { faults in
      guard !faults.isCut else { return false }
      faults.channels[ObjectIdentifier(channel)] = channel
      return true
    }
  }

  func remove(_ channel: any Channel) {
    faults.withLock { $0.channels[ObjectIdentifier(channel)] = nil }
  }

  /// `resume` is called once the request may go on, if it waits.
  func judge(_ request: String, resume: @escaping @Sendable () -> Void) -> Verdict {
    faults.withLock { faults in
      faults.asked.append(request)
      if faults.refused.contains(where: { request.hasPrefix($0) }) { return .isRefused(Self.answer(faults.refusal)) }
      guard faults.held.contains(where: { request.hasPrefix($0) }) else { return .passes }
      faults.waiting.append(resume)
      return .waits
    }
  }

  private static func answer(_ refusal: Refusal) -> [UInt8] {
    let body = ProblemBody(refusal: refusal, title: "Refused", status: 500).json()
    let head = """
      HTTP/1.1 500 Internal Server Error\r
      content-type: application/problem+json\r
      content-length: \(body.count)\r
      \r\n
      """
    return [UInt8](head.utf8) + body
  }
}

/// One connection through the gate. Requests come one after the other on it, each head in one read,
/// as clients write them.
private final class GateHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Mode {
    case passing
    /// Bytes gather in `kept`.
    case waiting
    /// What else comes of a refused request is dropped.
    case dropping
  }

  private let gate: FaultGate
  private var mode = Mode.passing
  private var isSocket = false
  private var kept: [ByteBuffer] = []
  private var server: (any Channel)?
  private var hasEnded = false

  init(gate: FaultGate) {
    self.gate = gate
  }

  func channelActive(context: ChannelHandlerContext) {
    guard gate.add(context.channel) else { return context.close(promise: nil) }
    let client = context.channel
    let me = NIOLoopBound(self, eventLoop: context.eventLoop)
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AnswerHandler(client: client))
        }
      }
      .connect(host: "127.0.0.1", port: gate.target)
      .whenComplete { result in
        switch result {
        case .success(let server): me.value.connected(to: server)
        case .failure: client.close(promise: nil)
        }
      }
  }

  func channelInactive(context: ChannelHandlerContext) {
    hasEnded = true
    gate.remove(context.channel)
    server?.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Self.unwrapInboundIn(data)
    if !isSocket, let request = Self.request(bytes) { judge(request, context) }
    switch mode {
    case .dropping: break
    case .waiting: kept.append(bytes)
    case .passing: pass(bytes)
    }
  }

  private func judge(_ request: String, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let me = NIOLoopBound(self, eventLoop: loop)
    switch gate.judge(request, resume: { loop.execute { me.value.resume() } }) {
    case .passes:
      mode = .passing
      isSocket = request.hasSuffix(" /v1/socket")
    case .waits: mode = .waiting
    case .isRefused(let answer):
      mode = .dropping
      context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
    }
  }

  private func resume() {
    mode = .passing
    flush()
  }

  private func connected(to server: any Channel) {
    guard !hasEnded else { return server.close(promise: nil) }
    self.server = server
    if mode == .passing { flush() }
  }

  private func flush() {
    guard server != nil else { return }
    let bytes = kept
    kept = []
    for bytes in bytes { pass(bytes) }
  }

  private func pass(_ bytes: ByteBuffer) {
    guard let server else { return kept.append(bytes) }
    server.writeAndFlush(bytes, promise: nil)
  }

  /// `GET /v1/me` when a request begins here.
  private static func request(_ bytes: ByteBuffer) -> String? {
    guard let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\r")) else { return nil }
    let parts = String(decoding: bytes.readableBytesView[..<end], as: UTF8.self).split(separator: " ")
    guard parts.count == 3, parts[1].hasPrefix("/"), parts[2] == "HTTP/1.1" else { return nil }
    return "\(parts[0]) \(parts[1])"
  }
}

/// Hands on what the server says.
private final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let client: any Channel

  init(client: any Channel) {
    self.client = client
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    client.writeAndFlush(Self.unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    client.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
