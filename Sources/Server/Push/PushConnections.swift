import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// How long a push service may take for one answer. A push needs one; up to three more when a token
/// by which the server names itself was refused or has ended.
package struct PushTimeLimits: Sendable {
  /// For a connection to be there.
  package var connecting = Duration.seconds(5)
  /// For the whole answer, from the first attempt to connect.
  package var answering = Duration.seconds(10)

  package init() {}
}

/// The connections to one push service. They are kept for a minute after their last request.
struct PushConnections: Sendable {
  let limits: PushTimeLimits
  private let client: HTTPClient

  /// Bytes of an answer that are read. What is longer is none of these services' answers.
  private static let largestAnswer = 64 << 10

  init(_ limits: PushTimeLimits, trustRoots: [NIOSSLCertificate] = []) {
    self.limits = limits
    var security = TLSConfiguration.makeClientConfiguration()
    if !trustRoots.isEmpty { security.trustRoots = .certificates(trustRoots) }
    // A redirect could lead to an address that a member must not make the server call.
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: security, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(limits.connecting)), decompression: .disabled)
    // The outbox asks again, not this client.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// The whole answer, whatever its status. `host` stands in the failure's text.
  func post(_ request: HTTPClientRequest, to host: String) async throws(PushFailure) -> PushAnswer {
    var request = request
    request.method = .POST
    do {
      return try await withinLimit { [client, request] in
        let response = try await client.execute(request, deadline: .distantFuture)
        return PushAnswer(
          status: Int(response.status.code), isHTTP2: response.version == .http2, headers: response.headers,
          body: try await Self.body(of: response))
      }
    } catch let failure as PushFailure {
      throw failure
    } catch {
      throw PushFailure(Self.reason(error, host))
    }
  }

  func shutdown() async throws { try await client.shutdown() }

  /// The status counts even when the body is too long to be read.
  private static func body(of response: HTTPClientResponse) async throws -> [UInt8] {
    do {
      return Array(try await response.body.collect(upTo: largestAnswer).readableBytesView)
    } catch is NIOTooManyBytesError {
      return []
    }
  }

  /// The client's own deadline ends with the head of an answer, which may be followed by a body
  /// that never ends.
  private func withinLimit(
    _ body: @escaping @Sendable () async throws -> PushAnswer
  ) async throws -> PushAnswer {
    try await withThrowingTaskGroup(of: PushAnswer?.self) { [limits] group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limits.answering)
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else { throw HTTPClientError.deadlineExceeded }
      return answer
    }
  }

  /// Errors of libraries may have the whole address in their text: only known ones are named.
  private static func reason(_ error: any Error, _ host: String) -> String {
    if error is CancellationError || Task.isCancelled { return "The attempt to send to \(host) was cancelled." }
    if error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError {
      let isUntrusted = String(describing: error).contains("CERTIFICATE_VERIFY_FAILED")
      return isUntrusted ? "The certificate of \(host) is not trusted." : "No TLS connection to \(host) could be made."
    }
    guard let error = error as? HTTPClientError else {
      return "The connection to \(host) could not be made, or broke."
    }
    switch error {
    case .deadlineExceeded, .readTimeout: return "\(host) did not answer in time."
    case .connectTimeout, .tlsHandshakeTimeout: return "\(host) did not accept a connection in time."
    case .remoteConnectionClosed, .cancelled: return "\(host) closed the connection before it answered."
    default: return "The request to \(host) failed: \(error.shortDescription)."
    }
  }
}

/// Why a service has given no answer. The text is for the operator: it names the host alone.
struct PushFailure: Error {
  let description: String

  init(_ description: String) { self.description = description }
}
