import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP to one base address. Never follows a redirect: the key goes to no other host.
struct HTTPModelTransport: ModelTransport {
  let client: HTTPClient
  let base: BaseAddress

  func send(
    _ call: ModelCall, receive: @Sendable (ModelReplyHead, [UInt8]) async throws(ModelFailure) -> Bool
  ) async throws(ModelFailure) -> ModelReplyHead {
    var request = HTTPClientRequest(url: base.text + call.path)
    request.method = .POST
    for header in call.headers { request.headers.add(name: header.name, value: header.value) }
    request.headers.add(name: "content-type", value: "application/json")
    request.headers.add(name: "user-agent", value: "MessageAI")
    request.body = .bytes(call.body)
    let response: HTTPClientResponse
    do {
      // The caller limits the time: this deadline only has to be later.
      response = try await client.execute(request, deadline: .now() + .hours(1))
    } catch {
      throw Self.failure(error, hasReply: false)
    }
    let head = ModelReplyHead(status: Int(response.status.code), headers: Self.headers(response.headers))
    try await read(response.body, head, receive)
    return head
  }

  /// The client for providers: no redirects, no proxy, bounded connecting.
  static func client(group: any EventLoopGroup = HTTPClient.defaultEventLoopGroup) -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)), decompression: .disabled)
    configuration.httpVersion = .http1Only
    // Tried again by `RetryPolicy` only, which the breaker sees.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
  }

  private func read(
    _ body: HTTPClientResponse.Body, _ head: ModelReplyHead,
    _ receive: @Sendable (ModelReplyHead, [UInt8]) async throws(ModelFailure) -> Bool
  ) async throws(ModelFailure) {
    var pieces = body.makeAsyncIterator()
    while true {
      let piece: ByteBuffer?
      do {
        piece = try await pieces.next()
      } catch {
        throw Self.failure(error, hasReply: true)
      }
      // A cancelled read ends like a finished one.
      if Task.isCancelled { throw ModelFailure(.cancelled) }
      guard let piece else { return }
      guard try await receive(head, Array(piece.readableBytesView)) else { return }
    }
  }

  private static func headers(_ headers: HTTPHeaders) -> [String: String] {
    Dictionary(headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Keeps the kind of `error` and none of its words: they may hold the address with everything in
  /// it.
  private static func failure(_ error: any Error, hasReply: Bool) -> ModelFailure {
    if error is CancellationError || Task.isCancelled { return ModelFailure(.cancelled) }
    let kind: ModelFailure.Kind = hasReply ? .interrupted : .unreachable
    if error is NIOSSLError || error is BoringSSLError || error is NIOSSLExtraError {
      let isUntrusted = error is NIOSSLExtraError || "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
      return ModelFailure(kind, detail: isUntrusted ? ModelFailure.noTrust : "no TLS connection")
    }
    guard let error = error as? HTTPClientError else { return ModelFailure(kind, detail: "no connection") }
    switch error {
    case .cancelled: return ModelFailure(.cancelled)
    case .connectTimeout, .readTimeout, .deadlineExceeded:
      return ModelFailure(.timedOut, detail: "no connection in time")
    case .remoteConnectionClosed: return ModelFailure(.interrupted, detail: "the connection was closed")
    default: return ModelFailure(kind, detail: error.shortDescription)
    }
  }
}
