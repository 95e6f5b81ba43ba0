import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Carries requests to providers with AsyncHTTPClient. Redirects are not followed: codes and
/// secrets go where the provider's description says, and nowhere else.
package struct HTTPOpenIDTransport: OpenIDTransport {
  /// Bytes of an answer that are read. No description, set of keys or token is as long.
  private static let largestAnswer = 256 << 10

  private let client: HTTPClient
  private let limit: Duration

  /// - Parameter limit: The time for a whole answer, from the first attempt to connect.
  package init(limit: Duration = .seconds(10)) {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(min(limit, .seconds(5)))),
      decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.limit = limit
  }

  package func shutdown() async throws { try await client.shutdown() }

  package func get(_ address: URL) async throws(OpenIDFailure) -> Data {
    let answer = try await answer(to: HTTPClientRequest(url: address.absoluteString))
    guard answer.status == 200 else { throw .unavailable("it answers with status \(answer.status).") }
    return answer.body
  }

  package func post(
    _ form: String, to address: URL, authorization: String?
  ) async throws(OpenIDFailure) -> OpenIDAnswer {
    var request = HTTPClientRequest(url: address.absoluteString)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
    if let authorization { request.headers.add(name: "authorization", value: authorization) }
    request.body = .bytes(ByteBuffer(string: form))
    return try await answer(to: request)
  }

  private func answer(to request: HTTPClientRequest) async throws(OpenIDFailure) -> OpenIDAnswer {
    var request = request
    request.headers.add(name: "accept", value: "application/json")
    do {
      return try await withinLimit { [client, request] in
        let response = try await client.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: Self.largestAnswer)
        return OpenIDAnswer(status: Int(response.status.code), body: Data(body.readableBytesView))
      }
    } catch {
      throw .unavailable(Self.reason(error))
    }
  }

  /// The client's own deadline ends with the head of an answer, which may be followed by a body
  /// that never ends.
  private func withinLimit(
    _ body: @escaping @Sendable () async throws -> OpenIDAnswer
  ) async throws -> OpenIDAnswer {
    try await withThrowingTaskGroup(of: OpenIDAnswer?.self) { [limit] group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else { throw HTTPClientError.deadlineExceeded }
      return answer
    }
  }

  /// Errors of libraries may have the whole address in their text: only known ones are named.
  private static func reason(_ error: any Error) -> String {
    if error is CancellationError || Task.isCancelled { return "the attempt was cancelled." }
    if error is NIOTooManyBytesError { return "its answer is too long." }
    guard let error = error as? HTTPClientError else { return "no connection could be made, or it broke." }
    switch error {
    case .deadlineExceeded, .readTimeout, .connectTimeout, .tlsHandshakeTimeout: return "it did not answer in time."
    default: return "the request failed: \(error.shortDescription)."
    }
  }
}
