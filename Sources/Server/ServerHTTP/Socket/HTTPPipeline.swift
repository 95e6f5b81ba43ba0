import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// The handlers of one HTTP connection, in the order in which bytes meet them: meter of what goes
/// out, TLS where there is any, meter of what comes in, encoder, decoder, errors, gate; and behind
/// the gate, from the first request that is served, those of Hummingbird. Used on the connection's
/// event loop only.
final class HTTPPipeline {
  typealias Decoder = ByteToMessageHandler<HTTPRequestDecoder>

  let meter = ConnectionMeter()
  let outbound = OutboundMeter()
  private let tls: NIOSSLContext?
  private let encoder = HTTPResponseEncoder()
  private var decoder: Decoder
  private let errors = HTTPServerProtocolErrorHandler()
  private let codec: HTTP1ToHTTPServerCodec
  private let state: HTTPConnectionStateHandler
  private var isServing = false

  /// With `tls` the connection begins with a handshake.
  init(idleTimeout: Duration, tls: NIOSSLContext?, logger: Logger) {
    self.tls = tls
    codec = HTTP1ToHTTPServerCodec(secure: tls != nil)
    decoder = Self.makeDecoder()
    state = HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger)
  }

  private static func makeDecoder() -> Decoder {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = HTTPLimits.head / 2
    limits.maxHeaderListSize = HTTPLimits.head
    limits.maxHeaderFieldCount = HTTPLimits.fields
    return ByteToMessageHandler(
      HTTPRequestDecoder(
        leftOverBytesStrategy: .forwardBytes, informationalResponseStrategy: .drop, limitConfiguration: limits))
  }

  func add(_ gate: ConnectionGate, to channel: any Channel) throws {
    try channel.syncOptions?.setOption(
      .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 2_048, maximum: 16_384))
    #if os(Linux)
      // Without it the kernel takes what half a megabyte holds for a peer that reads nothing.
      let unsentLimit = ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: 25))
      try channel.syncOptions?.setOption(unsentLimit, value: HTTPLimits.unsent)
    #endif
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(outbound)
    if let tls { try pipeline.addHandlers([PlainRequestRefuser(), NIOSSLServerHandler(context: tls)]) }
    try pipeline.addHandlers([meter, encoder, decoder, errors, gate])
  }

  /// Puts what serves requests behind the gate.
  func serveHTTP(on channel: any Channel) throws -> ConnectionKind {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers([codec, state])
    isServing = true
    return .http(
      try NIOAsyncChannel(
        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
  }

  func renewDecoder(on channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let spent = decoder
    decoder = Self.makeDecoder()
    try pipeline.addHandler(decoder, position: .after(spent))
    // What it holds is passed on as it leaves; whoever gathers that waits for the end of the read.
    pipeline.removeHandler(spent).whenComplete { _ in channel.pipeline.fireChannelReadComplete() }
  }

  /// Removes everything that speaks HTTP, and no TLS; what the decoder holds goes to whoever stands
  /// behind it. The end of the pipeline that serves requests stays and hears nothing more but the
  /// end of the connection.
  func giveWay(on channel: any Channel) {
    let pipeline = channel.pipeline.syncOperations
    if isServing {
      pipeline.removeHandler(codec, promise: nil)
      pipeline.removeHandler(state, promise: nil)
    }
    pipeline.removeHandler(errors, promise: nil)
    pipeline.removeHandler(encoder, promise: nil)
    pipeline.removeHandler(meter, promise: nil)
    pipeline.removeHandler(outbound, promise: nil)
    pipeline.removeHandler(decoder, promise: nil)
  }
}
